/* Reads launch configurations off the assignments to their fields. */
#include "analyzer/structure/launch/config.h"

#include <string.h>

#include "analyzer/ir/walk.h"

enum field { GRID, BLOCK, SHARED, STREAM, FIELDS };

static const char *const field_names[FIELDS] = {"gridDim", "blockDim", "dynamicSmemBytes", "stream"};

struct reader {
	const struct ir_var *var;
	const struct ir_expr *value[FIELDS];
	bool is_unknown[FIELDS];
};

const struct ir_var *ir_root_var(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	while (expr && (expr->kind == IR_UNARY || expr->kind == IR_MEMBER || expr->kind == IR_INDEX))
		expr = ir_strip_casts(expr->operands[0]);
	return expr && expr->kind == IR_VAR ? expr->var : NULL;
}

bool ir_reads_config(const struct ir_expr *call)
{
	return !strncmp(call->call->name, "cudaLaunchKernelEx", 18) ||
	       !strncmp(call->call->name, "cudaOccupancy", 13);
}

static void lose(struct reader *reader)
{
	for (size_t i = 0; i < FIELDS; i++)
		reader->is_unknown[i] = true;
}

static void set(struct reader *reader, const char *name, const struct ir_expr *value)
{
	for (size_t i = 0; i < FIELDS; i++) {
		if (strcmp(name, field_names[i]) != 0)
			continue;
		reader->is_unknown[i] |= reader->value[i] != NULL || !value;
		reader->value[i] = value;
	}
}

/* What is assigned: `config.gridDim = x`, also through dim3's own assignment operator. */
static void assign(struct reader *reader, const struct ir_expr *target, const struct ir_expr *value)
{
	const struct ir_expr *object = NULL;
	target = ir_strip_casts(target);
	if (ir_root_var(target) != reader->var)
		return;
	for (const struct ir_expr *at = target; at && at->kind == IR_MEMBER;
		at = ir_strip_casts(at->operands[0])) {
		object = ir_strip_casts(at->operands[0]);
		if (object && object->kind == IR_VAR && object->var == reader->var) {
			set(reader, at->member.name, at == target ? value : NULL);
			return;
		}
	}
	lose(reader);
}

static void read_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct reader *reader = context;
	(void)path;
	if (expr->kind == IR_ASSIGN) {
		assign(reader, expr->operands[0], expr->op == IR_OP_NONE ? expr->operands[1] : NULL);
		return;
	}
	if (expr->kind != IR_CALL)
		return;
	if (expr->call->is_operator && !strcmp(expr->call->name, "operator=") && expr->operand_count) {
		const struct ir_expr *target = expr->call->object ? expr->call->object : expr->operands[0];
		assign(reader, target, expr->operands[expr->operand_count - 1]);
		return;
	}
	for (size_t i = 0; i < expr->operand_count && !ir_reads_config(expr); i++)
		if (expr->operands[i]->kind != IR_MEMBER && ir_root_var(expr->operands[i]) == reader->var)
			lose(reader); /* somebody may fill it */
}

static void read_init(struct reader *reader, const struct ir_expr *init);

struct returns {
	const struct ir_expr *expr;
	unsigned count;
};

static void look_for_return(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct returns *returns = context;
	(void)path;
	if (stmt->kind != IR_RETURN)
		return;
	returns->expr = stmt->expr;
	returns->count++;
}

/* The copy of a variable, or the variable. */
static const struct ir_var *copied_var(const struct ir_expr *expr)
{
	expr = expr ? ir_strip_casts(expr) : NULL;
	while (expr && expr->kind == IR_CONSTRUCT && expr->operand_count == 1)
		expr = ir_strip_casts(expr->operands[0]);
	return expr && expr->kind == IR_VAR ? expr->var : NULL;
}

/* A configuration that a helper makes in a variable of its own and returns: its fields are what the helper
 * sets them to, with the call's arguments for parameters. */
static bool read_helper(struct reader *reader, const struct ir_expr *call)
{
	const struct ir_function *helper = call->call->function;
	struct returns returns = {0};
	const struct ir_visitor returning = {.stmt = look_for_return};
	const struct ir_visitor visitor = {.expr = read_expr, .enter_lambdas = true};
	if (!helper || !helper->body)
		return false;
	ir_walk_function(helper, &returning, &returns);
	struct reader inner = {.var = copied_var(returns.expr)};
	if (returns.count != 1 || !inner.var || inner.var->storage != IR_LOCAL ||
		inner.var->function != helper ||
		(inner.var->init && ir_strip_casts(inner.var->init)->kind == IR_CALL))
		return false;
	read_init(&inner, inner.var->init);
	ir_walk_function(helper, &visitor, &inner);
	for (size_t i = 0; i < FIELDS; i++) {
		const struct ir_var *param = copied_var(inner.value[i]);
		reader->value[i] = inner.value[i];
		reader->is_unknown[i] = inner.is_unknown[i];
		for (size_t k = 0; param && k < helper->param_count; k++) {
			if (helper->params[k] != param)
				continue;
			reader->value[i] = k < call->operand_count ? call->operands[k] : NULL;
			reader->is_unknown[i] |= !reader->value[i] || param->is_assigned;
		}
	}
	return true;
}

/* {grid, block, bytes, stream, ...} or {.gridDim = grid, ...} */
static void read_init(struct reader *reader, const struct ir_expr *init)
{
	init = ir_strip_casts(init);
	if (!init || (init->kind == IR_CONSTRUCT && init->operand_count == 0))
		return;
	if (init->kind == IR_CALL && read_helper(reader, init))
		return;
	if (init->kind != IR_INIT_LIST) {
		lose(reader);
		return;
	}
	for (size_t i = 0; i < init->operand_count; i++) {
		const struct ir_expr *value = init->operands[i];
		if (value->kind == IR_ASSIGN && value->operands[0]->kind == IR_MEMBER)
			set(reader, value->operands[0]->member.name, value->operands[1]);
		else if (i < FIELDS && init->operand_count > 1)
			reader->value[i] = value;
	}
}

void ir_launch_shape(const struct ir_launch *launch, struct ir_launch_shape *out)
{
	*out = (struct ir_launch_shape){.grid = launch->grid,
		.block = launch->block,
		.shared = launch->shared,
		.stream = launch->stream};
	if (launch->form != IR_LAUNCH_EX || !launch->function)
		return;
	struct reader reader = {.var = ir_root_var(launch->config)};
	const struct ir_var *var = reader.var;
	if (!var || var->storage != IR_LOCAL || var->function != launch->function ||
		var->type->kind != IR_TYPE_RECORD)
		return;
	const struct ir_visitor visitor = {.expr = read_expr, .enter_lambdas = true};
	read_init(&reader, var->init);
	ir_walk_function(launch->function, &visitor, &reader);
	out->grid = reader.is_unknown[GRID] ? NULL : reader.value[GRID];
	out->block = reader.is_unknown[BLOCK] ? NULL : reader.value[BLOCK];
	out->shared = reader.is_unknown[SHARED] ? NULL : reader.value[SHARED];
	out->stream = reader.is_unknown[STREAM] ? NULL : reader.value[STREAM];
}
