/* Data that one thread writes before it sets a flag, and another reads after it has waited for the flag: is
 * there anything on both sides that keeps the data and the flag in order?
 *
 * Both sides have to be seen, in one function (also through calls), by variables at namespace scope, in two
 * member functions of one class, or in two helpers that stand together and name their parameters alike; locks
 * are not looked at. Whatever may order counts: fences, barriers, acquire and release operations of anything,
 * assembly, and calls of what isn't known, anywhere between the two in the source. */
#ifndef CUDALINT_STRUCTURE_PUBLISH_H
#define CUDALINT_STRUCTURE_PUBLISH_H

#include "analyzer/structure/spin/poll.h"

/* One flag, with the first data behind it that is out of order. */
struct ir_publication {
	const struct ir_spin *spin; /* the wait, where it is written or at the call that leads to it */
	const struct ir_spin_write *signal;   /* what ends it */
	bool across_blocks;                   /* the two are in different blocks for sure */
	const struct ir_path *written, *read; /* the data's, plain */
	bool lacks_release, lacks_acquire;
	/* a fence for the block alone, where the two are in different blocks: it is there, but not enough */
	const struct ir_expr *narrow_fence;
	bool is_certain; /* the same variable, not two elements of an array */
};

struct ir_publications;

struct ir_publications *ir_publications_new(
	struct arena *arena, const struct ir_module *module, struct ir_spins *spins);

size_t ir_publication_count(const struct ir_publications *publications);
const struct ir_publication *ir_publication_at(const struct ir_publications *publications, size_t index);

/* Whether data behind that wait, which is written where it stands, is out of order. */
bool ir_is_unordered(const struct ir_publications *publications, const struct ir_spin *spin);

#endif
