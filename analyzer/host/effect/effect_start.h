/* Between the parts of effect_find_start: the first thread of the first block on its way through a kernel. */
#ifndef CUDALINT_HOST_EFFECT_START_H
#define CUDALINT_HOST_EFFECT_START_H

#include "analyzer/host/effect/effect_state.h"

enum { START_STEPS = 20000, START_FRAMES = 8, START_DEPTH = 400 };

struct start_frame {
	const struct start_frame *up;
	const struct ir_function *function;
	const struct ir_expr *call; /* NULL: the kernel itself */
	unsigned depth;
};

struct start {
	struct arena *arena;
	const struct ir_function *kernel;
	struct host_effects *effects; /* in which is set what is found */
	const struct start_frame *frame;
	VEC(const struct ir_var *) assigned; /* so far */
	unsigned steps, depth;
	bool has_left;    /* the function, perhaps */
	bool has_skipped; /* the rest of the loop's body, perhaps */
};

bool start_is_changed(const struct start *start, const struct ir_var *var);

/* The value that a variable has so far, NULL: not known; *frame becomes that where it is written. */
const struct ir_expr *start_value_so_far(
	struct start *start, const struct ir_var *var, const struct start_frame **frame);

/* Whether an index is 0. */
bool start_is_zero(struct start *start, const struct ir_expr *expr, const struct start_frame *frame);

/* A condition: 1 true, 0 false, -1 unknown. */
int start_decide(struct start *start, const struct ir_expr *expr);

#endif
