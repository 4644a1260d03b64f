/* CU137 pitch-misuse: the pitch of cudaMallocPitch, which counts bytes, used as a number of elements in the
 * kernel: `image[row * pitch + column]` on a `float *`.
 *
 * The launch shows it: one argument is the memory, another one the pitch that came with it. A pitch that was
 * divided by the element's size is another number, and silent. Also copies and fills that are told the pitch
 * as the width, and the width as the pitch; rows that are wider than their pitch in other ways are CU135's.
 */
#include "analyzer/rule/rule.h"
#include "rules/memory/common/allocation.h"

#include <string.h>

struct search {
	const struct ir_var *image, *pitch;
	const struct ir_expr *found;
};

static bool is_var(const struct ir_expr *expr, const struct ir_var *var)
{
	expr = ir_strip_casts(expr);
	return expr->kind == IR_VAR && expr->var == var;
}

/* Whether a number has a row's start in it: something times the pitch. */
static bool counts_rows(const struct ir_expr *expr, const struct ir_var *pitch)
{
	expr = ir_strip_casts(expr);
	if (expr->kind != IR_BINARY)
		return false;
	if (expr->op == IR_OP_MUL)
		return is_var(expr->operands[0], pitch) || is_var(expr->operands[1], pitch);
	if (expr->op == IR_OP_ADD || expr->op == IR_OP_SUB)
		return counts_rows(expr->operands[0], pitch) || counts_rows(expr->operands[1], pitch);
	return false;
}

static void look(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	(void)path;
	bool is_index = expr->kind == IR_INDEX;
	bool is_sum = expr->kind == IR_BINARY && expr->op == IR_OP_ADD;
	if ((!is_index && !is_sum) || search->found)
		return;
	const struct ir_expr *base = ir_strip(expr->operands[0]);
	if (base->kind == IR_VAR && base->var == search->image &&
		counts_rows(expr->operands[1], search->pitch))
		search->found = expr;
}

static void check_pair(struct pass *pass, const struct host_op *op, size_t image, size_t pitch)
{
	const struct host_launch *launch = op->launch;
	const struct ir_function *kernel = launch->kernel;
	const struct ir_type *element = ir_type_value(kernel->params[image]->type)->element;
	struct search search = {kernel->params[image], kernel->params[pitch], NULL};
	const struct ir_visitor visitor = {.expr = look};
	if (!element || element->size <= 1 || kernel->params[image]->is_assigned ||
		kernel->params[pitch]->is_assigned)
		return;
	ir_walk_function(kernel, &visitor, &search);
	if (!search.found || allocation_is_told(pass, search.found->range))
		return;
	struct finding *finding = pass_report(pass, search.found->range,
		"`%s` counts bytes, but `%s` is indexed in elements of %lld: rows lie %lld times too far apart; use "
		"`(%s *)((char *)%s + row * %s)`",
		search.pitch->name, search.image->name, (long long)element->size, (long long)element->size,
		element->name, search.image->name, search.pitch->name);
	finding->function = kernel->display;
	allocation_related(pass, finding, launch->args[image].object);
	pass_related(pass, finding, op->range, "the launch");
}

static void check(struct pass *pass, const struct host_op *op)
{
	const struct host_launch *launch = op->launch;
	size_t count = launch->arg_count < launch->kernel->param_count ? launch->arg_count
								       : launch->kernel->param_count;
	for (size_t i = 0; i < count; i++) {
		const struct host_value *image = &launch->args[i];
		if (image->kind != HOST_POINTER || !image->object->pitch)
			continue;
		for (size_t k = 0; k < count; k++)
			if (launch->args[k].kind == HOST_NUMBER &&
				launch->args[k].number == image->object->pitch)
				check_pair(pass, op, i, k);
	}
}

/* The value of an argument by its role in the call; NULL: it has none. */
static const struct host_value *value_of(const struct host_op *op, char role)
{
	const char *at = strchr(op->call->roles, role);
	size_t index = at ? (size_t)(at - op->call->roles) : op->value_count;
	return index < op->value_count ? &op->values[index] : NULL;
}

/* One side of a copy: its memory, and the bytes from row to row that the call is told of it. */
static void check_copy(struct pass *pass, const struct host_op *op, char memory, char step)
{
	const struct host_value *image = value_of(op, memory), *line = value_of(op, step),
				*width = value_of(op, 'W');
	if (!image || image->kind != HOST_POINTER || !image->object->pitch || !image->object->row || !line ||
		line->kind != HOST_NUMBER || !width || width->kind != HOST_NUMBER)
		return;
	const struct host_object *object = image->object;
	if (object->pitch == object->row || width->number != object->pitch || line->number != object->row ||
		allocation_is_told(pass, op->range))
		return;
	struct finding *finding = pass_report_op(pass, op,
		"`%s` is told the pitch of its memory as the width of a row, and the width as the pitch: swap the two",
		op->callee);
	allocation_related(pass, finding, object);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_LAUNCH && op->launch && op->launch->kernel)
			check(pass, op);
		if ((op->kind == HOST_COPY || op->kind == HOST_MEMSET) && op->call && !op->launch) {
			check_copy(pass, op, 'd', 'q');
			check_copy(pass, op, 'r', 'Q');
		}
	}
}

const struct rule rule_pitch_misuse = {
	.code = "CU137",
	.name = "pitch-misuse",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Pitch in bytes used as elements",
	.hooks = {.host = on_host},
};
