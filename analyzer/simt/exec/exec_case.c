/* Which lanes a switch sends to which case. */
#include <string.h>

#include "analyzer/simt/exec/exec.h"

/* What is decided of the active lanes for one label: those that it is for, and those that it isn't. */
static struct simt_truth match(struct simt *simt, const struct ir_stmt *label, const struct simt_value *value)
{
	static const struct ir_type number = {
		.kind = IR_TYPE_INT, .is_signed = true, .size = 8, .align = 8, .name = "long"};
	const struct simt_value *low = exec_expr(simt, label->expr);
	const struct simt_value *high = label->step ? exec_expr(simt, label->step) : low;
	int64_t constant;
	struct simt_truth none = {.no = simt->active.may};
	if (!value_constant(low, &constant) || !value_constant(high, &constant))
		return none;
	if (low == high)
		return value_compare(simt, IR_OP_EQ, value, low, &number);
	struct simt_truth from = value_compare(simt, IR_OP_GE, value, low, &number);
	if (simt->stop != SIMT_RUNNING)
		return none;
	struct simt_truth to = value_compare(simt, IR_OP_LE, value, high, &number);
	struct simt_truth both = {.yes = mask_and(&from.yes, &to.yes), .no = mask_or(&from.no, &to.no)};
	return both;
}

struct simt_mask exec_case_lanes(struct simt *simt, const struct ir_stmt *label,
	const struct simt_value *value, const struct simt_mask *waiting)
{
	struct simt_active now = simt->active;
	simt->active.may = *waiting;
	struct simt_truth truth = match(simt, label, value);
	simt->active = now;
	return mask_and(&truth.yes, waiting);
}

bool exec_cases_known(struct simt *simt, const struct ir_stmt *body, const struct simt_value *value)
{
	bool known = value->kind == SIMT_INT;
	for (size_t i = 0; known && i < body->child_count; i++) {
		const struct ir_stmt *at = body->children[i];
		for (; known && at && (at->kind == IR_CASE || at->kind == IR_DEFAULT); at = at->body) {
			if (at->kind == IR_DEFAULT)
				continue;
			struct simt_truth truth = match(simt, at, value);
			struct simt_mask decided = mask_or(&truth.yes, &truth.no);
			struct simt_mask open = mask_minus(&simt->active.may, &decided);
			known = !mask_any(&open) && simt->stop == SIMT_RUNNING;
		}
	}
	return known;
}

/* The lanes that the cases in front of a statement are for; those don't go to a default further up. */
static struct simt_mask label_lanes(struct simt *simt, const struct ir_stmt *at,
	const struct simt_value *value, const struct simt_mask *waiting)
{
	struct simt_mask out;
	memset(&out, 0, sizeof out);
	for (; at && (at->kind == IR_CASE || at->kind == IR_DEFAULT); at = at->body) {
		if (at->kind == IR_DEFAULT)
			continue;
		struct simt_mask one = exec_case_lanes(simt, at, value, waiting);
		out = mask_or(&out, &one);
	}
	return out;
}

struct simt_mask exec_default_lanes(struct simt *simt, const struct ir_stmt *body, size_t child,
	const struct simt_value *value, const struct simt_mask *waiting)
{
	struct simt_mask out = *waiting;
	for (size_t k = child + 1; k < body->child_count; k++) {
		struct simt_mask later = label_lanes(simt, body->children[k], value, waiting);
		out = mask_minus(&out, &later);
	}
	return out;
}
