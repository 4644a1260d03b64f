/* Lvalues: which object, and where in it. */
#include "analyzer/simt/exec/exec.h"

#include "analyzer/ir/element.h"

static struct simt_place unknown_place(const char *why)
{
	return (struct simt_place){.why = why};
}

/* What lies outside of any memory can be told from nothing that is in it, nor be counted on. */
static struct simt_place far_place(struct simt *simt, struct simt_object *object)
{
	const struct simt_value *offset = value_unknown(simt, false, "an address outside of any memory");
	return (struct simt_place){.object = object, .offset = offset, .why = offset->why};
}

struct simt_place place_of_pointer(struct simt *simt, const struct simt_value *pointer)
{
	if (pointer->kind == SIMT_POINTER && pointer->object && !value_is_near(pointer, NULL))
		return far_place(simt, pointer->object);
	if (pointer->kind == SIMT_POINTER && pointer->object) {
		/* the bytes alone are a number */
		struct simt_value *bytes = ARENA_NEW(simt->arena, struct simt_value);
		*bytes = *pointer;
		bytes->kind = SIMT_INT;
		bytes->object = NULL;
		return (struct simt_place){.object = pointer->object, .offset = bytes};
	}
	if (pointer->kind == SIMT_UNKNOWN && pointer->object)
		return (struct simt_place){.object = pointer->object, .offset = pointer, .why = pointer->why};
	return unknown_place(pointer->kind == SIMT_UNKNOWN ? pointer->why : "pointer of unknown origin");
}

/* ---- variables ------------------------------------------------------------------------------- */

static struct simt_object *find(const struct simt_frame *frame, const struct ir_var *var)
{
	for (size_t i = frame->bindings.count; i-- > 0;)
		if (frame->bindings.data[i].var == var)
			return frame->bindings.data[i].object;
	return NULL;
}

static enum simt_space space_of(const struct ir_var *var)
{
	switch (var->storage) {
	case IR_SHARED:
	case IR_EXTERN_SHARED: return SIMT_SHARED;
	case IR_CONSTANT: return SIMT_CONSTANT;
	case IR_DEVICE:
	case IR_MANAGED:
	case IR_GLOBAL: return SIMT_GLOBAL;
	case IR_TEMPLATE_PARAM: return SIMT_PARAMETER;
	default: return SIMT_LOCAL;
	}
}

static struct simt_object *new_variable(struct simt *simt, const struct ir_var *var)
{
	struct simt_object *object = object_new(simt, space_of(var), var->name, var->type->size);
	object->var = var;
	if (var->storage == IR_EXTERN_SHARED) {
		const struct simt_launch *launch = simt->request->launch;
		object->size = launch->shared_known ? launch->shared : -1;
		object->align = 16;
	} else if (object->space == SIMT_SHARED) {
		object->align = var->type->align > 16 ? var->type->align : 16;
	}
	return object;
}

/* Shared, constant and device variables are there once; parameters of kernels and locals belong to a frame. A
 * lambda or an inlined helper finds its maker's variables further up. */
struct simt_object *exec_variable(struct simt *simt, const struct ir_var *var)
{
	bool is_local = space_of(var) == SIMT_LOCAL, is_foreign = is_local;
	for (struct simt_frame *frame = simt->frame; is_local && frame; frame = frame->up) {
		struct simt_object *object = find(frame, var);
		if (object)
			return object;
		is_foreign &= frame->function != var->function;
	}
	if (is_local && !is_foreign) {
		struct simt_binding binding = {var, new_variable(simt, var)};
		vec_push(simt->arena, &simt->frame->bindings, binding);
		return binding.object;
	}
	for (size_t i = 0; i < simt->globals.count; i++)
		if (simt->globals.data[i].var == var)
			return simt->globals.data[i].object;
	struct simt_binding binding = {var, new_variable(simt, var)};
	/* what a lambda captured on the host came with the launch, like a parameter */
	if (is_foreign) {
		binding.object->space = SIMT_PARAMETER;
		binding.object->fills = true;
		binding.object->is_register = false;
	}
	vec_push(simt->arena, &simt->globals, binding);
	return binding.object;
}

void exec_declare(struct simt *simt, const struct ir_var *var)
{
	if (space_of(var) != SIMT_LOCAL || var->storage == IR_STATIC_LOCAL)
		return;
	struct simt_object *object = find(simt->frame, var);
	if (!object) {
		object = new_variable(simt, var);
		struct simt_binding binding = {var, object};
		vec_push(simt->arena, &simt->frame->bindings, binding);
	}
	object->cells.count = 0; /* a new turn of a loop, a new variable */
	object->is_lost = false;
	object->rest = NULL;
	object_born(simt, object);
	if (!var->init)
		return;
	const struct simt_value *zero = value_int(simt, 0);
	if (var->type->kind == IR_TYPE_REFERENCE) {
		struct simt_place place = exec_place(simt, var->init);
		const struct simt_value *pointer = place.object
							   ? value_pointer(simt, place.object, place.offset)
							   : value_unknown(simt, true, place.why);
		object_store(simt, object, zero, 8, pointer);
		return;
	}
	struct simt_place place = {.object = object, .offset = zero};
	exec_store(simt, place, var->type, exec_init(simt, var->init, var->type), NULL);
	exec_will_end(simt, var, object);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* A reference's own slot is 8 bytes that hold where it leads. */
static const struct ir_type slot = {.kind = IR_TYPE_REFERENCE, .size = 8, .align = 8, .name = ""};

static struct simt_place variable_place(struct simt *simt, const struct ir_var *var)
{
	struct simt_object *object = exec_variable(simt, var);
	const struct simt_value *zero = value_int(simt, 0);
	if (var->type->kind != IR_TYPE_REFERENCE)
		return (struct simt_place){.object = object, .offset = zero};
	return place_of_pointer(simt, object_load(simt, object, zero, &slot));
}

struct simt_place place_moved(struct simt *simt, struct simt_place place, const struct simt_value *bytes)
{
	if (!place.object)
		return place;
	const struct simt_value *offset = value_add(simt, place.offset, bytes);
	if (offset->kind == SIMT_UNKNOWN)
		return (struct simt_place){.object = place.object, .offset = offset, .why = offset->why};
	if (!value_is_near(offset, NULL))
		return far_place(simt, place.object);
	place.offset = offset;
	return place;
}

/* Whether what is tried says that there are fewer threads: some pass the array. Where all that get there do,
 * no other block would help. */
static bool is_another_block(
	const struct simt *simt, const struct ir_type *array, const struct simt_value *index)
{
	bool within = false;
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		within |= mask_has(&simt->active.may, lane) && value_lane(index, lane) < array->count;
	return within && !simt_keeps_threads(simt->where.path);
}

/* An index past the end, also of a row: where the block is assumed, it shows that the block is another one.
 */
static void note_passing(struct simt *simt, const struct ir_type *array, const struct simt_value *index)
{
	bool tries = simt->request->tries_block;
	if (array->kind != IR_TYPE_ARRAY || array->count <= 0 || index->kind != SIMT_INT || !index->lanes ||
		index->term_count || (!tries && (simt->passes_array || simt->guesses)))
		return;
	for (unsigned lane = 0; lane < simt->lanes; lane++) {
		if (value_lane(index, lane) < array->count || !mask_has(&simt->active.may, lane))
			continue;
		simt->may_pass_array = true;
		simt->passes_array |= !simt->guesses && mask_has(&simt->active.must, lane);
	}
	if (!tries || !simt->may_pass_array)
		return;
	simt->may_pass_array = is_another_block(simt, array, index);
	if (simt->may_pass_array)
		exec_stop(simt, "the block is another one");
}

static struct simt_place index_place(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_expr *base, *index;
	const struct ir_type *type = ir_index_sides(expr, &base, &index);
	struct simt_place place = type->kind == IR_TYPE_ARRAY ? exec_place(simt, base)
							      : place_of_pointer(simt, exec_expr(simt, base));
	const struct simt_value *number = exec_expr(simt, index);
	int64_t size = ir_type_value(expr->type)->size;
	note_passing(simt, ir_type_value(ir_strip(base)->type), number);
	if (size < 0)
		return unknown_place("element of unknown size");
	if (number->kind == SIMT_UNKNOWN)
		return place.object ? (struct simt_place){.object = place.object,
					      .offset = number,
					      .why = number->why}
				    : place;
	return place_moved(simt, place, value_scale(simt, number, size));
}

static struct simt_place member_place(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_expr *base = expr->operands[0];
	struct simt_place place;
	if (base->kind == IR_THIS)
		place = simt->frame->self ? (struct simt_place){.object = simt->frame->self,
						    .offset = simt->frame->self_offset}
					  : unknown_place("object of unknown origin");
	else
		place = expr->is_arrow ? place_of_pointer(simt, exec_expr(simt, base))
				       : exec_place(simt, base);
	if (!expr->member.field || expr->member.field->offset < 0) {
		/* somewhere in the object, the same place for all lanes if the object is */
		bool varying = !place.object || !value_is_uniform(place.offset);
		place.why = "member of unknown offset";
		place.offset = place.object ? value_unknown(simt, varying, place.why) : NULL;
		return place;
	}
	place = place_moved(simt, place, value_int(simt, expr->member.field->offset));
	if (expr->member.field->type->kind != IR_TYPE_REFERENCE || !place.object)
		return place;
	return place_of_pointer(simt, object_load(simt, place.object, place.offset, &slot));
}

/* A value that isn't stored anywhere gets a place of its own: what a call returned, a conversion. */
static struct simt_place temporary(struct simt *simt, const struct ir_expr *expr)
{
	if (exec_gives_place(expr))
		return place_of_pointer(simt, exec_call(simt, expr));
	const struct simt_value *value = exec_expr(simt, expr);
	if (value->kind == SIMT_RECORD)
		return (struct simt_place){
			.object = value->object, .offset = value_int(simt, value->constant)};
	const struct ir_type *type = ir_type_value(expr->type);
	if (expr->type->kind == IR_TYPE_REFERENCE && value->kind == SIMT_POINTER)
		return place_of_pointer(simt, value);
	struct simt_object *object = object_new(simt, SIMT_LOCAL, "temporary", type->size);
	struct simt_place place = {.object = object, .offset = value_int(simt, 0)};
	if (type->kind == IR_TYPE_RECORD && value->kind != SIMT_RECORD) {
		object->is_lost = true;
		return place;
	}
	object_store(simt, object, place.offset, type->size, value);
	return place;
}

struct simt_place exec_place(struct simt *simt, const struct ir_expr *expr)
{
	switch (expr->kind) {
	case IR_VAR: return variable_place(simt, expr->var);
	case IR_INDEX: return index_place(simt, expr);
	case IR_MEMBER: return member_place(simt, expr);
	case IR_UNARY:
		if (expr->op == IR_OP_DEREF) {
			if (expr->operands[0]->kind == IR_THIS && simt->frame->self)
				return (struct simt_place){
					.object = simt->frame->self, .offset = simt->frame->self_offset};
			return place_of_pointer(simt, exec_expr(simt, expr->operands[0]));
		}
		if (expr->op == IR_OP_PRE_INC || expr->op == IR_OP_PRE_DEC) {
			exec_expr(simt, expr);
			return exec_place(simt, expr->operands[0]);
		}
		break;
	case IR_ASSIGN: exec_expr(simt, expr); return exec_place(simt, expr->operands[0]);
	case IR_CAST: {
		/* a conversion between lvalue and value of one type, or of a derived class to its base */
		const struct ir_type *inner = ir_type_value(expr->operands[0]->type),
				     *outer = ir_type_value(expr->type);
		bool same = inner->kind == outer->kind && inner->size == outer->size;
		/* a record whose definition didn't parse: its size is made up */
		if (inner->kind == IR_TYPE_RECORD && outer->kind == IR_TYPE_DEPENDENT)
			return unknown_place("record of unknown size");
		if (same || (inner->kind == IR_TYPE_RECORD && outer->kind == IR_TYPE_RECORD))
			return exec_place(simt, expr->operands[0]);
		break;
	}
	case IR_BINARY:
		if (expr->op == IR_OP_COMMA) {
			exec_expr(simt, expr->operands[0]);
			return exec_place(simt, expr->operands[1]);
		}
		break;
	default: break;
	}
	return temporary(simt, expr);
}
