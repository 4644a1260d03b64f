/* Copies are alike in all their forms: a group in front of the address, the size
 * behind the second address, a barrier or a pipeline last. */
#include "analyzer/operation/async.h"

#include "analyzer/value/fold.h"

enum { THREAD_SCOPE = 10 };

bool ir_is_pipeline_type(const struct ir_type *type)
{
	return ir_type_value(type)->kind == IR_TYPE_RECORD && ir_cuda_type(type)->family == CUDA_PIPELINE;
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
	return ir_cuda_type(expr->type)->family == CUDA_TAG;
}

/* Sizes with a known alignment are numbers in a class. */
static void set_bytes(struct ir_barrier_number *number, const struct ir_expr *expr)
{
	expr = ir_plain_size(expr);
	const struct ir_expr *made = ir_strip_casts(expr);
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
	else if (ir_is_barrier_type(last->type) || ir_cuda(call)->is_bulk)
		out->barrier = last;
	return true;
}

/* ---- functions ------------------------------------------------------------------------------- */

static void set_prior(const struct ir_expr *call, const char *batches, struct ir_async_op *out)
{
	const struct ir_call *callee = call->call;
	out->prior.is_given = true;
	if (strchr(batches, 'p')) {
		out->prior.is_given = call->operand_count > 0;
		if (call->operand_count && !ir_fold_int(call->operands[0], &out->prior.number))
			out->prior.expr = call->operands[0];
	} else if (strchr(batches, 'P')) {
		out->prior.is_given = callee->arg_count && callee->args[0].is_value;
		out->prior.number = out->prior.is_given ? callee->args[0].value : 0;
	}
}

/* Bulk copies out of shared memory complete in groups of their own. */
static bool goes_out(const struct ir_expr *call)
{
	for (size_t i = 0; i < call->operand_count; i++)
		if (is_tag(call->operands[i]))
			/* spelled with the enumerator that it stands for */
			return strstr(ir_type_value(call->operands[i]->type)->name, "global") != NULL;
	return false;
}

static bool method_op(const struct ir_expr *expr, struct ir_async_op *out)
{
	const struct ir_expr *object = expr->call->object;
	out->pipeline = object;
	out->prior.is_given = true;
	return ir_cuda_type(object->type)->family == CUDA_PIPELINE;
}

bool ir_async_op(const struct ir_expr *expr, struct ir_async_op *out)
{
	const struct cuda_function *cuda = ir_cuda(expr);
	*out = (struct ir_async_op){.range = expr->range};
	if (expr->kind != IR_CALL || !cuda->async)
		return false;
	const struct ir_function *function = expr->call->function;
	if (function && !function->is_system)
		return false;
	out->action = cuda->async;
	out->name = expr->call->name;
	if (expr->call->object)
		return method_op(expr, out);
	if (function && function->is_method)
		return false;
	out->commits = cuda->commits;
	if (cuda->async == IR_ASYNC_WAIT)
		set_prior(expr, cuda->batches, out);
	if (strchr(cuda->batches, 'o') && expr->operand_count)
		out->pipeline = expr->operands[0];
	return cuda->async != IR_ASYNC_COPY || (!goes_out(expr) && read_copy(expr, out));
}
