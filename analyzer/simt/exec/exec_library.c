/* Libraries that work on memory of the caller: cub's collectives on scratch in shared memory, atomic objects
 * on what they refer to, wmma on tiles.
 *
 * An object that is made for a piece of memory (`cub::BlockReduce<...>(temp)`, `cuda::atomic_ref(x)`) holds
 * that memory's address and size in its first bytes, whatever its real layout is, so that copies carry them
 * along. */
#include "analyzer/simt/exec/exec.h"

#include <string.h>

enum { SLOT = 8 }; /* bytes of the address, and of the size behind it */

static bool begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

static bool is_collective(const char *name)
{
	return begins(name, "cub::Block") || begins(name, "cub::Warp");
}

bool exec_is_atomic_object(const char *name)
{
	return begins(name, "cuda::atomic") || begins(name, "cuda::std::atomic");
}

bool exec_library_object(struct simt *simt, const struct ir_expr *expr, struct simt_object *object)
{
	const struct ir_function *function = expr->call->function;
	const char *name = ir_callee_name(expr);
	bool refers = is_collective(name) || (exec_is_atomic_object(name) && strstr(name, "atomic_ref::"));
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

bool exec_is_library_object(const char *name)
{
	return is_collective(name) || exec_is_atomic_object(name);
}

/* What is loaded and stored without scratch: in all but the transposing forms. */
static bool is_direct(const struct ir_record *record)
{
	static const struct {
		const char *name;
		unsigned argument;
		int64_t first; /* that transposes */
	} forms[] = {{"cub::BlockLoad", 3, 3}, {"cub::BlockStore", 3, 3}, {"cub::WarpLoad", 2, 3},
		{"cub::WarpStore", 2, 3}};
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (strcmp(record->name, forms[i].name) == 0)
			return record->arg_count <= forms[i].argument ||
			       !record->args[forms[i].argument].is_value ||
			       record->args[forms[i].argument].value < forms[i].first;
	return false;
}

/* Collectives all of whose functions leave their scratch in use. */
static bool works_in_scratch(const struct ir_function *function)
{
	static const char *const names[] = {"BlockAdjacentDifference", "BlockDiscontinuity", "BlockExchange",
		"BlockLoad", "BlockMergeSort", "BlockRadixRank", "BlockRadixSort", "BlockReduce", "BlockScan",
		"BlockShuffle", "BlockStore", "WarpExchange", "WarpLoad", "WarpMergeSort", "WarpReduce",
		"WarpScan", "WarpStore"};
	const struct ir_record *record = function ? function->record : NULL;
	if (!record || !begins(record->name, "cub::") || is_direct(record))
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(record->name + strlen("cub::"), names[i]) == 0)
			return true;
	return false;
}

void exec_library_subject(
	struct simt *simt, const struct ir_expr *expr, struct simt_place self, struct simt_event *event)
{
	static const struct ir_type address = {
		.kind = IR_TYPE_REFERENCE, .size = SLOT, .align = SLOT, .name = ""};
	static const struct ir_type number = {.kind = IR_TYPE_INT, .size = SLOT, .align = SLOT, .name = ""};
	if (!self.object || !exec_is_library_object(event->name))
		return;
	bool is_itself = exec_is_atomic_object(event->name) && !strstr(event->name, "atomic_ref::");
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

static bool is_named(const struct ir_template_arg *arg, const char *name)
{
	return arg->type && arg->type->name && strstr(arg->type->name, name);
}

/* How a fragment lies in memory; false: it can't be told. */
static bool shape(struct simt *simt, const struct ir_record *fragment, const struct ir_expr *layout,
	int64_t *lines, int64_t *length)
{
	if (!fragment || fragment->arg_count < 5 || !strstr(fragment->name, "fragment"))
		return false;
	const struct ir_template_arg *args = fragment->args;
	bool is_a = is_named(&args[0], "matrix_a"), is_b = is_named(&args[0], "matrix_b");
	int64_t rows = is_b ? args[3].value : args[1].value, columns = is_a ? args[3].value : args[2].value;
	int64_t by_columns = 0;
	if (!is_a && !is_b) {
		if (!layout || !value_constant(exec_expr(simt, layout), &by_columns))
			return false;
	} else {
		by_columns = fragment->arg_count > 5 && is_named(&args[5], "col_major");
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
	static const char *const names[] = {
		"mma.sync", "wmma.load", "wmma.store", "ldmatrix.sync", "stmatrix.sync"};
	for (size_t i = 0; stmt->assembly->text && i < sizeof names / sizeof *names; i++)
		if (strstr(stmt->assembly->text, names[i])) {
			tell_warp_op(simt, (struct simt_warp_op){.stmt = stmt, .name = names[i]});
			return;
		}
}

/* Elements of a fragment in memory are of so many bits. */
static int64_t element_bits(const struct ir_record *fragment, const struct ir_type *element)
{
	if (fragment && fragment->arg_count > 4) {
		if (is_named(&fragment->args[4], "precision::b1"))
			return 1;
		if (is_named(&fragment->args[4], "precision::u4") ||
			is_named(&fragment->args[4], "precision::s4"))
			return 4;
	}
	return element && element->kind != IR_TYPE_VOID && element->size > 0 ? element->size * 8 : 0;
}

/* Lines that are shorter than the alignment have neighbours that can't have it: those of 8-bit types. */
static void tell_tile(struct simt *simt, const struct ir_expr *expr, const char *name,
	const struct simt_value *address, const struct simt_tile *tile, const struct ir_type *element,
	const struct simt_value *pitch)
{
	enum { PITCH_BITS = 128, ALIGN = 32, LAYOUT = 3 };
	struct simt_place place = place_of_pointer(simt, address);
	struct simt_warp_op op = {.site = expr, .name = name};
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
	if (place.object && place.offset->kind == SIMT_INT && tile->line_bytes > 0 &&
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
	tell_tile(simt, expr, is_store ? "store_matrix_sync" : "load_matrix_sync", address, tile, element,
		lines_apart);
	simt->tile = tile;
	exec_access(simt, place, is_store ? SIMT_STORE : SIMT_LOAD, size > 0 ? size : 1, expr);
	simt->tile = NULL;
	struct simt_place registers = exec_place(simt, fragment);
	if (!is_store && registers.object && registers.object->space == SIMT_LOCAL)
		object_lose(registers.object);
}

bool exec_wmma(
	struct simt *simt, const struct ir_expr *expr, const char *name, const struct simt_value **result)
{
	static const char prefix[] = "nvcuda::wmma::";
	if (!begins(name, prefix))
		return false;
	const char *member = name + sizeof prefix - 1;
	bool is_store = strcmp(member, "store_matrix_sync") == 0;
	bool moves = is_store || strcmp(member, "load_matrix_sync") == 0;
	bool multiplies = strcmp(member, "mma_sync") == 0 || strcmp(member, "bmma_sync") == 0;
	bool computes = multiplies || strcmp(member, "fill_fragment") == 0;
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
					   .name = member,
					   .is_lanewise = !multiplies,
					   .given[SIMT_GIVEN_FILL] = multiplies ? NULL : last});
	} else {
		return false;
	}
	*result = value_int(simt, 0);
	return true;
}
