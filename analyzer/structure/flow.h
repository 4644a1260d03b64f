/* Where values come from: the expressions whose values a variable, a member or a call may have, over all
 * functions of a unit at once.
 *
 * The order of statements doesn't count: a variable may have the value of its initialiser, of every
 * assignment and, as a parameter, of every argument that the unit passes; a member that of every object. What
 * is written through a reference or pointer that a call was given counts for the variable that it leads to.
 * Values that come from elsewhere (callers that aren't seen, memory) have no expression. */
#ifndef CUDALINT_STRUCTURE_FLOW_H
#define CUDALINT_STRUCTURE_FLOW_H

#include "analyzer/ir/ir.h"

struct ir_flow;

/* One walk over the unit; everything lies in the arena. */
struct ir_flow *ir_flow_new(struct arena *arena, const struct ir_module *module);

/* What a search does at an expression. */
enum ir_flow_way {
	FLOW_FOUND,  /* ends it */
	FLOW_NO,     /* goes no further from here */
	FLOW_FIRST,  /* to the first operand alone */
	FLOW_REST,   /* to all operands but the first */
	FLOW_NAMED,  /* to the values of what is named or called alone */
	FLOW_FURTHER /* to all operands, to the object of a call, and to the values of what is named or called
		      */
};

typedef enum ir_flow_way ir_flow_visit(void *context, const struct ir_expr *expr);

/* Follows the value of `expr` back, asking `visit` for the way at each expression; whether it was found.
 * Nothing is asked twice because of a variable that is met twice. Searches may not be nested. */
bool ir_flow_search(struct ir_flow *flow, const struct ir_expr *expr, ir_flow_visit *visit, void *context);

/* The values that a variable may have, as far as the unit shows them. */
struct ir_values {
	const struct ir_expr *const *data;
	size_t count;
};
struct ir_values ir_flow_values(struct ir_flow *flow, const struct ir_var *var);

/* The same for what is named, a variable or a member, with what is assigned through references to it that
 * functions are given. */
struct ir_values ir_flow_values_of(struct arena *arena, struct ir_flow *flow, const struct ir_expr *name);

/* Whether the value of `expr` may depend on that of `on`. */
bool ir_depends(struct ir_flow *flow, const struct ir_expr *expr, const struct ir_expr *on);

#endif
