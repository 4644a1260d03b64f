/* Who touched which words: a table of the words of all objects, with the accesses that may still matter. */
#ifndef CUDALINT_ORDER_SHADOW_H
#define CUDALINT_ORDER_SHADOW_H

#include "analyzer/order/log.h"

enum { SHADOW_WORD = 4, SHADOW_ENTRIES = 8 };

struct shadow_entry {
	uint32_t op; /* index into the log */
	uint16_t lane;
	uint8_t bytes; /* of the word, one bit each */
	uint8_t kind;  /* enum simt_access_kind */
};

/* Words are told apart by the object, the unknown part of the address (as a hash, `form`) and the rest. */
struct shadow_cell {
	const struct simt_object *object;
	uint64_t form;
	int64_t word;
	unsigned count;
	uint32_t lost; /* the time of the last access that had to give way; 0: none */
	struct shadow_entry entries[SHADOW_ENTRIES];
};

struct shadow_slot;

struct shadow {
	struct arena *arena;
	struct shadow_slot *slots;
	size_t capacity;                  /* of the slots: a power of two */
	VEC(struct shadow_cell *) chunks; /* of cells */
	size_t used;                      /* cells */
	size_t spared;                    /* that weren't made, but count */
	size_t next;                      /* looked at first: the one behind the last that was asked for */
};

struct shadow *shadow_new(struct arena *arena);
/* The cell of a word; NULL when there are too many. */
struct shadow_cell *shadow_at(
	struct shadow *shadow, const struct simt_object *object, uint64_t form, int64_t word);
/* Goes to every word that an access touches, lane by lane. False when there is no room for them. */
typedef void shadow_visit(void *context, struct shadow_cell *cell, const struct shadow_entry *now);
bool shadow_walk(struct shadow *shadow, const struct simt_access *access, uint32_t op, shadow_visit *visit,
	void *context);
/* Counts the words that an access touches, without going there: all accesses of their object and form have
 * one pattern of lanes, whose words don't meet. Those of lane 0 stand for them. False when there is no room.
 */
bool shadow_count(struct shadow *shadow, const struct simt_access *access);
/* Whether they are of different threads, share a byte, and not both read. */
bool shadow_meets(const struct shadow_entry *old, const struct shadow_entry *now);
/* Adds an access, in the place of an older one of the same thread and kind, or of the one that matters least.
 * Entries of ops before `stale` are dropped. */
void shadow_add(struct shadow_cell *cell, struct shadow_entry entry, uint32_t stale);
/* The unknown part of a lane's address. `skip`: symbols to leave out, ended by UINT32_MAX; may be NULL. */
uint64_t shadow_form(const struct simt_value *offset, unsigned lane, const uint32_t *skip);
bool shadow_form_is_shared(const struct simt_value *offset); /* by all lanes */

#endif
