/* Walking the IR: every statement and expression of a function once, parents before children, in source
 * order. */
#ifndef CUDALINT_IR_WALK_H
#define CUDALINT_IR_WALK_H

#include "analyzer/ir/ir.h"

/* The way from a function's body down to the current node, innermost first. */
struct ir_path {
	const struct ir_path *up;
	const struct ir_stmt *stmt; /* either this */
	const struct ir_expr *expr; /* or this */
};

struct ir_visitor {
	void (*stmt)(void *context, const struct ir_stmt *stmt, const struct ir_path *path);
	void (*expr)(void *context, const struct ir_expr *expr, const struct ir_path *path);
	void (*var)(void *context, const struct ir_var *var, const struct ir_path *path);
	bool enter_lambdas; /* also walk the bodies of lambdas where they are written */
};

void ir_walk_function(const struct ir_function *function, const struct ir_visitor *visitor, void *context);
void ir_walk_stmt(const struct ir_stmt *stmt, const struct ir_visitor *visitor, void *context,
	const struct ir_path *path);
void ir_walk_expr(const struct ir_expr *expr, const struct ir_visitor *visitor, void *context,
	const struct ir_path *path);

/* Whether an expression (NULL: nothing) names a variable. */
bool ir_mentions_var(const struct ir_expr *expr, const struct ir_var *var);

/* A copy of a path that stays when the walk is over. */
const struct ir_path *ir_path_keep(struct arena *arena, const struct ir_path *path);

#endif
