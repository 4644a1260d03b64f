/* CU132 wrong-memory-space: memory that is used on the side where it isn't.
 *
 * The host reads or writes what cudaMalloc gave, or a __device__ variable; a kernel is handed memory of the
 * host's; a copy names a __device__ variable instead of going to the symbol; one allocator's memory is freed
 * by the other; a lambda that runs on the device has what the host's stack holds by reference; a kernel calls
 * virtual functions of an object that the host has made. Pinned, registered and managed memory is on both
 * sides. */
#include "analyzer/host/order/use.h"
#include "analyzer/rule/rule.h"
#include "rules/memory/common/allocation.h"
#include "rules/memory/common/captures.h"
#include "rules/memory/common/virtuals.h"

#include <string.h>

static bool is_device_var(const struct ir_var *var)
{
	return var && (var->storage == IR_DEVICE || var->storage == IR_CONSTANT);
}

/* The __device__ variable that an expression is the address of as the host sees it: `&counter`, `table`. */
static const struct ir_var *named_variable(const struct ir_expr *expr)
{
	expr = expr ? ir_strip_casts(expr) : NULL;
	if (expr && expr->kind == IR_UNARY && expr->op == IR_OP_ADDRESS)
		expr = ir_strip_casts(expr->operands[0]);
	while (expr && expr->kind == IR_INDEX)
		expr = ir_strip_casts(expr->operands[0]);
	return expr && expr->kind == IR_VAR && is_device_var(expr->var) && expr->type->kind != IR_TYPE_POINTER
		       ? expr->var
		       : NULL;
}

/* Chips whose host reaches device memory: Grace with Hopper or Blackwell. */
static const char *coherent_note(const struct pass *pass)
{
	const struct model_chip *chip = pass_chip(pass->target);
	return chip && strstr(chip->name, "gh200") ? "; legal on this chip, and slow" : "";
}

/* ---- the host in memory of the device -------------------------------------------------------- */

static void check_stray(struct pass *pass, const struct host_trace *trace, const struct host_op *op)
{
	const struct host_access *access = op->accesses;
	if (access->object->kind != HOST_DEVICE || !op->expr || allocation_is_told(pass, op->range))
		return;
	for (size_t i = 0; i < trace->late.count; i++)
		if (trace->late.data[i].op == op) /* CU133 */
			return;
	bool is_variable = !access->object->made_by && is_device_var(access->object->var);
	struct finding *finding = pass_report_op(pass, op, "the host %s %s, which is %s: copy it with `%s`%s",
		access->writes ? "writes to" : "reads from", host_object_name(trace, access->object),
		is_variable ? "a variable of the device" : "memory of the device",
		!is_variable     ? "cudaMemcpy"
		: access->writes ? "cudaMemcpyToSymbol"
				 : "cudaMemcpyFromSymbol",
		is_variable ? "" : coherent_note(pass));
	allocation_related(pass, finding, access->object);
}

/* ---- memory of the host in a kernel ---------------------------------------------------------- */

static bool is_plain_host(
	const struct host_use_table *table, const struct host_object *object, const struct host_op *op)
{
	if (object->kind != HOST_VARIABLE && object->kind != HOST_HEAP)
		return false;
	struct host_uses uses = host_uses_of(table, object);
	for (size_t i = 0; i < uses.count && uses.data[i].op->index < op->index; i++)
		if (uses.data[i].op->kind == HOST_REGISTER || uses.data[i].op->kind == HOST_ADVISE ||
			uses.data[i].op->kind == HOST_PREFETCH || uses.data[i].op->kind == HOST_ATTACH)
			return false;
	return object->kind == HOST_HEAP || object->var || object->type;
}

static void check_argument(struct pass *pass, const struct host_trace *trace,
	const struct host_use_table *table, const struct host_op *op, const struct host_access *access)
{
	const struct ir_var *variable = named_variable(access->expr);
	const char *kernel = op->launch->kernel ? op->launch->kernel->name : "the kernel";
	if (access->is_maybe || !access->expr || access->expr == op->expr)
		return;
	if (variable) {
		if (allocation_is_told(pass, op->range))
			return;
		struct finding *finding = pass_report(pass, access->expr->range,
			"kernel `%s` is handed `%s` by the host, where it isn't the address that it has on "
			"the device: use it in the kernel, or ask `cudaGetSymbolAddress`",
			kernel, variable->name);
		finding->function = op->where.function->display;
		pass_related(pass, finding, variable->range, "declared here");
		return;
	}
	if (!is_plain_host(table, access->object, op) || allocation_is_told(pass, op->range))
		return;
	struct finding *finding = pass_report(pass, access->expr->range,
		"kernel `%s` %s %s, which is memory of the host: it faults where the GPU can't reach that "
		"(only with HMM, or on Grace); use `cudaMalloc` or `cudaMallocManaged`",
		kernel, access->writes ? "writes to" : "reads from", host_object_name(trace, access->object));
	finding->function = op->where.function->display;
	finding->severity = SEVERITY_WARNING;
	allocation_related(pass, finding, access->object);
}

/* ---- objects with virtual functions ---------------------------------------------------------- */

static const struct host_access *access_of(
	const struct host_op *op, const struct host_object *object, bool writes)
{
	for (size_t i = 0; i < op->access_count; i++)
		if ((!object || op->accesses[i].object == object) &&
			(writes ? op->accesses[i].writes : op->accesses[i].reads))
			return &op->accesses[i];
	return NULL;
}

/* The copy of a host's object with virtual functions that alone has filled the memory; NULL: none. */
static const struct host_op *filled_by(const struct pass *pass, const struct host_trace *trace,
	const struct host_object *memory, const struct host_op *launch)
{
	const struct host_op *copy = NULL;
	for (size_t i = 0; i < launch->index; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_MEMSET || !access_of(op, memory, true))
			continue;
		const struct host_access *from = op->kind == HOST_COPY ? access_of(op, NULL, false) : NULL;
		bool is_host =
			from && (from->object->kind == HOST_VARIABLE || from->object->kind == HOST_HEAP);
		if (!is_host || !virtuals_has(pass, from->object->type))
			return NULL;
		copy = op;
	}
	return copy;
}

/* Whether a kernel, or code that isn't seen, has written to it before. */
static bool is_written_before(
	const struct host_trace *trace, const struct host_object *memory, const struct host_op *launch)
{
	for (size_t i = 0; i < launch->index; i++)
		if (trace->ops.data[i]->kind != HOST_ACCESS && access_of(trace->ops.data[i], memory, true))
			return true;
	return false;
}

static void report_virtual(struct pass *pass, const struct host_op *launch, const struct ir_expr *call,
	const struct host_op *copy, const struct ir_range at)
{
	struct finding *finding = pass_report(pass, at,
		"kernel `%s` calls `%s` through the table of virtual functions of an object that the host has %s: it "
		"leads to the host's functions; construct the object in a kernel",
		launch->launch->kernel->name, call->call->name, copy ? "copied" : "made");
	finding->function = launch->where.function->display;
	if (copy)
		finding->confidence = allocation_confidence(&launch->where, &copy->where);
	pass_related(pass, finding, call->range, "the virtual call");
	if (copy)
		pass_related(pass, finding, copy->range, "copied here");
}

static void check_virtual(
	struct pass *pass, const struct host_trace *trace, const struct host_op *op, size_t arg)
{
	const struct host_value *value = &op->launch->args[arg];
	const struct host_object *memory = value->kind == HOST_POINTER ? value->object : NULL;
	if (!memory || memory->is_escaped || (memory->kind != HOST_DEVICE && memory->kind != HOST_MANAGED))
		return;
	const struct ir_expr *call = virtuals_called(pass, op->launch->kernel, arg);
	if (!call)
		return;
	const struct host_op *copy = filled_by(pass, trace, memory, op);
	bool is_made = memory->kind == HOST_MANAGED && virtuals_has(pass, memory->type) &&
		       !is_written_before(trace, memory, op);
	const struct ir_launch *launch = op->launch->launch;
	bool is_plain = launch && launch->form == IR_LAUNCH_CHEVRON && arg < launch->arg_count;
	struct ir_range at = is_plain ? launch->args[arg]->range : op->range;
	if ((copy || is_made) && !allocation_is_told(pass, at))
		report_virtual(pass, op, call, copy, at);
}

/* ---- copies that name a variable ------------------------------------------------------------- */

static void check_copy(struct pass *pass, const struct host_op *op)
{
	static const struct {
		const char *plain, *to, *from;
	} forms[] = {{"cudaMemcpy", "cudaMemcpyToSymbol", "cudaMemcpyFromSymbol"},
		{"cudaMemcpyAsync", "cudaMemcpyToSymbolAsync", "cudaMemcpyFromSymbolAsync"}};
	for (size_t i = 0; i < op->access_count; i++) {
		const struct host_access *access = &op->accesses[i];
		const struct ir_var *variable = access->is_symbol ? NULL : named_variable(access->expr);
		if (!variable || allocation_is_told(pass, op->range))
			continue;
		const char *instead = "the address that `cudaGetSymbolAddress` gives";
		for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
			if (!strcmp(op->callee, forms[k].plain))
				instead = arena_printf(
					pass->arena, "`%s`", access->writes ? forms[k].to : forms[k].from);
		struct finding *finding = pass_report_op(pass, op,
			"`%s` is given `%s` as the host sees it, which isn't its address on the device: use %s",
			op->callee, variable->name, instead);
		pass_related(pass, finding, variable->range, "declared here");
	}
}

/* ---- freed by another allocator -------------------------------------------------------------- */

/* What frees an object; NULL: it isn't known. */
static const char *right_free(const struct host_object *object)
{
	const struct ir_expr *made = object->made;
	switch (object->kind) {
	case HOST_PINNED: return "cudaFreeHost";
	case HOST_MANAGED: return object->made_by ? "cudaFree" : NULL;
	case HOST_DEVICE: return object->made_by ? "cudaFree" : NULL;
	case HOST_HEAP: return !made ? NULL : made->kind == IR_NEW ? "delete" : "free";
	default: return NULL;
	}
}

static bool is_host_free(const struct host_op *op)
{
	return !op->call;
}

static void check_free(struct pass *pass, const struct host_trace *trace, const struct host_op *op)
{
	const struct host_object *object = op->object;
	const char *right = object ? right_free(object) : NULL;
	const char *called = op->expr && op->expr->kind == IR_DELETE ? "delete" : op->callee;
	if (!right || !op->expr || object->is_stream_ordered ||
		(object->made_by && !object->made_by->call && object->kind != HOST_HEAP))
		return;
	bool is_host = is_host_free(op), is_heap = object->kind == HOST_HEAP;
	bool is_pinned_free = !strcmp(called, "cudaFreeHost"), is_device_free = !strcmp(called, "cudaFree");
	bool is_wrong = is_heap   ? is_pinned_free || is_device_free
			: is_host ? true
				  : (object->kind == HOST_PINNED ? is_device_free : is_pinned_free);
	if (!is_wrong || allocation_is_told(pass, op->range))
		return;
	struct finding *finding = pass_report_op(pass, op, "`%s` is given %s, which `%s` allocates: use `%s`",
		called, host_object_name(trace, object),
		is_heap && object->made->kind == IR_NEW ? "new"
		: object->made->kind == IR_CALL         ? object->made->call->name
							: "another call",
		right);
	allocation_related(pass, finding, object);
	if (op->expr->kind != IR_CALL || op->expr->operand_count != 1 ||
		(is_heap && object->made->kind != IR_CALL))
		return;
	struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "free it with `%s`", right);
	fix_replace(
		pass, fix, op->expr->range, "%s(%s)", right, pass_text(pass, op->expr->operands[0]->range));
}

static void check_launch(struct pass *pass, const struct host_trace *trace,
	const struct host_use_table *table, const struct host_op *op)
{
	for (size_t i = 0; i < op->access_count; i++)
		check_argument(pass, trace, table, op, &op->accesses[i]);
	for (size_t i = 0; op->launch->kernel && i < op->launch->arg_count; i++) {
		check_virtual(pass, trace, op, i);
	}
}

static void check(struct pass *pass, const struct host_trace *trace, const struct host_use_table *table,
	const struct host_op *op)
{
	if (op->kind == HOST_STRAY)
		check_stray(pass, trace, op);
	else if (op->kind == HOST_LAUNCH && op->launch)
		check_launch(pass, trace, table, op);
	else if (op->kind == HOST_COPY || op->kind == HOST_MEMSET)
		check_copy(pass, op);
	else if (op->kind == HOST_FREE)
		check_free(pass, trace, op);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	const struct host_use_table *table = host_use_table_of(trace);
	for (size_t i = 0; i < trace->ops.count; i++)
		check(pass, trace, table, trace->ops.data[i]);
}

/* ---- lambdas --------------------------------------------------------------------------------- */

static bool is_host_code(const struct ir_function *function)
{
	return function && function->is_host && !function->is_device && !function->is_kernel;
}

/* One that is for the device alone runs there, whoever is handed it. */
static void on_expr(struct pass *pass, const struct ir_expr *expr)
{
	if (expr->kind == IR_LAMBDA && expr->lambda && is_host_code(pass->function) &&
		expr->lambda->is_device && !expr->lambda->is_host)
		captures_check(pass, expr);
}

/* One that is for both sides runs on the device where a kernel is handed it. */
static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	for (size_t i = 0; launch->kernel && i < launch->kernel->param_count; i++) {
		const struct ir_record *record = ir_type_value(launch->kernel->params[i]->type)->record;
		const struct ir_function *call = record && record->is_lambda ? record->call_operator : NULL;
		const struct ir_expr *lambda =
			call && call->is_device && call->is_host && is_host_code(call->parent)
				? captures_lambda(call)
				: NULL;
		if (lambda && !allocation_is_told(pass, lambda->range))
			captures_check(pass, lambda);
	}
}

const struct rule rule_wrong_memory_space = {
	.code = "CU132",
	.name = "wrong-memory-space",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Memory used on the side where it isn't",
	.hooks = {.expr = on_expr, .launch = on_launch, .host = on_host},
};
