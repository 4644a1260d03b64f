/* CU132 wrong-memory-space: memory that is used on the side where it isn't.
 *
 * The host reads or writes what cudaMalloc gave, or a __device__ variable; a kernel is handed memory of the
 * host's; a copy names a __device__ variable instead of going to the symbol; one allocator's memory is freed
 * by the other. Pinned, registered and managed memory is on both sides. */
#include "analyzer/host/order/use.h"
#include "analyzer/rule/rule.h"
#include "rules/memory/common/allocation.h"

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

static void check(struct pass *pass, const struct host_trace *trace, const struct host_use_table *table,
	const struct host_op *op)
{
	if (op->kind == HOST_STRAY)
		check_stray(pass, trace, op);
	else if (op->kind == HOST_LAUNCH && op->launch)
		for (size_t i = 0; i < op->access_count; i++)
			check_argument(pass, trace, table, op, &op->accesses[i]);
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

const struct rule rule_wrong_memory_space = {
	.code = "CU132",
	.name = "wrong-memory-space",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Memory used on the side where it isn't",
	.hooks = {.host = on_host},
};
