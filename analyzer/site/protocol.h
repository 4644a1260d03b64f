/* Barrier objects of a block, one by one: what an execution did to each, and which lanes did.
 *
 * Two lanes that go different ways are executed one after the other, so the order of uses is the program's
 * for each lane, and says nothing between lanes. */
#ifndef CUDALINT_SITE_PROTOCOL_H
#define CUDALINT_SITE_PROTOCOL_H

#include "analyzer/site/site.h"

/* Adds an event to the report's log; a box of blocks is over, and is kept, or its parts follow. */
void protocol_note(struct arena *arena, struct simt_report *report, const struct simt *simt,
	const struct simt_event *event);
void protocol_box_done(struct simt_report *report, bool kept);

/* One operation on a barrier, by the lanes for which it is on this one. */
struct protocol_use {
	const struct simt_logged *logged;
	const struct ir_barrier_op *op;
	const struct ir_function *kernel;
	size_t index;               /* in the report's log */
	struct simt_mask may, sure; /* sure: all of them whenever one of them is */
	bool repeats;               /* in a turn that stands for an unknown number of turns */
};

struct protocol {
	const struct simt_object *object;
	int64_t offset;
	unsigned box;
	VEC(struct protocol_use) uses;
	bool is_open; /* something else may be done to it, or by other lanes */
	/* by protocols_starving: */
	enum { PROTOCOL_GOES_ON, PROTOCOL_STARVES, PROTOCOL_STARVES_TOGETHER } starves;
	int64_t most;              /* arrivals that can come */
	struct simt_mask arriving; /* lanes that bring them */
	bool may_have_init;        /* something that isn't known may have initialised it */
};

typedef VEC(struct protocol *) protocol_list;

/* The barriers in shared memory, for each box of blocks, by their first use. */
void protocols_of(struct arena *arena, const struct simt_report *report, protocol_list *out);

/* An event as a use by all its lanes; whether it is on a barrier of a known object, at a place that isn't. */
struct protocol_use protocol_use_of(const struct simt_report *report, size_t index);
bool protocol_is_unplaced(const struct simt_barrier *barrier);

/* How many arrivals one phase takes; false when it isn't initialised, or not with one known number. */
bool protocol_expected(const struct protocol *protocol, int64_t *count);

/* Whether a use holds its lanes up until the first phase is over. */
bool protocol_blocks(const struct protocol_use *use);

/* Finds the barriers that get fewer arrivals in their first phase than it takes, as long as lanes stop at
 * their first wait: the phase never ends. */
void protocols_starving(struct arena *arena, const protocol_list *protocols);

/* Arrivals that a use makes for one lane; false when the number isn't known. */
bool protocol_arrivals(const struct protocol_use *use, unsigned lane, int64_t *count);

/* "`bar`", "`bars[2]`", "`stage` at byte 24" */
const char *protocol_name(struct arena *arena, const struct protocol *protocol);

/* A number that is the same in all lanes of the use; false when unknown. */
bool protocol_number(const struct simt_value *value, int64_t *out);

/* Where a finding about a use belongs, and in which function that is: at the operation, or, where that is a
 * line of assembly in a helper, at the helper's call. */
struct ir_range protocol_range(const struct protocol_use *use);
const struct ir_function *protocol_function(const struct protocol_use *use);

#endif
