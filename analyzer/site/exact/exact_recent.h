/* The last accesses of memory that the compiler may hold in registers, and what it makes of that: loads of
 * what is there already, and stores that the next one overwrites. As seen in code for sm_90 by nvcc 13. */
#ifndef CUDALINT_SITE_EXACT_RECENT_H
#define CUDALINT_SITE_EXACT_RECENT_H

#include "analyzer/site/site.h"

enum { RECENT = 24 };

struct recent {
	const struct simt_object *object;
	const struct simt_value *offset;
	struct simt_site *site;
	struct simt_mask lanes;
	unsigned size;
	bool is_store;
	bool behind_barrier, behind_branch; /* one was passed since */
	bool behind_if;                     /* or an `if` as a whole */
	/* stores and loads since then that may go to the same memory, as far as the compiler knows; those
	 * where it may know more or less than this run does */
	bool clobbered, is_read, doubtful;
	struct simt_spared counted;   /* what a store was */
	const struct simt_turn *turn; /* that it was in */
	bool before_loop;             /* a value was there before the loop around it, too */
	uint64_t number;
};

/* Whether two places differ in nothing but numbers that the compiler knows for every launch. */
struct likeness {
	const struct ir_expr *a, *b;
	bool is_alike;
};

enum { LIKENESSES = 64 };

struct recents {
	struct recent list[RECENT];
	unsigned count, next;
	uint64_t number;
	struct likeness likenesses[LIKENESSES]; /* the last ones, by address */
};

/* Whether an access goes where the recent one went, in each of its lanes. */
bool recent_covers(const struct recent *recent, const struct simt_access *access);
/* Whether both addresses differ by the same number of bytes in every lane, known or not. */
bool recent_distance(const struct simt_value *from, const struct simt_value *to, int64_t *bytes);
/* Declared so that no other pointer leads to it. */
bool recent_is_restrict(const struct simt_object *object);
/* Certainly at least its own size away in the same object. */
bool recent_is_beside(const struct recent *recent, const struct simt_access *access);
/* Whether two accesses may go to the same memory, as far as the compiler knows. It doesn't look at types:
 * nvcc 13 loads an int again behind a store of a float through another pointer. */
bool recent_may_meet(const struct recent *recent, const struct simt_access *access);
/* Whether the compiler certainly sees that an access goes where the recent one went, and in each loop which
 * of its turns are the first and the last. */
bool recent_is_plain(const struct recent *recent, const struct simt_access *access);
/* Whether a value that was there then still is, now that some loops are left: each of them that may have no
 * turn must have found it there. */
bool recent_outlasts(const struct recent *recent, const struct simt_turn *now);

/* Whether two places differ in nothing but numbers that the compiler knows. */
bool recents_alike(struct recents *recents, const struct ir_expr *a, const struct ir_expr *b);
/* What an access does to the values that registers hold. */
void recents_meet(struct recents *recents, const struct simt_access *access);
/* Whether what an access loads or stores was there before the loop around it began. */
bool recents_before_loop(const struct recents *recents, const struct simt_access *access);

#endif
