/* Barriers and collectives by name: whom a call waits for. */
#include <string.h>

#include "analyzer/ir/walk.h"
#include "analyzer/structure/spin/spin.h"
#include "analyzer/value/fold.h"

enum { MAX_LEVELS = 6 };

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

static const struct ir_record *record_of(const struct ir_expr *object)
{
	static const struct ir_record none = {.name = ""};
	const struct ir_type *type = object ? ir_type_value(object->type) : NULL;
	if (type && type->kind == IR_TYPE_POINTER)
		type = ir_type_value(type->element);
	return type && type->kind == IR_TYPE_RECORD && type->record ? type->record : &none;
}

static enum ir_join join_of_group(const struct ir_record *record)
{
	const char *name = record->name;
	if (strstr(name, "coalesced_group") || !strstr(name, "cooperative_groups"))
		return IR_JOIN_NONE;
	if (strstr(name, "tile")) {
		bool is_alone = record->arg_count && record->args[0].is_value && record->args[0].value == 1;
		return is_alone ? IR_JOIN_NONE : IR_JOIN_WARP;
	}
	if (strstr(name, "thread_block"))
		return IR_JOIN_BLOCK;
	if (strstr(name, "grid_group") || strstr(name, "cluster_group"))
		return IR_JOIN_GRID;
	return IR_JOIN_NONE;
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

static enum ir_join join_of_intrinsic(const struct ir_expr *expr, const char *name)
{
	static const char *const collectives[] = {
		"__shfl", "__ballot", "__any", "__all", "__match", "__reduce"};
	const struct ir_expr *mask = expr->operand_count ? expr->operands[0] : NULL;
	if (begins(name, "__syncthreads"))
		return IR_JOIN_BLOCK;
	if (!strcmp(name, "__syncwarp"))
		return names_others(mask) ? IR_JOIN_WARP : IR_JOIN_NONE;
	size_t length = strlen(name);
	if (length < 5 || strcmp(name + length - 5, "_sync") != 0 || !mask)
		return IR_JOIN_NONE;
	for (size_t i = 0; i < sizeof collectives / sizeof *collectives; i++)
		if (begins(name, collectives[i]))
			return names_others(mask) ? IR_JOIN_WARP : IR_JOIN_NONE;
	return IR_JOIN_NONE;
}

enum ir_join ir_join_of(const struct ir_expr *expr)
{
	static const char *const members[] = {"sync", "shfl", "shfl_up", "shfl_down", "shfl_xor", "any",
		"all", "ballot", "match_any", "match_all"};
	if (expr->kind != IR_CALL || (expr->call->function && expr->call->function->body))
		return IR_JOIN_NONE;
	const char *name = expr->call->name;
	if (!strcmp(name, "arrive_and_wait"))
		return strstr(record_of(expr->call->object)->name, "barrier") ? IR_JOIN_BLOCK : IR_JOIN_NONE;
	if (!expr->call->object) {
		bool is_group_call =
			(!strcmp(name, "sync") || !strcmp(name, "reduce")) && expr->operand_count;
		return is_group_call ? join_of_group(record_of(ir_strip_casts(expr->operands[0])))
				     : join_of_intrinsic(expr, name);
	}
	for (size_t i = 0; i < sizeof members / sizeof *members; i++)
		if (!strcmp(name, members[i]))
			return join_of_group(record_of(expr->call->object));
	return IR_JOIN_NONE;
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
