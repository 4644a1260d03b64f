/* CU136 size-in-elements: a number of bytes that was counted in elements, or is the size of a pointer; a
 * memset of whole numbers.
 *
 * That `n` counts elements is known where the same function hands `n * sizeof` to another call about the same
 * memory. A number that might be bytes after all is left alone. */
#include "analyzer/rule/rule.h"
#include "rules/memory/common/allocation.h"
#include "rules/memory/common/elements.h"

#include <string.h>

static const struct ir_type *pointee_of(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	const struct ir_type *type = ir_type_value(expr->type);
	if (expr->kind == IR_UNARY && expr->op == IR_OP_ADDRESS && type->element)
		return type->element; /* `&p` of an allocating call */
	return type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY ? type->element : NULL;
}

/* ---- sizeof of a pointer --------------------------------------------------------------------- */

struct sizeof_search {
	const struct ir_expr *found;
};

static void look_for_sizeof(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct sizeof_search *search = context;
	(void)path;
	if (expr->kind != IR_SIZEOF || !expr->operand_count || !expr->operands[0])
		return;
	const struct ir_type *type = ir_type_value(ir_strip(expr->operands[0])->type);
	if (type->kind == IR_TYPE_POINTER)
		search->found = expr;
}

/* `sizeof p` of a pointer, where what it points to is meant. */
static bool check_sizeof(
	struct pass *pass, const struct host_op *op, const struct ir_expr *bytes, const struct ir_type *type)
{
	const struct ir_visitor visitor = {.expr = look_for_sizeof};
	struct sizeof_search search = {0};
	ir_walk_expr(bytes, &visitor, &search, NULL);
	if (!search.found || !type || type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_VOID ||
		allocation_is_told(pass, op->range))
		return false;
	const struct ir_expr *operand = ir_strip(search.found->operands[0]);
	struct finding *finding = pass_report(pass, bytes->range,
		"`%s` is given the size of a pointer, 8 bytes, where `%s` points to `%s`", op->callee,
		pass_text(pass, operand->range), type->name);
	finding->function = op->where.function->display;
	return true;
}

/* ---- a count where bytes are asked for ------------------------------------------------------- */

static void offer_bytes(
	struct pass *pass, struct finding *finding, const struct ir_expr *bytes, const struct ir_type *type)
{
	const char *text = pass_text(pass, bytes->range);
	struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "count bytes");
	bool is_word = !text[strcspn(text, " +-*/%<>?:&|^=,")];
	fix_replace(
		pass, fix, bytes->range, is_word ? "%s * sizeof(%s)" : "(%s) * sizeof(%s)", text, type->name);
}

static void check_count(struct pass *pass, const struct host_trace *trace, const struct host_op *op,
	const struct host_object *object, const struct host_sum *count, const struct ir_expr *bytes,
	const struct ir_type *type)
{
	const char *text = pass_text(pass, bytes->range);
	if (!elements_are_data(type) || !count || elements_speak_of_bytes(pass, bytes))
		return;
	const struct host_op *right = elements_counted_right(trace, op, object, count, type->size);
	if (!right || allocation_is_told(pass, op->range))
		return;
	struct finding *finding = pass_report(pass, bytes->range,
		"`%s` counts bytes, but `%s` is a number of `%s`: `%s` is told `%s * %lld`", op->callee, text,
		type->name, right->callee, text, (long long)type->size);
	finding->function = op->where.function->display;
	if (op->kind == HOST_MALLOC)
		finding->severity = SEVERITY_ERROR;
	pass_related(pass, finding, right->range, "counted in bytes here");
	offer_bytes(pass, finding, bytes, type);
}

/* ---- memset of numbers ----------------------------------------------------------------------- */

static bool is_hex(const char *text)
{
	return text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

static void check_fill(struct pass *pass, const struct host_op *op)
{
	size_t value_at = elements_role(op, 'v'), target = elements_role(op, 'd');
	int64_t value;
	if (value_at >= op->value_count || target >= op->value_count ||
		op->values[value_at].kind != HOST_NUMBER ||
		!host_sum_is_number(op->values[value_at].number, &value))
		return;
	const struct ir_expr *expr = ir_strip_casts(op->expr->operands[value_at]);
	const struct ir_type *type = pointee_of(op->expr->operands[target]);
	if (value == 0 || value == -1 || value == 255 || !elements_are_data(type) ||
		expr->kind == IR_STRING || is_hex(pass_text(pass, expr->range)) ||
		*pass_text(pass, expr->range) == '\'' || expr->kind != IR_INT ||
		allocation_is_told(pass, op->range))
		return;
	uint64_t byte = (uint64_t)value & 255, number = 0;
	for (int64_t i = 0; i < type->size && i < 8; i++)
		number = number << 8 | byte;
	struct finding *finding = pass_report(pass, expr->range,
		"`%s` writes %lld into every byte: each `%s` becomes 0x%llx; fill it in a kernel, or with "
		"`thrust::fill`",
		op->callee, (long long)value, type->name, (unsigned long long)number);
	finding->function = op->where.function->display;
}

static void check_bytes(struct pass *pass, const struct host_trace *trace, const struct host_op *op)
{
	bool is_allocation = op->kind == HOST_MALLOC || op->kind == HOST_MALLOC_ASYNC;
	size_t bytes = elements_role(op, is_allocation ? 'z' : 'n'),
	       end = elements_role(op, is_allocation ? 'P' : 'd');
	if (end >= op->value_count)
		end = elements_role(op, 'r');
	if (bytes >= op->value_count || end >= op->value_count)
		return;
	const struct ir_expr *size = op->expr->operands[bytes], *pointer = op->expr->operands[end];
	const struct ir_type *type = is_allocation ? elements_allocated(op) : pointee_of(pointer);
	if (check_sizeof(pass, op, size, type) || op->values[bytes].kind != HOST_NUMBER)
		return;
	const struct host_sum *count = op->values[bytes].number;
	if (is_allocation && op->object)
		check_count(pass, trace, op, op->object, count, size, type);
	for (size_t i = 0; i < op->access_count; i++)
		check_count(pass, trace, op, op->accesses[i].object, count, size, type);
}

/* ---- what a kernel shows --------------------------------------------------------------------- */

static void check_site(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	const struct host_object *object = simt_object_allocation(site->object);
	int64_t room = simt_object_bytes(site->object);
	if (!object || !object->made_by || room < 0 || site->sure_low < 0 || site->sure_high <= room ||
		!elements_would_fit(pass, object, site->sure_high) ||
		allocation_is_told(pass, object->made->range))
		return;
	const struct ir_expr *bytes = elements_argument(object->made_by, 'z');
	const struct ir_type *type = elements_allocated(object->made_by);
	struct finding *finding = pass_report(pass, bytes->range,
		"`%s` counts bytes, but `%s` is a number of `%s`: kernel `%s` %s byte %lld",
		object->made_by->callee, pass_text(pass, bytes->range), type->name, report->kernel->name,
		site->kind == SIMT_LOAD ? "reads up to" : "writes up to", (long long)site->sure_high - 1);
	finding->function = object->made_by->where.function->display;
	finding->severity = SEVERITY_ERROR;
	pass_related(pass, finding, site->expr->range, "the access");
	if (report->launch->site)
		pass_related(pass, finding, report->launch->site->range, "the launch");
	offer_bytes(pass, finding, bytes, type);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		if (site->space == SIMT_GLOBAL && site->one_memory && site->object &&
			report->launch->source >= LAUNCH_SITE && report->launch->grid_known)
			check_site(pass, report, site);
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (!op->call || !op->expr || op->expr->kind != IR_CALL)
			continue;
		if (op->kind == HOST_MALLOC || op->kind == HOST_MALLOC_ASYNC || op->kind == HOST_COPY ||
			op->kind == HOST_MEMSET)
			check_bytes(pass, trace, op);
		if (op->kind == HOST_MEMSET)
			check_fill(pass, op);
	}
}

const struct rule rule_size_in_elements = {
	.code = "CU136",
	.name = "size-in-elements",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Bytes counted in elements",
	.hooks = {.execution = on_execution, .host = on_host},
};
