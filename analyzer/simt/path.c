/* Under which conditions something happens: every condition that isn't decided gets an object of its own, and
 * events carry the list of those they depend on. */
#include "analyzer/simt/exec/exec.h"

#include <string.h>

enum ir_op simt_negated(enum ir_op op)
{
	switch (op) {
	case IR_OP_LT: return IR_OP_GE;
	case IR_OP_GE: return IR_OP_LT;
	case IR_OP_GT: return IR_OP_LE;
	case IR_OP_LE: return IR_OP_GT;
	case IR_OP_EQ: return IR_OP_NE;
	default: return IR_OP_EQ;
	}
}

bool simt_excludes(const struct simt_path *a, const struct simt_path *b)
{
	for (; a; a = a->up)
		for (const struct simt_path *other = b; other; other = other->up)
			if (a->condition == other->condition && a->side != other->side)
				return true;
	return false;
}

/* Adds what holds of `part` when it is `side`; returns whether nothing is lost. */
static bool add_relations(struct simt_truth *out, const struct simt_truth *part, bool side)
{
	if (part->relation_side != side && !(part->exactly && part->relation_count == 1))
		return false;
	bool fits = out->relation_count + part->relation_count <= SIMT_MAX_RELATIONS;
	for (unsigned i = 0; i < part->relation_count && out->relation_count < SIMT_MAX_RELATIONS; i++) {
		struct simt_relation relation = part->relations[i];
		if (part->relation_side != side)
			relation.op = simt_negated(relation.op);
		out->relations[out->relation_count++] = relation;
	}
	return part->exactly && fits;
}

void truth_relate(struct simt_truth *out, const struct simt_truth *part)
{
	memcpy(out->relations, part->relations, sizeof out->relations);
	out->relation_count = part->relation_count;
	out->relation_side = part->relation_side;
	out->exactly = part->exactly;
}

void truth_combine(
	struct simt_truth *out, const struct simt_truth *a, const struct simt_truth *b, bool is_and)
{
	out->relation_count = 0;
	out->relation_side = is_and;
	bool left = add_relations(out, a, is_and), right = add_relations(out, b, is_and);
	out->exactly = left && right;
}

struct simt_condition *path_condition(struct simt *simt, const struct simt_mask *open,
	const struct simt_truth *truth, const struct ir_stmt *stmt)
{
	if (!mask_any(open))
		return NULL;
	struct simt_condition *condition = ARENA_NEW(simt->arena, struct simt_condition);
	condition->id = ++simt->conditions;
	condition->stmt = stmt;
	condition->open = *open;
	condition->uniform = truth->uniform;
	condition->by_data = truth->by_data;
	condition->usual = true;
	condition->object = truth->by_data ? simt->last_read : NULL;
	memcpy(condition->relations, truth->relations, sizeof truth->relations);
	condition->relation_count = truth->relation_count;
	for (unsigned i = 0; i < truth->relation_count; i++) {
		struct simt_relation *relation = &condition->relations[i];
		const struct simt_value *difference = value_subtract(simt, relation->left, relation->right);
		relation->difference = difference->kind == SIMT_INT ? difference : NULL;
	}
	condition->relation_side = truth->relation_side;
	condition->exactly = truth->exactly;
	return condition;
}

void path_take(struct simt *simt, const struct simt_condition *condition, bool side)
{
	if (!condition)
		return;
	struct simt_path *path = ARENA_NEW(simt->arena, struct simt_path);
	*path = (struct simt_path){
		simt->where.path, condition, side, simt->where.path ? simt->where.path->length + 1 : 1};
	simt->where.path = path;
}

void path_split(struct simt *simt, const struct ir_stmt *stmt, const struct simt_mask *lanes)
{
	struct simt_split *split = ARENA_NEW(simt->arena, struct simt_split);
	*split = (struct simt_split){simt->where.split, stmt, *lanes};
	simt->where.split = split;
}

static bool tells_threads(const struct simt_value *value)
{
	return value && value_is_known(value) && value->lanes;
}

bool simt_keeps_threads(const struct simt_path *path)
{
	for (; path; path = path->up) {
		const struct simt_condition *condition = path->condition;
		if (condition->by_data && !condition->uniform)
			return true;
		for (unsigned i = 0; i < condition->relation_count; i++)
			if (tells_threads(condition->relations[i].left) ||
				tells_threads(condition->relations[i].right))
				return true;
	}
	return false;
}

/* Whether a statement adds what an expression gives to something, or takes the larger of the two. */
static bool accumulates(const struct ir_expr *statement)
{
	if (!statement || statement->kind != IR_ASSIGN || statement->operand_count < 2)
		return false;
	const struct ir_expr *right = ir_strip_casts(statement->operands[1]);
	return statement->op != IR_OP_NONE || right->kind == IR_BINARY;
}

void exec_event(struct simt *simt, struct simt_event event)
{
	if (!simt->sink->event || simt->stop != SIMT_RUNNING)
		return;
	event.function = simt->frame->function;
	event.active = simt->active;
	event.where = simt->where;
	event.comes_again = simt->unlogged > 0;
	event.result_used = event.site && simt->statement != event.site;
	event.accumulates = event.result_used && accumulates(simt->statement);
	simt->sink->event(simt->sink->context, simt, &event);
}
