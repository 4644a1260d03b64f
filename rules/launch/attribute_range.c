/* Values of attributes that are out of their range. See attribute_range.h.
 *
 * What the runtime does with them was tried (CUDA 13.0, sm_90): a carveout, a domain or a policy out of range
 * and an extent of 0 make the launch fail, a priority is taken for the nearest one. A carveout of -1 fails,
 * too, though it is the default of the function's attribute of that name: it is left alone. */
#include "rules/launch/attribute_range.h"

#include <string.h>

enum { CLUSTER = 4, PREFERRED_CLUSTER = 11 }; /* cudaLaunchAttributeID */
enum { FUNCTION_CARVEOUT = 9 };               /* cudaFuncAttribute, CUfunction_attribute */
enum { VARIABLES_DEEP = 3 };

static const struct range {
	int64_t id; /* cudaLaunchAttributeID */
	const char *member;
	int64_t least, most;
	const char *what, *outcome;
} ranges[] = {
	{14, "sharedMemCarveout", -1, 100,
		"a percentage of the largest shared memory of an SM, from 0 to 100, or -1 for the default",
		"the launch fails"},
	{3, "syncPolicy", 1, 4, "a cudaSynchronizationPolicy, from 1 to 4", "the launch fails"},
	{5, "clusterSchedulingPolicyPreference", 0, 2, "a cudaClusterSchedulingPolicy, from 0 to 2",
		"the launch fails"},
	{8, "priority", -5, 0, "from 0, the least, to -5 at most", "it is taken for the nearest"},
	{10, "memSyncDomain", 0, 1, "a cudaLaunchMemSyncDomain, 0 or 1", "the launch fails"},
};

static const struct range *range_of(const char *member, int64_t id)
{
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (member ? !strcmp(ranges[i].member, member) : ranges[i].id == id)
			return &ranges[i];
	return NULL;
}

static bool is_outside(const struct range *range, int64_t value)
{
	value = (int32_t)value; /* unsigned members hold -1, too */
	return value < range->least || value > range->most;
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

/* Members of cudaDeviceProp. */
static bool is_size_member(const char *name)
{
	static const char *const names[] = {"sharedMemPerBlock", "sharedMemPerBlockOptin",
		"sharedMemPerMultiprocessor", "reservedSharedMemPerBlock", NULL};
	return ir_is_one_of(name, names);
}

/* Whether a number that isn't known is one of bytes: `n * sizeof(float)`, a size of the device. */
static bool is_in_bytes(const struct ir_expr *expr, int depth)
{
	expr = ir_strip_casts(expr);
	if (expr->kind == IR_SIZEOF)
		return true;
	if (expr->kind == IR_MEMBER)
		return is_size_member(expr->member.name);
	if (expr->kind == IR_VAR && expr->var->init && !expr->var->is_assigned &&
		!expr->var->is_address_taken && depth < VARIABLES_DEEP)
		return is_in_bytes(expr->var->init, depth + 1);
	if (expr->kind != IR_BINARY || (expr->op != IR_OP_MUL && expr->op != IR_OP_ADD))
		return false;
	return is_in_bytes(expr->operands[0], depth) || is_in_bytes(expr->operands[1], depth);
}

/* ---- reports --------------------------------------------------------------------------------- */

/* name: in backquotes or not, as the message is to show it. */
static void judge(struct pass *pass, const struct range *range, const char *name, const char *outcome,
	const struct ir_expr *value)
{
	int64_t number;
	struct finding *finding = NULL;
	if (ir_fold_int_called(pass_query(pass), value, &number)) {
		if (is_outside(range, number))
			finding = pass_report(pass, value->range, "%s is %d, but it is %s: %s", name,
				(int)(int32_t)number, range->what, outcome);
		if (finding && range->most == 0)
			finding->confidence = CONFIDENCE_LIKELY;
	} else if (range == &ranges[0] && is_in_bytes(value, 0)) {
		finding = pass_report(pass, value->range, "%s is given bytes, but it is %s: %s", name,
			range->what, outcome);
		finding->confidence = CONFIDENCE_LIKELY;
	}
	if (finding && pass->function)
		vec_push(pass->arena, &told_of(pass)->functions, pass->function);
}

static bool is_value_type(const struct ir_type *type)
{
	type = ir_type_value(type);
	return type->kind == IR_TYPE_RECORD && type->record &&
	       (strstr(type->record->name, "LaunchAttributeValue") ||
		       strstr(type->record->name, "launchAttributeValue"));
}

/* An extent of a cluster. */
static void judge_extent(struct pass *pass, const struct ir_expr *target, const struct ir_expr *value)
{
	const struct ir_expr *dims = ir_strip_casts(target->operands[0]);
	int64_t number;
	if (dims->kind != IR_MEMBER || !is_value_type(dims->operands[0]->type) ||
		!strstr(dims->member.name, "lusterDim") ||
		!ir_fold_int_called(pass_query(pass), value, &number) || number != 0)
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
	const struct range *range = range_of(target->member.name, 0);
	if (range && is_value_type(target->operands[0]->type))
		judge(pass, range, arena_printf(pass->arena, "`%s`", range->member), range->outcome, value);
	else if (!range)
		judge_extent(pass, target, value);
}

void attribute_range_call(struct pass *pass, const struct ir_expr *call)
{
	static const struct {
		const char *name;
		size_t attribute, value;
	} setters[] = {{"cudaFuncSetAttribute", 1, 2}, {"cudaKernelSetAttributeForDevice", 1, 2},
		{"cuFuncSetAttribute", 1, 2}, {"cuKernelSetAttribute", 0, 1}};
	int64_t attribute;
	for (size_t i = 0; call->kind == IR_CALL && i < sizeof setters / sizeof *setters; i++)
		if (!strcmp(call->call->name, setters[i].name) && call->operand_count > setters[i].value &&
			ir_fold_int(call->operands[setters[i].attribute], &attribute) &&
			attribute == FUNCTION_CARVEOUT)
			judge(pass, &ranges[0], "the preferred carveout",
				arena_printf(pass->arena, "`%s` fails", setters[i].name),
				call->operands[setters[i].value]);
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

static void judge_launch(struct pass *pass, const struct host_op *op, const struct host_attribute *attribute)
{
	const struct range *range = range_of(NULL, attribute->id);
	int64_t number;
	if (attribute->id == CLUSTER || attribute->id == PREFERRED_CLUSTER) {
		int extent = empty_extent(attribute);
		if (extent >= 0)
			pass_report_op(pass, op,
				"`%s.%c` of the launch's attribute is 0, but a cluster has at least one "
				"block each way: the launch fails",
				attribute->id == CLUSTER ? "clusterDim" : "preferredClusterDim",
				"xyz"[extent]);
	} else if (range && attribute->value[0] && host_sum_is_number(attribute->value[0], &number) &&
		   is_outside(range, number)) {
		struct finding *finding =
			pass_report_op(pass, op, "`%s` of the launch's attribute is %d, but it is %s: %s",
				range->member, (int)(int32_t)number, range->what, range->outcome);
		if (range->most == 0)
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
