/* What the compiler may do to the count of an access, so that it doesn't follow from the source alone. */
#ifndef CUDALINT_SITE_EXACT_H
#define CUDALINT_SITE_EXACT_H

#include "analyzer/site/site.h"

struct exact;

struct exact *exact_new(struct arena *arena);

/* Looks at an access before the next one: is the load there already, will the store be written over, is a
 * neighbour accessed as well? `lanes`: of the block. True: a load of what every lane has in a register, as
 * the compiler sees too. */
bool exact_access(
	struct exact *exact, const struct simt_access *access, struct simt_site *site, unsigned lanes);
/* What the access that was looked at last counts; `is_there`: as exact_access() said. */
void exact_counted(
	struct exact *exact, struct simt_site *site, const struct simt_spared *counted, bool is_there);
void exact_barrier(struct exact *exact);
/* Something that may write any memory, as far as the compiler knows. */
void exact_clobber(struct exact *exact);
/* The same in some lanes, but for memory that only one pointer leads to: a function that isn't given it can't
 * know it. */
void exact_external(struct exact *exact, const struct simt_mask *lanes);
void exact_branch(struct exact *exact);
/* An `if` or a switch begins or ends. */
void exact_if(struct exact *exact);
/* After the last one. */
void exact_finish(struct exact *exact);

/* Bytes of the vector (a record of 8 or 16 bytes, aligned to its size) of which an expression is a member; 0:
 * of none. */
unsigned exact_vector(const struct ir_expr *expr);

/* Looks at the sites of a whole execution: arms of an `if` that do the same, loads of which only a part is
 * used, first loads of functions. */
void exact_review(struct simt_report *report);

#endif
