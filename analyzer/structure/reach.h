/* What a kernel brings along: the functions that run below it, and the static shared memory that they use. */
#ifndef CUDALINT_STRUCTURE_REACH_H
#define CUDALINT_STRUCTURE_REACH_H

#include "analyzer/ir/ir.h"
#include "analyzer/ir/query.h"
#include "analyzer/ir/walk.h"

typedef VEC(const struct ir_function *) ir_function_list;
typedef VEC(const struct ir_var *) ir_var_list;

/* `function` and every function with a body that it calls, directly or not, each once, callers first. */
void ir_reach(struct arena *arena, const struct ir_query *query, const struct ir_function *function,
	ir_function_list *out);

/* The __shared__ variables of static size that `function` and what it reaches name, each once. */
void ir_shared_vars(struct arena *arena, const struct ir_query *query, const struct ir_function *function,
	ir_var_list *out);

/* Bytes of static shared memory that a launch of `kernel` takes: the variables of ir_shared_vars, each
 * aligned. False when a size isn't known. */
bool ir_static_shared(
	struct arena *arena, const struct ir_query *query, const struct ir_function *kernel, int64_t *bytes);

/* What is looked for in the code that a launch runs. */
struct ir_launched_search {
	bool (*is_wanted)(void *context, const struct ir_expr *expr);
	/* whether a point is left out: the kernel may see to it that this launch doesn't get there */
	bool (*is_left_out)(const struct ir_launch *launch, const struct ir_path *path);
	void *context;
};

/* The first wanted expression in a launch's kernel and in what it calls, callers first; what the launch's
 * arguments rule out isn't looked at. NULL: none. */
const struct ir_expr *ir_find_launched(
	struct arena *arena, const struct ir_launch *launch, const struct ir_launched_search *search);

#endif
