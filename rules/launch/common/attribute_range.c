/* Values of attributes that are out of their range. See attribute_range.h.
 *
 * What the runtime does with them was tried (CUDA 13.0, sm_90): a carveout, a domain or a policy out of range
 * and an extent of 0 make the launch fail, a priority is taken for the nearest one. A carveout of -1 fails,
 * too, though it is the default of the function's attribute of that name: it is left alone. */
#include "rules/launch/common/attribute_range.h"

#include "analyzer/cuda/attribute.h"
#include "analyzer/cuda/word.h"
#include "rules/host/common/api.h"

enum { VARIABLES_DEEP = 3 };

static bool is_outside(const struct cuda_attribute *attribute, int64_t value)
{
	value = (int32_t)value; /* unsigned members hold -1, too */
	return value < attribute->least || value > attribute->most;
}

/* The functions in which something was reported where it is set. */
struct told {
	VEC(const struct ir_function *) functions;
};

static struct told *told_of(struct pass *pass)
{
	if (!pass->state)
		pass->state = ARENA_NEW(pass->arena, struct told);
	return pass->state;
}

static bool is_told(struct pass *pass, const struct host_op *op)
{
	const struct told *told = told_of(pass);
	for (size_t i = 0; i < told->functions.count; i++) {
		if (told->functions.data[i] == op->where.function)
			return true;
		for (const struct host_call *call = op->where.call; call; call = call->up)
			if (told->functions.data[i] == call->function)
				return true;
	}
	return false;
}

/* ---- bytes ----------------------------------------------------------------------------------- */

/* Whether a number that isn't known is one of bytes: `n * sizeof(float)`, a size of the device. */
static bool is_in_bytes(const struct ir_expr *expr, int depth)
{
	expr = ir_strip_casts(expr);
	if (expr->kind == IR_SIZEOF)
		return true;
	if (expr->kind == IR_MEMBER)
		return cuda_word_find(expr->member.name)->is_shared_size;
	if (expr->kind == IR_VAR && expr->var->init && !expr->var->is_assigned &&
		!expr->var->is_address_taken && depth < VARIABLES_DEEP)
		return is_in_bytes(expr->var->init, depth + 1);
	if (expr->kind != IR_BINARY || (expr->op != IR_OP_MUL && expr->op != IR_OP_ADD))
		return false;
	return is_in_bytes(expr->operands[0], depth) || is_in_bytes(expr->operands[1], depth);
}

/* ---- reports --------------------------------------------------------------------------------- */

/* name: in backquotes or not, as the message is to show it. */
static void judge(struct pass *pass, const struct cuda_attribute *attribute, const char *name,
	const char *outcome, const struct ir_expr *value)
{
	int64_t number;
	struct finding *finding = NULL;
	if (ir_fold_int_called(pass_query(pass), value, &number)) {
		if (is_outside(attribute, number))
			finding = pass_report(pass, value->range, "%s is %d, but it is %s: %s", name,
				(int)(int32_t)number, attribute->range, outcome);
		if (finding && attribute->is_clamped)
			finding->confidence = CONFIDENCE_LIKELY;
	} else if (attribute->is_percentage && is_in_bytes(value, 0)) {
		finding = pass_report(pass, value->range, "%s is given bytes, but it is %s: %s", name,
			attribute->range, outcome);
		finding->confidence = CONFIDENCE_LIKELY;
	}
	if (finding && pass->function)
		vec_push(pass->arena, &told_of(pass)->functions, pass->function);
}

static bool is_value_type(const struct ir_type *type)
{
	return ir_cuda_type(type)->family == CUDA_LAUNCH_ATTRIBUTE_VALUE;
}

/* An extent of a cluster. */
static void judge_extent(struct pass *pass, const struct ir_expr *target, const struct ir_expr *value)
{
	const struct ir_expr *dims = ir_strip_casts(target->operands[0]);
	const struct cuda_attribute *attribute =
		dims->kind == IR_MEMBER && is_value_type(dims->operands[0]->type)
			? cuda_attribute_of_member(dims->member.name)
			: NULL;
	int64_t number;
	if (!attribute || !attribute->is_cluster || !ir_fold_int_called(pass_query(pass), value, &number) ||
		number != 0)
		return;
	pass_report(pass, value->range,
		"`%s.%s` is 0, but a cluster has at least one block each way: the launch fails",
		dims->member.name, target->member.name);
	if (pass->function)
		vec_push(pass->arena, &told_of(pass)->functions, pass->function);
}

void attribute_range_assign(struct pass *pass, const struct ir_expr *target, const struct ir_expr *value)
{
	target = ir_strip_casts(target);
	if (target->kind != IR_MEMBER || !target->operand_count || !target->member.name)
		return;
	const struct cuda_attribute *attribute = cuda_attribute_of_member(target->member.name);
	if (!attribute || !attribute->range)
		judge_extent(pass, target, value);
	else if (is_value_type(target->operands[0]->type))
		judge(pass, attribute, arena_printf(pass->arena, "`%s`", attribute->member),
			attribute->outcome, value);
}

void attribute_range_call(struct pass *pass, const struct ir_expr *call)
{
	const struct cuda_host_traits *setter = api_traits(call);
	int64_t id;
	if (!setter->value_at || call->operand_count < setter->value_at ||
		!ir_fold_int(call->operands[setter->attribute_at - 1], &id))
		return;
	const struct cuda_attribute *attribute = cuda_attribute_of_function(id);
	if (attribute && attribute->is_percentage)
		judge(pass, attribute, "the preferred carveout",
			arena_printf(pass->arena, "`%s` fails", setter->name),
			call->operands[setter->value_at - 1]);
}

/* ---- launches -------------------------------------------------------------------------------- */

/* The first extent of a cluster that is 0; -1: none. */
static int empty_extent(const struct host_attribute *attribute)
{
	int64_t number;
	for (int i = 0; i < 3; i++)
		if (attribute->value[i] && host_sum_is_number(attribute->value[i], &number) && number == 0)
			return i;
	return -1;
}

static void judge_launch(struct pass *pass, const struct host_op *op, const struct host_attribute *given)
{
	const struct cuda_attribute *attribute = cuda_attribute_of_id(given->id);
	int64_t number;
	if (attribute && attribute->is_cluster) {
		int extent = empty_extent(given);
		if (extent >= 0)
			pass_report_op(pass, op,
				"`%s.%c` of the launch's attribute is 0, but a cluster has at least one "
				"block each way: the launch fails",
				attribute->member, "xyz"[extent]);
	} else if (attribute && attribute->range && given->value[0] &&
		   host_sum_is_number(given->value[0], &number) && is_outside(attribute, number)) {
		struct finding *finding = pass_report_op(pass, op,
			"`%s` of the launch's attribute is %d, but it is %s: %s", attribute->member,
			(int)(int32_t)number, attribute->range, attribute->outcome);
		if (attribute->is_clamped)
			finding->confidence = CONFIDENCE_LIKELY;
	}
}

void attribute_range_host(struct pass *pass, const struct host_trace *trace)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		const struct host_launch *launch = op->launch;
		for (size_t k = 0; launch && k < launch->attribute_count; k++)
			if (launch->attributes[k].id_known && launch->attributes[k].object &&
				!launch->attributes[k].object->forgotten && !is_told(pass, op))
				judge_launch(pass, op, &launch->attributes[k]);
	}
}
