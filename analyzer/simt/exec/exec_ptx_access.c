/* Plain loads and stores in inline assembly, and the rows of matrices that a warp moves together, as accesses
 * of the lanes that give their addresses. */
#include "analyzer/operation/memory_asm.h"
#include "analyzer/simt/exec/exec.h"

static struct simt_place place_of(struct simt *simt, const struct ir_expr *base, int64_t offset)
{
	const struct simt_value *address = exec_expr(simt, base);
	if (offset && (address->kind == SIMT_POINTER || address->kind == SIMT_INT))
		address = value_add(simt, address, value_int(simt, offset));
	return place_of_pointer(simt, address);
}

/* An operand that lies in memory is loaded by the statement, not by what asks for its value. */
static bool is_register(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	return expr->kind == IR_VAR || expr->kind == IR_INT || expr->kind == IR_REAL;
}

static const struct simt_value *stored_by(struct simt *simt, const struct ir_asm_access *access)
{
	if (access->has_number)
		return value_int(simt, access->number);
	return access->value && is_register(access->value) ? exec_expr(simt, access->value) : NULL;
}

/* The lanes whose addresses count. */
static void narrow(struct simt *simt, unsigned rows)
{
	struct simt_mask first = {{0}};
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		if (lane % SIMT_WARP < rows)
			mask_add(&first, lane);
	simt->active.may = mask_and(&simt->active.may, &first);
	simt->active.must = mask_and(&simt->active.must, &first);
}

static void tell(struct simt *simt, const struct ir_asm_access *access, struct simt_place place)
{
	struct simt_active active = simt->active;
	if (access->rows)
		narrow(simt, access->rows);
	simt->stored = access->is_store ? stored_by(simt, access) : NULL;
	simt->by_assembly = access->rows ? SIMT_BY_ASM_WARP : SIMT_BY_ASM_LANE;
	exec_access(simt, place, access->is_store ? SIMT_STORE : SIMT_LOAD, access->size, access->base);
	simt->by_assembly = SIMT_BY_CODE;
	simt->stored = NULL;
	simt->active = active;
	if (access->is_store && place.object && place.object->space == SIMT_LOCAL)
		object_lose(place.object);
}

bool exec_asm_accesses(struct simt *simt, const struct ir_stmt *stmt)
{
	const struct simt_asm *assembly = exec_read_asm(simt, stmt);
	ir_asm_accesses accesses = assembly->accesses;
	if (!assembly->only_accesses)
		return false;
	struct simt_place *places = ARENA_ARRAY(simt->arena, struct simt_place, accesses.count);
	for (size_t i = 0; i < accesses.count; i++) {
		places[i] = place_of(simt, accesses.data[i].base, accesses.data[i].offset);
		if (!places[i].object || simt->stop != SIMT_RUNNING)
			return false;
	}
	for (size_t i = 0; i < accesses.count; i++)
		tell(simt, &accesses.data[i], places[i]);
	return true;
}

void exec_asm_subject(struct simt *simt, const struct ir_stmt *stmt, struct simt_event *event)
{
	const struct simt_asm *assembly = exec_read_asm(simt, stmt);
	struct ir_asm_atomic atomic = assembly->atomic;
	if (!assembly->is_atomic)
		return;
	struct simt_place place = place_of(simt, atomic.base, atomic.offset);
	event->object = place.object;
	event->offset = place.object && place.offset->kind == SIMT_INT ? place.offset : NULL;
}
