/* Calls of the libraries that come with CUDA: a handle, the stream that it was told to work on, and work that
 * may touch whatever it is handed. */
#include "analyzer/host/walk.h"

/* What a library may have written on the host, as the number of results found; whether there is any. */
static bool forget_outputs(struct walk *walk, const struct ir_expr *expr, const struct host_value *values)
{
	bool any = false;
	for (size_t i = 1; i < expr->operand_count; i++) {
		const struct ir_type *type = ir_strip(expr->operands[i])->type;
		bool is_const = type->element && type->element->is_const;
		bool is_host = values[i].kind == HOST_POINTER && (values[i].object->kind == HOST_VARIABLE ||
									 values[i].object->kind == HOST_HEAP);
		if (!is_host || is_const)
			continue;
		target_forget(walk, &values[i], expr->operands[i]);
		any = true;
	}
	return any;
}

/* The stream that a library's handle works on is kept in the handle's first cell. */
void runtime_library(struct walk *walk, const struct ir_expr *expr)
{
	enum cuda_library_call does = cuda_library_call_of(expr->call->name);
	size_t count = expr->operand_count;
	struct host_value *values = ARENA_ARRAY(walk->arena, struct host_value, count + 1);
	for (size_t i = 0; i < count; i++)
		values[i] = eval(walk, expr->operands[i]);
	const struct host_sum *zero = host_sum_number(walk->sums, 0);
	bool is_setup = does == CUDA_LIBRARY_SETUP && count, is_end = does == CUDA_LIBRARY_END;
	struct host_op *op = walk_op(walk, is_setup ? HOST_MAKE : is_end ? HOST_DESTROY : HOST_RUNTIME, expr);
	op->values = values;
	op->value_count = count;
	struct host_object *handle = count ? host_value_place(walk, &values[0]).object : NULL;
	if (is_setup) {
		struct host_object *made = walk_object(walk, HOST_LIBRARY, expr);
		struct host_value pointer = host_value_pointer(walk, made);
		made->var = runtime_variable(expr->operands[0]);
		made->made_by = op;
		store_set(walk->store, handle->id, host_value_place(walk, &values[0]).offset, &pointer);
		op->object = made;
		return;
	}
	op->object = handle;
	if (handle)
		life_use(walk, op, handle, expr->operands[0]);
	if (is_end && handle)
		life_end(walk, handle, op);
	if (is_end || !handle)
		return;
	if (does == CUDA_LIBRARY_STREAM && count == 2) {
		store_set(walk->store, handle->id, zero, &values[1]);
		op->stream = runtime_stream(walk, &values[1]);
		return;
	}
	bool has_results = forget_outputs(walk, expr, values);
	if (does == CUDA_LIBRARY_STREAM || does == CUDA_LIBRARY_SETTING)
		return;
	op->kind = HOST_LIBRARY_CALL;
	op->is_async = !has_results; /* which the call perhaps waits for */
	const struct host_value *stream = store_get(walk->store, handle->id, zero);
	struct host_value none = handle->kind == HOST_LIBRARY
					 ? host_value_number(walk, 0)
					 : host_value_sum(host_sum_fresh(walk->sums, expr));
	op->stream = runtime_stream(walk, stream ? stream : &none);
	struct host_access *accesses = ARENA_ARRAY(walk->arena, struct host_access, count + 1);
	for (size_t i = 1; i < count; i++)
		if (values[i].kind == HOST_POINTER && values[i].object->kind != HOST_TEXT)
			accesses[op->access_count++] = (struct host_access){.object = values[i].object,
				.offset = values[i].number,
				.reads = true,
				.writes = !ir_strip(expr->operands[i])->type->element ||
					  !ir_strip(expr->operands[i])->type->element->is_const,
				.is_maybe = true,
				.expr = expr->operands[i]};
	op->accesses = accesses;
}
