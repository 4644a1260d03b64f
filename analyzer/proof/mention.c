/* One walk over the kernel and what it calls. */
#include "analyzer/proof/mention.h"
#include "analyzer/ir/walk.h"

#include <string.h>

enum { MOST_FUNCTIONS = 64 };

struct walk {
	struct mention out;
	const struct ir_var *param;
	const struct ir_field *field;
	bool is_extent;
	const struct ir_function *functions[MOST_FUNCTIONS];
	size_t count;
};

static void add_function(struct walk *walk, const struct ir_function *function)
{
	if (!function || !function->body || function->is_system || walk->count == MOST_FUNCTIONS)
		return;
	for (size_t i = 0; i < walk->count; i++)
		if (walk->functions[i] == function)
			return;
	walk->functions[walk->count++] = function;
}

static void note_builtin(struct walk *walk, enum cuda_builtin what, int first, int last)
{
	for (int axis = first; axis <= last; axis++) {
		walk->out.threads[axis] |= what == CUDA_THREAD_INDEX || what == CUDA_BLOCK_DIM;
		walk->out.blocks[axis] |= what == CUDA_BLOCK_INDEX || what == CUDA_GRID_DIM;
	}
}

/* Groups' ranks and sizes: taken for those of one row, unless axes are asked for, too. */
static void note_group(struct walk *walk, const struct ir_expr *call)
{
	const struct cuda_function *row = ir_cuda(call);
	enum cuda_family group = row->builtin ? ir_cuda_class(call)->family : CUDA_NO_TYPE;
	if (group == CUDA_NO_TYPE)
		return;
	if (row->builtin == CUDA_THREAD_INDEX || row->builtin == CUDA_BLOCK_INDEX) {
		note_builtin(walk, row->builtin, 0, 2);
		return;
	}
	walk->out.threads[0] = true;
	walk->out.blocks[0] |= group == CUDA_GRID_GROUP;
}

static bool names(const struct walk *walk, const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	if (!walk->field)
		return expr->kind == IR_VAR && expr->var == walk->param;
	return expr->kind == IR_MEMBER && expr->member.field &&
	       !strcmp(expr->member.field->name, walk->field->name);
}

static void note_extent(struct walk *walk, const struct ir_expr *expr)
{
	if (expr->kind != IR_BINARY || expr->operand_count != 2)
		return;
	bool left = names(walk, expr->operands[0]), right = names(walk, expr->operands[1]);
	switch (expr->op) {
	case IR_OP_LT:
	case IR_OP_LE: walk->is_extent |= right; break;
	case IR_OP_GT:
	case IR_OP_GE: walk->is_extent |= left; break;
	case IR_OP_MUL:
	case IR_OP_DIV:
	case IR_OP_REM: walk->is_extent |= left || right; break;
	default: break;
	}
}

static void visit(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct walk *walk = context;
	(void)path;
	if (expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT) {
		add_function(walk, expr->call->function);
		note_group(walk, expr);
	}
	if (expr->kind == IR_VAR && expr->var->storage == IR_BUILTIN)
		note_builtin(walk, expr->var->builtin, 0, 2);
	if (walk->param)
		note_extent(walk, expr);
}

/* threadIdx.x names one axis: the variable below isn't looked at by itself. */
static void visit_axes(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct walk *walk = context;
	if (expr->kind == IR_MEMBER) {
		const struct ir_expr *base = ir_strip(expr->operands[0]);
		const char *name = expr->member.name;
		if (base->kind == IR_VAR && base->var->storage == IR_BUILTIN && name && name[0] >= 'x' &&
			name[0] <= 'z' && !name[1]) {
			note_builtin(walk, base->var->builtin, name[0] - 'x', name[0] - 'x');
			return;
		}
	}
	const struct ir_path *up = path && path->expr == expr ? path->up : path;
	while (up && up->expr && up->expr->kind == IR_CAST)
		up = up->up;
	bool is_member = up && up->expr && up->expr->kind == IR_MEMBER;
	if (expr->kind == IR_VAR && expr->var->storage == IR_BUILTIN && is_member)
		return;
	visit(context, expr, path);
}

static void run(struct walk *walk, const struct ir_function *kernel)
{
	const struct ir_visitor visitor = {.expr = visit_axes, .enter_lambdas = true};
	add_function(walk, kernel);
	for (size_t i = 0; i < walk->count; i++)
		ir_walk_function(walk->functions[i], &visitor, walk);
}

struct mention mention_of(const struct ir_function *kernel)
{
	struct walk walk = {0};
	run(&walk, kernel);
	return walk.out;
}

bool mention_is_extent(
	const struct ir_function *kernel, const struct ir_var *param, const struct ir_field *field)
{
	struct walk walk = {.param = param, .field = field};
	run(&walk, kernel);
	return walk.is_extent;
}
