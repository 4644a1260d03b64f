/* Comparisons of numbers that share an unknown part. */
#include "analyzer/order/relation.h"

struct relation_interval relation_interval(enum ir_op op, int64_t known)
{
	const int64_t most = INT64_MAX / 2;
	struct relation_interval out = {-most, most, 0, false};
	known = known < -most ? -most : known > most ? most : known; /* nothing is told apart beyond */
	switch (op) {
	case IR_OP_LT: out.high = -known - 1; break;
	case IR_OP_LE: out.high = -known; break;
	case IR_OP_GT: out.low = -known + 1; break;
	case IR_OP_GE: out.low = -known; break;
	case IR_OP_EQ: out.low = out.high = -known; break;
	case IR_OP_NE:
		out.except = -known;
		out.has_exception = true;
		break;
	default: break;
	}
	return out;
}

bool relation_meet(struct relation_interval a, struct relation_interval b)
{
	int64_t low = a.low > b.low ? a.low : b.low, high = a.high < b.high ? a.high : b.high;
	if (low > high)
		return false;
	return low != high || !((a.has_exception && a.except == low) || (b.has_exception && b.except == low));
}

bool relation_same_unknown(
	const struct simt_value *a, unsigned a_lane, const struct simt_value *b, unsigned b_lane)
{
	if (a->term_count != b->term_count)
		return false;
	for (uint32_t i = 0; i < a->term_count; i++) {
		const struct simt_term *s = &a->terms[i], *t = &b->terms[i];
		if (s->symbol != t->symbol || (s->lanes ? s->lanes[a_lane] : s->coefficient) !=
						      (t->lanes ? t->lanes[b_lane] : t->coefficient))
			return false;
	}
	return true;
}

bool relation_holds(const struct simt_path *path, unsigned lane, unsigned index, struct simt_relation *out)
{
	const struct simt_condition *condition = path->condition;
	if (!mask_has(&condition->open, lane) || index >= condition->relation_count ||
		!condition->relations[index].difference)
		return false;
	*out = condition->relations[index];
	if (path->side == condition->relation_side)
		return true;
	out->op = simt_negated(out->op);
	return condition->exactly && condition->relation_count == 1;
}
