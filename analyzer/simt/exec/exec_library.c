/* Libraries that work on memory of the caller: cub's collectives on scratch in shared memory, atomic objects
 * on what they refer to, wmma on tiles.
 *
 * An object that is made for a piece of memory (`cub::BlockReduce<...>(temp)`, `cuda::atomic_ref(x)`) holds
 * that memory's address and size in its first bytes, whatever its real layout is, so that copies carry them
 * along. */
#include "analyzer/simt/exec/exec.h"

#include <string.h>

enum { SLOT = 8 }; /* bytes of the address, and of the size behind it */

static bool is_atomic_class(const struct ir_expr *call)
{
	const struct cuda_type *class = ir_cuda_class(call);
	return cuda_is_atomic_type(class) && class->is_libcu;
}

bool exec_is_atomic_object(const struct ir_expr *call)
{
	const struct ir_function *function = call->call->function;
	bool is_free = function && !function->is_method && cuda_is_libcu_space(ir_space(call)) &&
		       cuda_is_atomic(ir_cuda(call));
	return is_free || is_atomic_class(call);
}

bool exec_is_atomic_event(const struct simt_event *event)
{
	bool is_call = event->kind == SIMT_OPAQUE && event->site && event->site->kind == IR_CALL;
	/* a barrier that a call is given is no call */
	return is_call && !event->barrier && exec_is_atomic_object(event->site);
}

bool exec_library_object(struct simt *simt, const struct ir_expr *expr, struct simt_object *object)
{
	const struct ir_function *function = expr->call->function;
	const struct cuda_type *class = ir_cuda_class(expr);
	bool refers = cuda_is_cub_collective(class) || (class->family == CUDA_ATOMIC_REF && class->is_libcu);
	if (!refers || !function || !function->param_count || !expr->operand_count ||
		function->params[0]->type->kind != IR_TYPE_REFERENCE)
		return false;
	struct simt_place place = exec_place(simt, expr->operands[0]);
	for (size_t i = 1; i < expr->operand_count; i++)
		exec_expr(simt, expr->operands[i]);
	if (place.object)
		place.object->is_given = true;
	if (!place.object || place.offset->kind != SIMT_INT)
		return true;
	object_store(simt, object, value_int(simt, 0), SLOT, value_pointer(simt, place.object, place.offset));
	object_store(simt, object, value_int(simt, SLOT), SLOT,
		value_int(simt, ir_type_value(expr->operands[0]->type)->size));
	return true;
}

bool exec_is_semaphore(const struct ir_expr *call)
{
	return call->kind == IR_CALL && ir_cuda(call)->dialect == IR_DIALECT_SEMAPHORE;
}

bool exec_is_library_object(const struct ir_expr *call)
{
	return cuda_is_cub_collective(ir_cuda_class(call)) || exec_is_atomic_object(call) ||
	       exec_is_semaphore(call);
}

/* Collectives all of whose functions leave their scratch in use: not those that load and store without, which
 * a template argument of theirs says. */
static bool works_in_scratch(const struct ir_function *function)
{
	const struct ir_record *record = function ? function->record : NULL;
	const struct cuda_type *type = record ? record->cuda : NULL;
	if (!type || !type->needs_scratch || !type->plain_at)
		return type && type->needs_scratch;
	const struct ir_template_arg *way =
		record->arg_count >= type->plain_at ? &record->args[type->plain_at - 1] : NULL;
	return way && way->is_value && way->value >= type->plain_below;
}

void exec_library_subject(
	struct simt *simt, const struct ir_expr *expr, struct simt_place self, struct simt_event *event)
{
	static const struct ir_type address = {
		.kind = IR_TYPE_REFERENCE, .size = SLOT, .align = SLOT, .name = ""};
	static const struct ir_type number = {.kind = IR_TYPE_INT, .size = SLOT, .align = SLOT, .name = ""};
	if (!self.object || !exec_is_library_object(expr))
		return;
	bool is_itself = exec_is_semaphore(expr) ||
			 (exec_is_atomic_object(expr) && ir_cuda_class(expr)->family != CUDA_ATOMIC_REF);
	if (is_itself) {
		event->object = self.object;
		event->offset = self.offset->kind == SIMT_INT ? self.offset : NULL;
		return;
	}
	const struct simt_value *memory = object_load(simt, self.object, self.offset, &address);
	const struct simt_value *size =
		object_load(simt, self.object, value_add(simt, self.offset, value_int(simt, SLOT)), &number);
	if (self.object->space != SIMT_LOCAL || memory->kind != SIMT_POINTER || !memory->object)
		return;
	struct simt_place place = place_of_pointer(simt, memory);
	event->object = place.object;
	event->offset = place.offset;
	if (works_in_scratch(expr->call->function) && value_constant(size, &event->bytes) &&
		place.object->space == SIMT_SHARED)
		event->kind = SIMT_SCRATCH;
}

/* ---- tiles ----------------------------------------------------------------------------------- */

static enum cuda_family family_of(const struct ir_template_arg *arg)
{
	return arg->type ? ir_cuda_type(arg->type)->family : CUDA_NO_TYPE;
}

/* How a fragment lies in memory; false: it can't be told. */
static bool shape(struct simt *simt, const struct ir_record *fragment, const struct ir_expr *layout,
	int64_t *lines, int64_t *length)
{
	if (!fragment || fragment->arg_count < 5 || !fragment->cuda ||
		fragment->cuda->family != CUDA_FRAGMENT)
		return false;
	const struct ir_template_arg *args = fragment->args;
	bool is_a = family_of(&args[0]) == CUDA_MATRIX_A, is_b = family_of(&args[0]) == CUDA_MATRIX_B;
	int64_t rows = is_b ? args[3].value : args[1].value, columns = is_a ? args[3].value : args[2].value;
	int64_t by_columns = 0;
	if (!is_a && !is_b) {
		if (!layout || !value_constant(exec_expr(simt, layout), &by_columns))
			return false;
	} else {
		by_columns = fragment->arg_count > 5 && family_of(&args[5]) == CUDA_COL_MAJOR;
	}
	*lines = by_columns ? columns : rows;
	*length = by_columns ? rows : columns;
	return *lines > 0 && *length > 0;
}

/* Tells the sink, with what only this file doesn't know: who, and how sure. */
static void tell_warp_op(struct simt *simt, struct simt_warp_op op)
{
	if (!simt->sink->warp_op || simt->stop != SIMT_RUNNING)
		return;
	op.function = simt->frame->function;
	op.active = simt->active;
	op.assumptions = simt->assumptions | (simt->guesses ? SIMT_ASSUMED_TAKEN : 0) |
			 (simt->symbolic ? SIMT_ASSUMED_TURNS : 0) |
			 (doubt_by_data(simt) ? SIMT_ASSUMED_LANES : 0);
	simt->sink->warp_op(simt->sink->context, simt, &op);
}

void exec_asm_warp_op(struct simt *simt, const struct ir_stmt *stmt)
{
	for (const char *const *opcode = cuda_ptx_matrix; stmt->assembly->text && *opcode; opcode++)
		if (strstr(stmt->assembly->text, *opcode)) {
			tell_warp_op(simt, (struct simt_warp_op){.stmt = stmt, .name = *opcode});
			return;
		}
}

/* Elements of a fragment in memory are of so many bits. */
static int64_t element_bits(const struct ir_record *fragment, const struct ir_type *element)
{
	const struct ir_type *of = fragment && fragment->arg_count > 4 ? fragment->args[4].type : NULL;
	if (of && ir_cuda_type(of)->bits)
		return ir_cuda_type(of)->bits;
	return element && element->kind != IR_TYPE_VOID && element->size > 0 ? element->size * 8 : 0;
}

/* Lines that are shorter than the alignment have neighbours that can't have it: those of 8-bit types. */
static void tell_tile(struct simt *simt, const struct ir_expr *expr, const struct simt_value *address,
	const struct simt_tile *tile, const struct ir_type *element, const struct simt_value *pitch)
{
	enum { PITCH_BITS = 128, ALIGN = 32, LAYOUT = 3 };
	struct simt_place place = place_of_pointer(simt, address);
	struct simt_warp_op op = {.site = expr, .name = expr->call->name};
	op.given[SIMT_GIVEN_POINTER] = address;
	op.given[SIMT_GIVEN_PITCH] = pitch;
	op.given[SIMT_GIVEN_LAYOUT] = exec_operand(simt, expr, LAYOUT);
	struct simt_access start = {.site = expr,
		.function = simt->frame->function,
		.object = place.object,
		.offset = place.offset,
		.size = ALIGN,
		.active = simt->active};
	int64_t bits = element_bits(tile->fragment, element);
	if (place.object && place.offset->kind == SIMT_INT &&
		value_is_near(place.offset, &simt->active.may) && tile->line_bytes > 0 &&
		tile->line_bytes % ALIGN == 0)
		op.address = &start;
	if (bits > 0 && value_constant(pitch, &op.pitch))
		op.pitch_unit = PITCH_BITS / bits;
	tell_warp_op(simt, op);
}

static void access_tile(struct simt *simt, const struct ir_expr *expr, bool is_store)
{
	enum { POINTER = 1, FRAGMENT = 0, PITCH = 2, LAYOUT = 3 };
	const struct ir_expr *pointer = expr->operands[is_store ? FRAGMENT : POINTER],
			     *fragment = expr->operands[is_store ? POINTER : FRAGMENT];
	const struct ir_type *element = ir_type_value(pointer->type)->element;
	const struct simt_value *address = exec_expr(simt, pointer);
	struct simt_place place = place_of_pointer(simt, address);
	exec_demand(simt, expr, is_store ? FRAGMENT : POINTER, address);
	int64_t pitch = 0, lines = 0, length = 0, size = element ? element->size : 0;
	const struct simt_value *lines_apart = exec_expr(simt, expr->operands[PITCH]);
	bool known = value_constant(lines_apart, &pitch);
	known &= shape(simt, ir_type_value(fragment->type)->record,
		expr->operand_count > LAYOUT ? expr->operands[LAYOUT] : NULL, &lines, &length);
	/* in global memory, only that it is touched */
	if (place.object && (!known || place.object->space != SIMT_SHARED))
		place.offset = value_unknown(simt, false, "a tile of unknown shape");
	struct simt_tile *tile = ARENA_NEW(simt->arena, struct simt_tile);
	*tile = (struct simt_tile){lines, length * size, pitch * size, ir_type_value(fragment->type)->record};
	tell_tile(simt, expr, address, tile, element, lines_apart);
	simt->tile = tile;
	exec_access(simt, place, is_store ? SIMT_STORE : SIMT_LOAD, size > 0 ? size : 1, expr);
	simt->tile = NULL;
	struct simt_place registers = exec_place(simt, fragment);
	if (!is_store && registers.object && registers.object->space == SIMT_LOCAL)
		object_lose(registers.object);
}

bool exec_wmma(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result)
{
	enum cuda_op op = ir_cuda(expr)->op;
	bool is_store = op == CUDA_MATRIX_STORE, moves = is_store || op == CUDA_MATRIX_LOAD;
	bool multiplies = op == CUDA_MATRIX_MULTIPLY, computes = multiplies || op == CUDA_MATRIX_FILL;
	if (moves && expr->operand_count > 2) {
		access_tile(simt, expr, is_store);
	} else if (computes && expr->operand_count) {
		const struct simt_value *last = NULL;
		for (size_t i = 1; i < expr->operand_count; i++)
			last = exec_expr(simt, expr->operands[i]);
		struct simt_place registers = exec_place(simt, expr->operands[0]);
		if (registers.object && registers.object->space == SIMT_LOCAL)
			object_lose(registers.object);
		tell_warp_op(simt, (struct simt_warp_op){.site = expr,
					   .name = expr->call->name,
					   .is_lanewise = !multiplies,
					   .given[SIMT_GIVEN_FILL] = multiplies ? NULL : last});
	} else {
		return false;
	}
	*result = value_int(simt, 0);
	return true;
}

/* ---- states ---------------------------------------------------------------------------------- */

/* Whether a type is that of a generator of cuRAND: a thread that draws from it moves it on. */
static bool is_generator(const struct ir_type *type)
{
	static const char name[] = "curandState";
	const struct ir_type *element = type->kind == IR_TYPE_POINTER ? type->element : NULL;
	element = element && !element->is_const ? ir_type_value(element) : NULL;
	const struct ir_record *record = element && element->kind == IR_TYPE_RECORD ? element->record : NULL;
	return record && record->name && strncmp(record->name, name, sizeof name - 1) == 0;
}

bool exec_is_library_state(const struct ir_expr *call, size_t argument)
{
	const struct ir_function *function = call->call->function;
	return function && function->is_system && argument < function->param_count &&
	       is_generator(ir_type_value(function->params[argument]->type));
}

void exec_library_state(
	struct simt *simt, const struct ir_expr *call, const struct simt_value *value, bool alike)
{
	struct simt_place place = place_of_pointer(simt, value);
	if (!place.object || place.object->space == SIMT_LOCAL)
		return;
	alike = alike && ir_cuda(call)->touch == CUDA_TOUCH_WRITE; /* else it makes the new one of the old */
	exec_event(simt, (struct simt_event){.kind = SIMT_STATE,
				 .site = call,
				 .name = ir_callee_name(call),
				 .object = place.object,
				 .offset = place.offset,
				 .stored = value_unknown(simt, !alike, "state of a library")});
}
