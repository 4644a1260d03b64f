/* Barriers and collectives: whom a call waits for. */
#include <string.h>

#include "analyzer/ir/walk.h"
#include "analyzer/structure/spin/spin.h"
#include "analyzer/value/fold.h"

enum { MAX_LEVELS = 6 };

static enum ir_join join_of_group(const struct ir_expr *group)
{
	const struct ir_type *type = ir_type_value(group->type);
	if (type->kind == IR_TYPE_POINTER)
		type = ir_type_value(type->element);
	switch (ir_cuda_type(type)->family) {
	case CUDA_TILE: {
		const struct ir_template_arg *size = type->record->arg_count ? type->record->args : NULL;
		return size && size->is_value && size->value == 1 ? IR_JOIN_NONE : IR_JOIN_WARP;
	}
	case CUDA_BLOCK_GROUP: return IR_JOIN_BLOCK;
	case CUDA_GRID_GROUP:
	case CUDA_MULTI_GRID_GROUP:
	case CUDA_CLUSTER_GROUP: return IR_JOIN_GRID;
	default: return IR_JOIN_NONE; /* lanes that happen to be together, too */
	}
}

/* A mask that names more than the caller for sure: all bits, or several of them. */
static bool names_others(const struct ir_expr *mask)
{
	int64_t value;
	if (!mask)
		return true; /* __syncwarp() */
	if (!ir_fold_int(mask, &value))
		return false;
	uint32_t bits = (uint32_t)value;
	return (bits & (bits - 1)) != 0;
}

enum ir_join ir_join_of(const struct ir_expr *expr)
{
	const struct cuda_function *cuda = ir_cuda(expr);
	if (expr->kind != IR_CALL || (expr->call->function && expr->call->function->body))
		return IR_JOIN_NONE;
	const struct ir_expr *first = expr->operand_count ? expr->operands[0] : NULL;
	if (cuda->op == CUDA_BLOCK_BARRIER || cuda->barrier == IR_BARRIER_ARRIVE_AND_WAIT)
		return IR_JOIN_BLOCK;
	if (cuda->mask && (first || cuda->collective == IR_SYNCWARP))
		return names_others(first) ? IR_JOIN_WARP : IR_JOIN_NONE;
	/* a scan needs nobody but those before */
	bool is_group_call =
		cuda->op == CUDA_GROUP_BARRIER || (cuda->op == CUDA_GROUP_COLLECTIVE && cuda->collective);
	const struct ir_expr *group = expr->call->object ? expr->call->object : ir_strip_casts(first);
	return is_group_call && group ? join_of_group(group) : IR_JOIN_NONE;
}

enum ir_join ir_join_of_asm(const struct ir_stmt *stmt)
{
	const char *text = stmt->kind == IR_ASM && stmt->assembly ? stmt->assembly->text : NULL;
	if (!text)
		return IR_JOIN_NONE;
	if (strstr(text, "bar.warp.sync"))
		return IR_JOIN_WARP;
	return strstr(text, "bar.sync 0;") || strstr(text, "barrier.sync 0;") ? IR_JOIN_BLOCK : IR_JOIN_NONE;
}

/* ---- statements ------------------------------------------------------------------------------ */

struct joins {
	enum ir_join join;
	unsigned level;
};

static void join_stmt(struct joins *joins, const struct ir_stmt *stmt);

static void raise_join(struct joins *joins, enum ir_join join)
{
	joins->join = join > joins->join ? join : joins->join;
}

static void join_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct joins *joins = context;
	for (; path && path->up; path = path->up) {
		const struct ir_expr *around = path->up->expr;
		bool is_choice =
			around && (around->kind == IR_CONDITIONAL ||
					  (around->kind == IR_BINARY && around->op >= IR_OP_LOGICAL_AND &&
						  around->op <= IR_OP_LOGICAL_OR));
		if (is_choice && path->expr != around->operands[0])
			return;
	}
	raise_join(joins, ir_join_of(expr));
	const struct ir_function *callee = expr->kind == IR_CALL ? expr->call->function : NULL;
	if (!callee || !callee->body || joins->level >= MAX_LEVELS)
		return;
	joins->level++;
	join_stmt(joins, callee->body);
	joins->level--;
}

static bool may_return(const struct ir_stmt *stmt)
{
	if (!stmt)
		return false;
	if (stmt->kind == IR_RETURN || may_return(stmt->body) || may_return(stmt->other))
		return true;
	for (size_t i = 0; i < stmt->child_count; i++)
		if (may_return(stmt->children[i]))
			return true;
	return false;
}

static void join_stmt(struct joins *joins, const struct ir_stmt *stmt)
{
	const struct ir_visitor visitor = {.expr = join_expr};
	if (stmt->kind == IR_BLOCK) {
		for (size_t i = 0;
			i < stmt->child_count && !(joins->level && i && may_return(stmt->children[i - 1]));
			i++)
			join_stmt(joins, stmt->children[i]);
	} else if (stmt->kind == IR_EXPR || stmt->kind == IR_DECL || stmt->kind == IR_RETURN) {
		ir_walk_stmt(stmt, &visitor, joins, NULL);
	} else if (stmt->kind == IR_ASM) {
		raise_join(joins, ir_join_of_asm(stmt));
	} else if (stmt->kind == IR_IF || stmt->kind == IR_SWITCH || stmt->kind == IR_WHILE) {
		ir_walk_expr(stmt->expr, &visitor, joins, NULL);
	}
}

enum ir_join ir_joins(const struct ir_stmt *stmt)
{
	struct joins joins = {0};
	join_stmt(&joins, stmt);
	return joins.join;
}
