/* One table of functions. Copies are alike in all their forms: a group in front of the address, the size
 * behind the second address, a barrier or a pipeline last. */
#include "analyzer/operation/async.h"

#include "analyzer/value/fold.h"

enum { THREAD_SCOPE = 10 };

static const char *record_name(const struct ir_type *type)
{
	type = ir_type_value(type);
	return type->kind == IR_TYPE_RECORD && type->record && type->record->name ? type->record->name : "";
}

bool ir_is_pipeline_type(const struct ir_type *type)
{
	return strcmp(record_name(type), "cuda::pipeline") == 0;
}

bool ir_is_thread_pipeline(const struct ir_type *type)
{
	const struct ir_record *record = ir_type_value(type)->record;
	return ir_is_pipeline_type(type) && record->arg_count && record->args[0].is_value &&
	       record->args[0].value == THREAD_SCOPE;
}

/* ---- copies ---------------------------------------------------------------------------------- */

static bool is_pointer(const struct ir_expr *expr)
{
	enum ir_type_kind kind = ir_type_value(expr->type)->kind;
	return kind == IR_TYPE_POINTER || kind == IR_TYPE_ARRAY;
}

/* space_shared and its kin: types without a value at run time. */
static bool is_tag(const struct ir_expr *expr)
{
	return strstr(record_name(expr->type), "integral_constant") != NULL;
}

/* Sizes with a known alignment are numbers in a class. */
static void set_bytes(struct ir_barrier_number *number, const struct ir_expr *expr)
{
	const struct ir_expr *made = ir_strip_casts(expr);
	while (made->operand_count && !strcmp(record_name(made->type), "cuda::aligned_size_t") &&
		(made->kind == IR_CONSTRUCT || made->kind == IR_UNKNOWN_EXPR))
		expr = made = ir_strip_casts(made->operands[made->operand_count - 1]);
	const struct ir_type *type = ir_type_value(expr->type);
	number->is_given = type->kind != IR_TYPE_RECORD;
	number->expr = ir_fold_int(expr, &number->number) ? NULL : expr;
	/* a constant of the class, kept in a variable */
	const struct ir_expr *init = made->kind == IR_VAR && !made->var->is_assigned ? made->var->init : NULL;
	if (!number->is_given && init && init != expr)
		set_bytes(number, init);
}

/* Copies by layouts have one behind each address, and count elements. */
static void read_sizes(const struct ir_expr *call, size_t first, struct ir_async_op *out)
{
	bool by_layout = first + 1 < call->operand_count && !is_pointer(call->operands[first + 1]);
	size_t size = by_layout ? first + 1 : first + 2;
	const struct ir_type *element = ir_type_value(call->operands[first]->type)->element;
	out->unit = by_layout && element && element->size > 0 ? element->size : 1;
	if (size < call->operand_count)
		set_bytes(&out->bytes, call->operands[size]);
	struct ir_barrier_number other = {0};
	if (by_layout && first + 3 < call->operand_count)
		set_bytes(&other, call->operands[first + 3]);
	bool smaller = other.is_given && !other.expr && (out->bytes.expr || other.number < out->bytes.number);
	if (smaller)
		out->bytes = other;
}

static bool read_copy(const struct ir_expr *call, struct ir_async_op *out)
{
	size_t first = 0;
	while (first < call->operand_count && !is_pointer(call->operands[first]))
		first++;
	if (first == call->operand_count)
		return false;
	out->to = call->operands[first];
	if (first && !is_tag(call->operands[first - 1]))
		out->group = call->operands[first - 1];
	read_sizes(call, first, out);
	const struct ir_expr *last = call->operands[call->operand_count - 1];
	if (ir_is_pipeline_type(last->type))
		out->pipeline = last;
	else if (ir_is_barrier_type(last->type) || strstr(call->call->name, "bulk"))
		out->barrier = last;
	return true;
}

/* ---- functions ------------------------------------------------------------------------------- */

/* Which argument is what: p a number of batches, P one among the template's arguments, o a pipeline. */
struct entry {
	const char *name;
	enum ir_async_action action;
	const char *roles;
};

static const struct entry functions[] = {
	{"__pipeline_memcpy_async", IR_ASYNC_COPY, ""},
	{"__pipeline_commit", IR_ASYNC_COMMIT, ""},
	{"__pipeline_wait_prior", IR_ASYNC_WAIT, "p"},
	{"cooperative_groups::memcpy_async", IR_ASYNC_COPY, ""},
	{"cooperative_groups::wait", IR_ASYNC_WAIT, ""},
	{"cooperative_groups::wait_prior", IR_ASYNC_WAIT, "P"},
	{"cuda::memcpy_async", IR_ASYNC_COPY, ""},
	{"cuda::device::memcpy_async_tx", IR_ASYNC_COPY, ""},
	{"cuda::device::experimental::cp_async_bulk_global_to_shared", IR_ASYNC_COPY, ""},
	{"cuda::device::experimental::cp_async_bulk_tensor_1d_global_to_shared", IR_ASYNC_COPY, ""},
	{"cuda::device::experimental::cp_async_bulk_tensor_2d_global_to_shared", IR_ASYNC_COPY, ""},
	{"cuda::device::experimental::cp_async_bulk_tensor_3d_global_to_shared", IR_ASYNC_COPY, ""},
	{"cuda::device::experimental::cp_async_bulk_tensor_4d_global_to_shared", IR_ASYNC_COPY, ""},
	{"cuda::device::experimental::cp_async_bulk_tensor_5d_global_to_shared", IR_ASYNC_COPY, ""},
	{"cuda::ptx::cp_async_bulk", IR_ASYNC_COPY, ""},
	{"cuda::ptx::cp_async_bulk_tensor", IR_ASYNC_COPY, ""},
	{"cuda::make_pipeline", IR_ASYNC_MAKE, ""},
	{"cuda::pipeline_consumer_wait_prior", IR_ASYNC_WAIT, "Po"},
};

static const struct entry methods[] = {
	{"producer_acquire", IR_ASYNC_ACQUIRE, ""},
	{"producer_commit", IR_ASYNC_COMMIT, ""},
	{"consumer_wait", IR_ASYNC_WAIT, ""},
	{"consumer_wait_for", IR_ASYNC_WAIT, ""},
	{"consumer_wait_until", IR_ASYNC_WAIT, ""},
	{"consumer_release", IR_ASYNC_RELEASE, ""},
};

static const struct entry *find(const struct entry *table, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	return NULL;
}

static void set_prior(const struct ir_expr *call, const struct entry *entry, struct ir_async_op *out)
{
	const struct ir_call *callee = call->call;
	out->prior.is_given = true;
	if (strchr(entry->roles, 'p')) {
		out->prior.is_given = call->operand_count > 0;
		if (call->operand_count && !ir_fold_int(call->operands[0], &out->prior.number))
			out->prior.expr = call->operands[0];
	} else if (strchr(entry->roles, 'P')) {
		out->prior.is_given = callee->arg_count && callee->args[0].is_value;
		out->prior.number = out->prior.is_given ? callee->args[0].value : 0;
	}
}

/* Bulk copies out of shared memory complete in groups of their own. */
static bool goes_out(const struct ir_expr *call)
{
	for (size_t i = 0; i < call->operand_count; i++)
		if (is_tag(call->operands[i]))
			return strstr(ir_type_value(call->operands[i]->type)->name, "global") != NULL;
	return false;
}

static bool method_op(const struct ir_expr *expr, struct ir_async_op *out)
{
	const struct ir_expr *object = expr->call->object;
	const struct ir_type *type = ir_type_value(object->type);
	if (type->kind == IR_TYPE_POINTER && type->element)
		type = type->element;
	const struct entry *entry = find(methods, sizeof methods / sizeof *methods, expr->call->name);
	if (!entry || !ir_is_pipeline_type(type))
		return false;
	out->action = entry->action;
	out->name = entry->name;
	out->pipeline = object;
	out->prior.is_given = true;
	return true;
}

bool ir_async_op(const struct ir_expr *expr, struct ir_async_op *out)
{
	*out = (struct ir_async_op){.range = expr->range};
	if (expr->kind != IR_CALL)
		return false;
	const struct ir_function *function = expr->call->function;
	if (function && !function->is_system)
		return false;
	if (expr->call->object)
		return method_op(expr, out);
	const char *name = ir_callee_name(expr);
	const struct entry *entry = find(functions, sizeof functions / sizeof *functions, name);
	if (!entry)
		return false;
	out->action = entry->action;
	out->name = expr->call->name;
	out->commits = strncmp(name, "cooperative_groups::", 20) == 0;
	if (entry->action == IR_ASYNC_WAIT)
		set_prior(expr, entry, out);
	if (strchr(entry->roles, 'o') && expr->operand_count)
		out->pipeline = expr->operands[0];
	return entry->action != IR_ASYNC_COPY || (!goes_out(expr) && read_copy(expr, out));
}
