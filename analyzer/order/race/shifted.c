#include "analyzer/order/race/shifted.h"

#include "analyzer/ir/walk.h"
#include "analyzer/value/rounding.h"

/* The index of an element, behind members of it; NULL: it is written in another way. */
static const struct ir_expr *index_of(const struct ir_expr *site)
{
	site = ir_strip_casts(site);
	while (site->kind == IR_MEMBER && site->operand_count)
		site = ir_strip_casts(site->operands[0]);
	return site->kind == IR_INDEX ? ir_strip_casts(site->operands[1]) : NULL;
}

/* Whether a loop goes on only while it isn't zero: its condition asks for it alone. */
static bool is_asked(const struct simt_turn *turn, const struct ir_expr *expr)
{
	if (expr->kind != IR_VAR)
		return false;
	for (; turn; turn = turn->up) {
		const struct ir_expr *condition = turn->loop->expr ? ir_strip_casts(turn->loop->expr) : NULL;
		bool compares = condition && condition->kind == IR_BINARY &&
				(condition->op == IR_OP_GT || condition->op == IR_OP_GE ||
					condition->op == IR_OP_NE) &&
				ir_strip_casts(condition->operands[1])->kind == IR_INT;
		if (!condition || (!compares && condition->kind != IR_VAR))
			continue;
		if (ir_mentions_var(condition, expr->var))
			return true;
	}
	return false;
}

/* Whether all lanes are as far from their own elements, by a number that isn't known. */
static bool is_beside(const struct simt_access *load)
{
	const struct simt_value *offset = load->offset;
	if (!offset)
		return load->why == simt_by_warp_and_lane;
	for (uint32_t i = 0; i < offset->term_count; i++)
		if (offset->terms[i].lanes)
			return false;
	return offset->term_count > 0;
}

bool sync_is_shifted(const struct simt_access *store, const struct simt_access *load)
{
	if (load->kind != SIMT_LOAD || !store->offset || store->where.call != load->where.call ||
		!is_beside(load))
		return false;
	const struct ir_expr *own = index_of(store->site), *sum = index_of(load->site);
	if (!own || !sum || sum->kind != IR_BINARY || sum->op != IR_OP_ADD)
		return false;
	const struct ir_expr *left = ir_strip_casts(sum->operands[0]),
			     *right = ir_strip_casts(sum->operands[1]);
	return (ir_same_expr(left, own) && is_asked(load->where.turn, right)) ||
	       (ir_same_expr(right, own) && is_asked(load->where.turn, left));
}
