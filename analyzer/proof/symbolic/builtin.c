/* What CUDA's own functions and variables do, as far as addresses, conditions and order depend on it. */
#include "analyzer/operation/memory.h"
#include "analyzer/operation/order.h"
#include "analyzer/proof/symbolic/machine.h"

#include <string.h>

static const struct term *product(struct sym *sym, const struct term *const parts[3])
{
	const struct term *out = term_multiply(sym->terms, parts[0], parts[1]);
	return term_multiply(sym->terms, out, parts[2]);
}

/* Threads are numbered x first. */
static const struct term *rank(
	struct sym *sym, const struct term *const index[3], const struct term *const extent[3])
{
	const struct term *out = index[2];
	for (int dim = 1; dim >= 0; dim--)
		out = term_add(sym->terms, term_multiply(sym->terms, out, extent[dim]), index[dim], 1);
	return out;
}

static const struct term *const *triple_of(const struct sym_launch *launch, enum cuda_builtin what)
{
	switch (what) {
	case CUDA_THREAD_INDEX: return launch->thread;
	case CUDA_BLOCK_INDEX: return launch->block;
	case CUDA_BLOCK_DIM: return launch->block_dim;
	case CUDA_GRID_DIM: return launch->grid_dim;
	default: return NULL;
	}
}

const struct term *sym_builtin_member(struct sym *sym, const struct ir_expr *expr)
{
	const struct ir_expr *base = ir_strip(expr->operands[0]);
	const struct term *const *triple = NULL;
	if (!expr->member.name || !expr->member.name[0] || expr->member.name[1])
		return NULL;
	int dim = expr->member.name[0] - 'x';
	if (dim < 0 || dim > 2)
		return NULL;
	if (base->kind == IR_VAR && base->var->storage == IR_BUILTIN)
		triple = triple_of(sym->launch, base->var->builtin);
	if (base->kind == IR_CALL && ir_cuda_class(base)->family == CUDA_BLOCK_GROUP)
		triple = triple_of(sym->launch, ir_cuda(base)->builtin);
	return triple ? triple[dim] : NULL;
}

static int64_t tile_size(const struct ir_expr *expr)
{
	const struct ir_record *record =
		expr->call->object ? ir_type_value(expr->call->object->type)->record : NULL;
	return record && record->arg_count && record->args[0].is_value ? record->args[0].value : 0;
}

/* Ranks and sizes of groups. */
static const struct term *group_number(struct sym *sym, const struct ir_expr *expr)
{
	const struct sym_launch *launch = sym->launch;
	enum cuda_builtin what = ir_cuda(expr)->builtin;
	enum cuda_family group = what ? ir_cuda_class(expr)->family : CUDA_NO_TYPE;
	const struct term *thread = rank(sym, launch->thread, launch->block_dim);
	const struct term *size = product(sym, launch->block_dim);
	int64_t tile = group == CUDA_TILE ? tile_size(expr) : 0;
	if (group == CUDA_BLOCK_GROUP && what == CUDA_THREAD_RANK)
		return thread;
	if (group == CUDA_BLOCK_GROUP && what == CUDA_THREAD_COUNT)
		return size;
	if (group == CUDA_GRID_GROUP && what == CUDA_THREAD_RANK)
		return term_add(sym->terms,
			term_multiply(sym->terms, rank(sym, launch->block, launch->grid_dim), size), thread,
			1);
	if (group == CUDA_GRID_GROUP && what == CUDA_THREAD_COUNT)
		return term_multiply(sym->terms, product(sym, launch->grid_dim), size);
	if (group == CUDA_GRID_GROUP && what == CUDA_BLOCK_RANK)
		return rank(sym, launch->block, launch->grid_dim);
	if (tile > 0 && what == CUDA_THREAD_RANK)
		return term_remainder(sym->terms, thread, term_number(sym->terms, tile));
	if (tile > 0 && what == CUDA_PART_RANK)
		return term_divide(sym->terms, thread, term_number(sym->terms, tile));
	if (tile > 0 && what == CUDA_THREAD_COUNT)
		return term_number(sym->terms, tile);
	return NULL;
}

/* ---- order ------------------------------------------------------------------------------------ */

static void barrier(struct sym *sym, const struct ir_expr *expr)
{
	struct sym_barrier barrier = {.site = expr,
		.function = sym->frame->function,
		.guard = sym->state.live,
		.present = term_not(sym->terms, sym->left),
		.turn_count = sym->turn_count};
	const struct term **turns = ARENA_ARRAY(sym->arena, const struct term *, sym->turn_count + 1);
	memcpy(turns, sym->turns, sym->turn_count * sizeof *turns);
	barrier.turns = turns;
	if (!sym->dry && sym->state.live->op != TERM_FALSE)
		vec_push(sym->arena, &sym->out->barriers, barrier);
	sym_tick(sym, 0);
}

static void operands(struct sym *sym, const struct ir_expr *expr, struct sym_value *values, size_t most)
{
	for (size_t i = 0; i < expr->operand_count; i++) {
		struct sym_value value = sym_expr(sym, expr->operands[i]);
		if (i < most)
			values[i] = value;
	}
}

static struct sym_value result(struct sym *sym, const struct ir_expr *expr, unsigned scope, unsigned marks)
{
	return sym_unknown(sym, expr, "a result", scope, marks, expr->type);
}

static bool group_barrier(struct sym *sym, const struct ir_expr *expr)
{
	const struct ir_expr *group = expr->call->object    ? expr->call->object
				      : expr->operand_count ? expr->operands[0]
							    : NULL;
	enum cuda_family family = group ? ir_cuda_type(ir_type_value(group->type))->family : CUDA_NO_TYPE;
	switch (family) {
	case CUDA_BLOCK_GROUP: barrier(sym, expr); return true;
	case CUDA_TILE:
	case CUDA_COALESCED_GROUP: return true;
	case CUDA_GRID_GROUP:
		barrier(sym, expr);
		sym->out->has_grid_barrier = true;
		return true;
	default: return false;
	}
}

/* ---- memory ----------------------------------------------------------------------------------- */

static const struct ir_type *pointee(const struct ir_expr *expr)
{
	const struct ir_type *type = ir_type_value(expr->type);
	return type->element ? type->element : type;
}

static bool atomic(
	struct sym *sym, const struct ir_expr *expr, const struct cuda_function *row, struct sym_value *out)
{
	if (expr->call->object || !expr->operand_count ||
		ir_type_value(expr->operands[0]->type)->kind != IR_TYPE_POINTER)
		return false;
	struct sym_value values[1];
	operands(sym, expr, values, 1);
	const struct ir_type *type = pointee(expr->operands[0]);
	sym_access(sym, &values[0], SYM_ATOMIC, type->size, NULL, type, expr);
	for (size_t i = 0; values[0].kind == SYM_POINTER && i < values[0].target_count; i++)
		if (values[0].targets[i].object->space == SYM_LOCAL)
			sym_lose(sym, values[0].targets[i].object);
	sym->out->has_other_order |= row->effect == IR_MEMORY_CAS || row->effect == IR_MEMORY_EXCHANGE ||
				     row->effect == IR_MEMORY_READ || row->effect == IR_MEMORY_WRITE;
	*out = result(sym, expr, SYM_THREAD, SYM_UNSEEN);
	return true;
}

static bool cached(
	struct sym *sym, const struct ir_expr *expr, const struct cuda_function *row, struct sym_value *out)
{
	if (!expr->operand_count || ir_type_value(expr->operands[0]->type)->kind != IR_TYPE_POINTER)
		return false;
	struct sym_value place = sym_expr(sym, expr->operands[0]);
	if (cuda_is_cached_load(row)) {
		*out = sym_load(sym, &place, pointee(expr->operands[0]), expr);
		return true;
	}
	if (expr->operand_count < 2)
		return false;
	struct sym_value value = sym_expr(sym, expr->operands[1]);
	sym_store(sym, &place, pointee(expr->operands[0]), &value, expr);
	*out = sym_other(SYM_GRID, 0);
	return true;
}

/* ---- numbers ---------------------------------------------------------------------------------- */

static bool math(
	struct sym *sym, const struct ir_expr *expr, const struct cuda_function *row, struct sym_value *out)
{
	struct sym_value values[2] = {0};
	size_t count = expr->operand_count;
	if (!row->math || count > 3)
		return false;
	operands(sym, expr, values, 2);
	bool both = count == 2 && values[0].kind == SYM_NUMBER && values[1].kind == SYM_NUMBER;
	const struct ir_type *type = ir_type_value(expr->type);
	if (both && row->math == CUDA_MATH_MIN)
		*out = sym_number(term_minimum(sym->terms, values[0].number, values[1].number));
	else if (both && row->math == CUDA_MATH_MAX)
		*out = sym_number(term_maximum(sym->terms, values[0].number, values[1].number));
	else if (both && row->math == CUDA_MATH_MUL24 && values[0].number->low >= 0 &&
		 values[0].number->high < 1 << 23 && values[1].number->low >= 0 &&
		 values[1].number->high < 1 << 23)
		*out = sym_number(term_multiply(sym->terms, values[0].number, values[1].number));
	else if (count == 1 && row->math == CUDA_MATH_ABS && values[0].kind == SYM_NUMBER)
		*out = sym_number(term_maximum(sym->terms, values[0].number,
			term_add(sym->terms, term_number(sym->terms, 0), values[0].number, -1)));
	else {
		unsigned scope = SYM_GRID, marks = SYM_DATA;
		for (size_t i = 0; i < count && i < 2; i++) {
			unsigned its = sym_scope(&values[i]);
			scope = its > scope ? its : scope;
			marks |= sym_marks(&values[i]);
		}
		*out = sym_unknown(sym, expr, "a result", count > 2 ? SYM_THREAD : scope, marks, type);
		return true;
	}
	if (sym_is_integer(type))
		*out = sym_convert(sym, expr, out, type);
	return true;
}

/* What the source promises: the thread gets no further where it doesn't hold. */
static void promise(struct sym *sym, const struct ir_expr *expr)
{
	const struct term *holds =
		expr->operand_count ? sym_condition(sym, expr->operands[0]) : term_truth(sym->terms, true);
	sym_promise(sym, holds);
}

static bool is_promise(const struct ir_expr *expr)
{
	/* the last two are known to verifiers of GPU code alone */
	static const char *const names[] = {
		"__builtin_assume", "__builtin_assert", "__assume", "__requires", NULL};
	const struct ir_function *function = expr->call->function;
	return ir_is_one_of(expr->call->name, names) && (!function || !function->body) &&
	       expr->operand_count == 1;
}

static bool by_operation(
	struct sym *sym, const struct ir_expr *expr, const struct cuda_function *row, struct sym_value *out)
{
	*out = sym_other(SYM_GRID, 0);
	switch (row->op) {
	case CUDA_BLOCK_BARRIER:
		operands(sym, expr, NULL, 0);
		barrier(sym, expr);
		if (row->counts)
			*out = result(sym, expr, SYM_BLOCK, SYM_UNSEEN);
		return true;
	case CUDA_GROUP_BARRIER: return group_barrier(sym, expr);
	case CUDA_FENCE: sym->out->has_other_order = true; return true;
	case CUDA_ASSERT:
	case CUDA_TRAP:
		operands(sym, expr, NULL, 0);
		sym->left = term_or(sym->terms, sym->left, sym->state.live);
		sym->state.live = term_truth(sym->terms, false);
		return true;
	case CUDA_PRINT: operands(sym, expr, NULL, 0); return true;
	case CUDA_CLOCK:
	case CUDA_ACTIVE_MASK:
	case CUDA_LANE_MASK: *out = result(sym, expr, SYM_THREAD, SYM_UNSEEN); return true;
	case CUDA_SLEEP: operands(sym, expr, NULL, 0); return true;
	case CUDA_MAKE_GROUP: {
		*out = (struct sym_value){
			.kind = SYM_RECORD, .object = sym_object_new(sym, SYM_LOCAL, "a group", expr->type)};
		out->object->is_lost = true;
		return true;
	}
	case CUDA_PART_GROUP:
	case CUDA_COALESCED_THREADS:
		*out = (struct sym_value){
			.kind = SYM_RECORD, .object = sym_object_new(sym, SYM_LOCAL, "a group", expr->type)};
		out->object->is_lost = true;
		return true;
	default: return false;
	}
}

static bool collective(
	struct sym *sym, const struct ir_expr *expr, const struct cuda_function *row, struct sym_value *out)
{
	struct sym_value values[4] = {0};
	if (row->collective == IR_NO_COLLECTIVE)
		return false;
	operands(sym, expr, values, 4);
	if (row->collective == IR_SYNCWARP) {
		bool is_whole =
			!expr->operand_count ||
			(values[0].kind == SYM_NUMBER && (term_number_is(values[0].number, UINT32_MAX) ||
								 term_number_is(values[0].number, -1)));
		if (is_whole)
			sym_tick(sym, 8);
	}
	*out = result(sym, expr, SYM_THREAD, SYM_UNSEEN);
	return true;
}

bool sym_builtin(struct sym *sym, const struct ir_expr *expr, struct sym_value *out)
{
	const struct cuda_function *row = ir_cuda(expr);
	if (is_promise(expr)) {
		promise(sym, expr);
		*out = sym_other(SYM_GRID, 0);
		return true;
	}
	if (by_operation(sym, expr, row, out) || collective(sym, expr, row, out))
		return true;
	if (row->builtin) {
		const struct term *number = group_number(sym, expr);
		*out = number ? sym_number(number) : result(sym, expr, SYM_THREAD, SYM_UNSEEN);
		return sym_is_integer(ir_type_value(expr->type));
	}
	if (cuda_is_cached_load(row) || cuda_is_cached_store(row))
		return cached(sym, expr, row, out);
	if (cuda_is_atomic(row))
		return atomic(sym, expr, row, out);
	return math(sym, expr, row, out);
}
