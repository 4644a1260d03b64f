/* What a kernel does to the memory that its parameters point to, from its source alone: which are read,
 * written, updated by atomics, or lost sight of. Used where a launch's accesses are compared with other work.
 */
#ifndef CUDALINT_HOST_EFFECT_H
#define CUDALINT_HOST_EFFECT_H

#include "analyzer/ir/query.h"
#include "analyzer/structure/flow.h"

struct host_effect {
	bool reads, writes; /* plainly */
	bool atomics;       /* read and written by atomics */
	bool is_unknown;    /* the pointer goes where it can't be followed: may do anything */
	bool from_start;    /* a read or write where the parameter leads, or of a variable, at element [0], is
			       certain for some thread: `p[i]` with i the global thread index, or `*p` */
};

struct host_effects {
	struct host_effect
		*params; /* one per parameter of the kernel; records hold the sum of their pointers */
	size_t count;
	struct {
		const struct ir_var *var; /* __device__, __managed__, __constant__ variables named;
					     from_start: scalars, or arrays of them, that aren't volatile */
		struct host_effect effect;
	} * globals;
	size_t global_count;
};

struct host_effect_table; /* caches per kernel */

struct host_effect_table *host_effect_table_new(
	struct arena *arena, const struct ir_module *module, const struct ir_query *query);

/* Never NULL. A kernel without a body in the unit: all parameters unknown, unless `const T *`: reads. */
const struct host_effects *host_effects_of(struct host_effect_table *table, const struct ir_function *kernel);

#endif
