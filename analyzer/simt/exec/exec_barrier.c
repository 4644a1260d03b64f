/* Barrier objects: who does what to which one. Their phases aren't followed here: lanes are run side by side,
 * so a wait that comes first in the program may be for an arrival that is executed later. */
#include "analyzer/simt/exec/exec.h"

#include "analyzer/value/fold.h"

enum { MAX_OPERANDS = 16 };

static const struct simt_value *number(struct simt *simt, const struct ir_barrier_number *number)
{
	if (!number->is_given)
		return NULL;
	return number->expr ? exec_expr(simt, number->expr) : value_int(simt, number->number);
}

static struct simt_place barrier_place(struct simt *simt, const struct ir_barrier_op *op)
{
	struct simt_place none = {.why = "no barrier"};
	if (!op->object)
		return none;
	if (!op->is_address)
		return exec_place(simt, op->object);
	struct simt_place place = place_of_pointer(simt, exec_expr(simt, op->object));
	if (place.object && place.offset->kind != SIMT_UNKNOWN && op->offset)
		return place_moved(simt, place, value_int(simt, op->offset));
	return place;
}

/* Fills in what the operation is done to. */
static struct simt_barrier *barrier_new(struct simt *simt, const struct ir_barrier_op *op)
{
	struct simt_barrier *out = ARENA_NEW(simt->arena, struct simt_barrier);
	struct simt_place place = barrier_place(simt, op);
	out->op = op;
	if (place.object && place.object->space != SIMT_LOCAL && !place.object->may_alias &&
		!place.object->either[0])
		out->object = place.object;
	if (out->object && place.offset->kind == SIMT_INT)
		out->offset = place.offset;
	out->count = number(simt, &op->count);
	out->bytes = number(simt, &op->bytes);
	out->parity = number(simt, &op->parity);
	out->id = number(simt, &op->id);
	out->spins = simt->spins > 0;
	return out;
}

/* A token, whether a wait is over, or nothing. */
static const struct simt_value *result_of(
	struct simt *simt, const struct ir_expr *expr, const struct ir_barrier_op *op)
{
	const struct ir_type *type = ir_type_value(expr->type);
	if (type->kind == IR_TYPE_RECORD) {
		struct simt_value *record = ARENA_NEW(simt->arena, struct simt_value);
		record->kind = SIMT_RECORD;
		record->object = object_new(simt, SIMT_LOCAL, "token", type->size);
		record->object->is_lost = true;
		return record;
	}
	return value_unknown(simt, op->action != IR_BARRIER_WAIT, "state of a barrier");
}

static const struct simt_value *address_of(struct simt *simt, const struct ir_expr *expr)
{
	struct simt_place place = exec_place(simt, expr);
	return place.object ? value_pointer(simt, place.object, place.offset)
			    : value_unknown(simt, true, place.why);
}

/* What makes the address of a barrier from a barrier, or one kind of address from another. */
static bool is_address(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result)
{
	if (expr->kind != IR_CALL || expr->operand_count != 1)
		return false;
	switch (ir_cuda(expr)->address) {
	case CUDA_ADDRESS_TO_SHARED:
	case CUDA_ADDRESS_FROM_SHARED: *result = exec_expr(simt, expr->operands[0]); return true;
	case CUDA_ADDRESS_OF: *result = address_of(simt, expr->operands[0]); return true;
	default: return false;
	}
}

bool exec_barrier(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result)
{
	struct ir_barrier_op op;
	if (is_address(simt, expr, result))
		return true;
	if (!ir_barrier_op(expr, &op))
		return false;
	struct ir_barrier_op *kept = ARENA_NEW(simt->arena, struct ir_barrier_op);
	*kept = op;
	if (op.token)
		exec_expr(simt, op.token);
	/* copies that arrive on a barrier */
	bool copies = op.action == IR_BARRIER_COPY || op.action == IR_BARRIER_JOIN;
	const struct simt_value *values[MAX_OPERANDS];
	size_t count = expr->operand_count < MAX_OPERANDS ? expr->operand_count : MAX_OPERANDS;
	for (size_t i = 0; expr->kind == IR_CALL && copies && i < count; i++) {
		values[i] = exec_expr(simt, expr->operands[i]);
		exec_demand(simt, expr, i, values[i]);
	}
	if (expr->kind == IR_CALL && copies)
		exec_async_copy(simt, expr, values, count);
	struct simt_barrier *barrier = barrier_new(simt, kept);
	exec_event(simt, (struct simt_event){.kind = SIMT_OTHER_BARRIER,
				 .site = expr,
				 .name = expr->kind == IR_CALL ? ir_callee_name(expr) : "",
				 .barrier = barrier});
	simt->epoch++;
	*result = result_of(simt, expr, &op);
	return true;
}

/* ---- inline assembly ------------------------------------------------------------------------- */

/* The register that a statement copies, and nothing else; NULL: it does more. */
static const char *copied_register(struct arena *arena, const struct ir_stmt *stmt)
{
	struct ptx_code code;
	const struct ir_asm *assembly = stmt->assembly;
	if (!assembly->text || !ptx_parse(arena, assembly->text, &code) || code.instructions.count != 1)
		return NULL;
	const struct ptx_instruction *move = &code.instructions.data[0];
	bool copies = ptx_is(move, 0, "mov") && !move->predicate && move->operand_count == 2 &&
		      move->operands[0].kind == PTX_BOUND && move->operands[1].kind == PTX_NAME;
	return copies && move->operands[1].text[0] == '%' ? move->operands[1].text : NULL;
}

const struct simt_asm *exec_read_asm(struct simt *simt, const struct ir_stmt *stmt)
{
	for (size_t i = 0; i < simt->assembly.count; i++)
		if (simt->assembly.data[i].stmt == stmt)
			return &simt->assembly.data[i];
	struct simt_asm out = {.stmt = stmt};
	out.understood = ir_barrier_asm(simt->arena, stmt, &out.ops);
	out.only_copies = ir_async_asm(simt->arena, stmt, &out.copies);
	out.only_accesses = ir_asm_accesses_of(simt->arena, stmt, &out.accesses);
	out.is_atomic = ir_asm_atomic_of(simt->arena, stmt, &out.atomic);
	out.reads = copied_register(simt->arena, stmt);
	struct ir_collective_asm *collective = ARENA_NEW(simt->arena, struct ir_collective_asm);
	out.collective = ir_collective_asm(simt->arena, stmt, collective) ? collective : NULL;
	out.barrier = ir_barrier_call_asm(simt->arena, stmt);
	vec_push(simt->arena, &simt->assembly, out);
	return &simt->assembly.data[simt->assembly.count - 1];
}

bool exec_barrier_asm(struct simt *simt, const struct ir_stmt *stmt)
{
	const struct simt_asm *assembly = exec_read_asm(simt, stmt);
	const struct simt_value *nothing;
	if (assembly->barrier)
		return exec_sync(simt, assembly->barrier, &nothing);
	if (!assembly->understood) {
		struct simt_barrier *unknown = ARENA_NEW(simt->arena, struct simt_barrier);
		exec_event(simt, (struct simt_event){
					 .kind = SIMT_OPAQUE, .stmt = stmt, .name = "", .barrier = unknown});
	}
	ir_barrier_ops ops = assembly->ops;
	for (size_t i = 0; i < ops.count; i++)
		exec_event(simt, (struct simt_event){.kind = SIMT_OTHER_BARRIER,
					 .stmt = stmt,
					 .name = "",
					 .barrier = barrier_new(simt, &ops.data[i])});
	return ops.count > 0;
}

/* ---- the rest -------------------------------------------------------------------------------- */

void exec_barrier_escapes(struct simt *simt, const struct ir_expr *operand, const struct simt_value *value)
{
	const struct ir_type *type = ir_type_value(operand->type);
	const struct simt_object *object = NULL;
	if (ir_is_barrier_type(type))
		object = exec_place(simt, operand).object;
	else if ((value->kind == SIMT_POINTER || value->kind == SIMT_UNKNOWN) &&
		 !(type->element && type->element->is_const))
		object = value->object;
	if (!object || object->space == SIMT_LOCAL)
		return;
	struct simt_barrier *barrier = ARENA_NEW(simt->arena, struct simt_barrier);
	barrier->object = object;
	exec_event(simt,
		(struct simt_event){.kind = SIMT_OPAQUE, .site = operand, .name = "", .barrier = barrier});
}

static void look_for_way_out(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	bool *leaves = context;
	(void)path;
	*leaves |= stmt->kind == IR_BREAK || stmt->kind == IR_RETURN || stmt->kind == IR_GOTO;
}

bool exec_is_spin(const struct ir_stmt *loop)
{
	const struct ir_visitor visitor = {.stmt = look_for_way_out};
	bool leaves = false;
	const struct ir_expr *condition = loop->expr ? ir_strip_casts(loop->expr) : NULL;
	if (!condition || loop->kind == IR_RANGE_FOR || loop->step)
		return false;
	bool negated = condition->kind == IR_UNARY && condition->op == IR_OP_NOT;
	int64_t zero;
	bool is_zero = condition->kind == IR_BINARY && condition->op == IR_OP_EQ &&
		       ir_fold_int(condition->operands[1], &zero) && !zero;
	const struct ir_expr *tried = negated || is_zero ? ir_strip_casts(condition->operands[0]) : NULL;
	if (!tried || (tried->kind != IR_CALL && tried->kind != IR_VAR))
		return false;
	/* a flag is set in a short body, which does nothing else */
	bool is_long = loop->body && loop->body->kind == IR_BLOCK && loop->body->child_count > 2;
	if (tried->kind == IR_VAR && is_long)
		return false;
	ir_walk_stmt(loop->body, &visitor, &leaves, NULL);
	return !leaves;
}
