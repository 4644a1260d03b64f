/* Which lanes of a block get to a place, as far as conditions tell. */
#include <string.h>

#include "analyzer/order/judge.h"
#include "analyzer/order/race/block_item.h"
#include "analyzer/order/relation.h"

static bool decide(enum ir_op op, int64_t known)
{
	switch (op) {
	case IR_OP_LT: return known < 0;
	case IR_OP_LE: return known <= 0;
	case IR_OP_GT: return known > 0;
	case IR_OP_GE: return known >= 0;
	case IR_OP_EQ: return known == 0;
	default: return known != 0;
	}
}

enum block_reach block_reach_of(const struct block_view *view, const struct simt_path *path, unsigned lane)
{
	enum block_reach reach = BLOCK_SURE;
	for (; path; path = path->up) {
		const struct simt_condition *condition = path->condition;
		bool told = condition->relation_count > 0;
		for (unsigned i = 0; i < condition->relation_count; i++) {
			struct simt_relation relation;
			struct block_number number;
			if (!relation_holds(path, lane, i, &relation) ||
				!block_number_of(view, relation.difference, lane, &number)) {
				told = false;
				continue;
			}
			if (!number.form && !decide(relation.op, number.known))
				return BLOCK_NEVER;
			told &= !number.form || relation.op != IR_OP_EQ;
		}
		bool open = !mask_has(&condition->open, lane) || condition->is_loop || condition->ends_loop;
		if (!told && !open)
			reach = BLOCK_MAYBE;
	}
	return reach;
}

/* Whether what two blocks need of the launch's numbers can't be had together. */
static bool excludes(const struct block_view *one, const struct simt_path *a, unsigned a_lane,
	const struct block_view *other, const struct simt_path *b, unsigned b_lane)
{
	for (unsigned i = 0; i < SIMT_MAX_RELATIONS; i++) {
		struct simt_relation left, right;
		struct block_number p, q;
		if (!relation_holds(a, a_lane, i, &left) ||
			!block_number_of(one, left.difference, a_lane, &p) || !p.form)
			continue;
		for (unsigned k = 0; k < SIMT_MAX_RELATIONS; k++)
			if (relation_holds(b, b_lane, k, &right) &&
				block_number_of(other, right.difference, b_lane, &q) && p.form == q.form &&
				!relation_meet(relation_interval(left.op, p.known),
					relation_interval(right.op, q.known)))
				return true;
	}
	return false;
}

struct block_view block_view_of(const struct block_touch *touch)
{
	struct block_view view = touch->run->view;
	memcpy(view.block, touch->block, sizeof view.block);
	return view;
}

bool block_excludes(
	const struct block_touch *a, unsigned a_lane, const struct block_touch *b, unsigned b_lane)
{
	struct block_view one = block_view_of(a), other = block_view_of(b);
	for (const struct simt_path *p = a->item->op.access->where.path; p; p = p->up)
		for (const struct simt_path *q = b->item->op.access->where.path; q; q = q->up)
			if (excludes(&one, p, a_lane, &other, q, b_lane))
				return true;
	return false;
}
