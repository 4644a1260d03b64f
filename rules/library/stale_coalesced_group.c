/* CU803 stale-coalesced-group: what `coalesced_threads()` gave is used for something that its members do
 * together, at a point that only some of them may come to.
 *
 * The group is a picture of the lanes that were together when it was made. Looked at are the reasons why
 * lanes part (analyzer/structure/uniform/uniform.h) that hold at the use and not yet at the declaration. What
 * the group has found together (votes, shuffles, its size) is one value for all members and parts nobody.
 * Groups that are assigned, and those that were made with the label of a branch (binary_partition), are left
 * alone. */
#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/uniform/uniform.h"

enum { REASONS = 16 };

struct group {
	const struct ir_var *var;
	const struct ir_path *path;
};

struct groups {
	VEC(struct group) list;
};

/* `coalesced_threads()`, perhaps converted or copied. */
static bool is_made_of_active(const struct ir_expr *init)
{
	init = ir_strip_casts(init);
	while (init && init->kind == IR_CONSTRUCT && init->operand_count == 1)
		init = ir_strip_casts(init->operands[0]);
	return init && ir_cuda(init)->op == CUDA_COALESCED_THREADS;
}

static void on_variable(struct pass *pass, const struct ir_var *var)
{
	if (!pass->function || var->storage != IR_LOCAL || var->is_assigned || !var->init ||
		!is_made_of_active(var->init))
		return;
	if (!pass->state)
		pass->state = ARENA_NEW(pass->arena, struct groups);
	struct groups *groups = pass->state;
	struct group group = {var, ir_path_keep(pass->arena, pass->path)};
	vec_push(pass->arena, &groups->list, group);
}

/* ---- uses ------------------------------------------------------------------------------------ */

/* The variable of the group that does something together here; NULL: none. */
static const struct ir_var *group_of(const struct ir_expr *call)
{
	const struct cuda_function *called = ir_cuda(call);
	const struct ir_expr *object = call->call->object;
	bool is_common = called->op == CUDA_GROUP_BARRIER || called->op == CUDA_GROUP_COLLECTIVE ||
			 called->op == CUDA_PART_GROUP || called->async == IR_ASYNC_COPY;
	if (!is_common || cuda_space_of(ir_callee_name(call)) != CUDA_SPACE_GROUPS)
		return NULL;
	if (!object && call->operand_count)
		object = call->operands[0];
	if (!object)
		return NULL;
	object = ir_strip_casts(object);
	return object->kind == IR_VAR ? object->var : NULL;
}

/* ---- reasons --------------------------------------------------------------------------------- */

struct look {
	const struct ir_var *group;
	const struct ir_expr *condition;
	const struct ir_stmt *branch; /* what is assigned in it comes too late; NULL: it is a loop */
	bool together;                /* a value that all members have found together */
	bool by_parameter;
	unsigned depth;
};

/* What all members of a group get alike; of shuffles the one from a lane that is named. */
static bool gives_all_the_same(const struct cuda_function *called)
{
	switch (called->collective) {
	case IR_SHUFFLE:
	case IR_VOTE:
	case IR_BALLOT:
	case IR_REDUCE: return true;
	case IR_MATCH: return called->vote == CUDA_VOTE_ALL;
	default: return called->builtin == CUDA_THREAD_COUNT;
	}
}

static void look_at_value(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	const struct ir_visitor visitor = {.expr = look_at_value};
	struct look *look = context;
	(void)path;
	if (gives_all_the_same(ir_cuda(expr))) {
		const struct ir_expr *object = expr->call->object;
		object = object ? object : expr->operand_count ? expr->operands[0] : NULL;
		object = object ? ir_strip_casts(object) : NULL;
		look->together |= object && object->kind == IR_VAR && object->var == look->group;
	}
	if (expr->kind != IR_VAR)
		return;
	look->by_parameter |= expr->var->storage == IR_PARAM;
	if (!expr->var->init || look->depth >= 4)
		return;
	look->depth++;
	ir_walk_expr(expr->var->init, &visitor, look, NULL);
	look->depth--;
}

static bool is_known(const struct ir_divergence *reason, const struct ir_divergence *before, size_t count)
{
	for (size_t i = 0; i < count && i < REASONS; i++)
		if (before[i].kind == reason->kind && before[i].stmt == reason->stmt &&
			before[i].expr == reason->expr)
			return true;
	return false;
}

/* A variable of the condition is assigned what the group found together: `more = g.any(x);`. */
static void look_at_assignment(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct look *look = context;
	for (const struct ir_path *up = path; up && look->branch; up = up->up)
		if (up->stmt == look->branch)
			return;
	if (expr->kind != IR_ASSIGN || expr->operand_count < 2 || expr->operands[0]->kind != IR_VAR)
		return;
	if (ir_mentions_var(look->condition, expr->operands[0]->var))
		ir_walk_expr(expr->operands[1], &(struct ir_visitor){.expr = look_at_value}, look, NULL);
}

static const struct ir_expr *condition_of(const struct ir_divergence *reason)
{
	if (reason->expr)
		return reason->expr->kind == IR_CONDITIONAL || reason->expr->kind == IR_BINARY
			       ? reason->expr->operands[0]
			       : reason->expr;
	return reason->stmt ? reason->stmt->expr : NULL;
}

/* The first reason that came up after the group was made; false: there is none. */
static bool parted_by(struct pass *pass, const struct group *group, struct ir_divergence *out, bool *open)
{
	struct ir_divergence before[REASONS], now[REASONS];
	size_t known = ir_divergences(pass_uniformity(pass), pass->function, group->path, before, REASONS);
	size_t count = ir_divergences(pass_uniformity(pass), pass->function, pass->path, now, REASONS);
	for (size_t i = 0; i < count && i < REASONS; i++) {
		const struct ir_visitor values = {.expr = look_at_value},
					assigned = {.expr = look_at_assignment};
		struct look look = {.group = group->var};
		const struct ir_expr *condition = condition_of(&now[i]);
		if (now[i].kind > IR_DIVERGENT_EXIT || is_known(&now[i], before, known) || !condition)
			continue;
		look.condition = condition;
		look.branch = now[i].kind == IR_DIVERGENT_LOOP ? NULL : now[i].stmt;
		ir_walk_expr(condition, &values, &look, NULL);
		ir_walk_function(pass->function, &assigned, &look);
		if (look.together)
			continue;
		*out = now[i];
		*open = look.by_parameter;
		return true;
	}
	return false;
}

static void on_call(struct pass *pass, const struct ir_expr *call)
{
	struct groups *groups = pass->state;
	struct ir_divergence reason;
	bool open = false;
	const struct ir_var *var = call->kind == IR_CALL && groups ? group_of(call) : NULL;
	const struct group *group = NULL;
	for (size_t i = 0; var && i < groups->list.count; i++)
		if (groups->list.data[i].var == var)
			group = &groups->list.data[i];
	if (!group || var->function != pass->function || ir_is_dead(pass->path) ||
		!parted_by(pass, group, &reason, &open))
		return;
	bool is_exit = reason.kind == IR_DIVERGENT_EXIT;
	struct finding *finding = pass_report(pass, call->range,
		"`%s` needs all members of `%s`, but some may %s since it was made; make a group of those "
		"that are here, with `coalesced_threads()`",
		call->call->name, var->name, is_exit ? "have left" : "be elsewhere");
	/* parameters of what nobody calls may be one value */
	bool lone = !ir_is_kernel_code(pass_query(pass), pass->function);
	finding->confidence = lone && open ? CONFIDENCE_POSSIBLE : CONFIDENCE_LIKELY;
	pass_related(pass, finding, var->range, "the group is made here");
	pass_related(pass, finding, condition_of(&reason)->range,
		reason.kind == IR_DIVERGENT_LOOP ? "lanes leave this loop at different times"
		: is_exit                        ? "lanes leave here"
						 : "this condition parts lanes");
}

const struct rule rule_stale_coalesced_group = {
	.code = "CU803",
	.name = "stale-coalesced-group",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Coalesced group used after its members may have parted",
	.hooks = {.variable = on_variable, .call = on_call},
};
