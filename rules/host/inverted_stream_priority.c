/* CU710 inverted-stream-priority: the least and the greatest priority confused, as far as names show, or a
 * priority outside the range.
 *
 * cudaDeviceGetStreamPriorityRange writes the least priority first, and the greatest is the smaller number.
 * Where the variables handed to it have names that say the opposite, that is what is reported; else streams
 * whose names say the opposite of the bound that they are made with. `min` and `max` say nothing: they may
 * mean the number. Constants are measured at the widest range that any device has. */
#include <ctype.h>
#include <string.h>

#include "analyzer/cuda/host_traits.h"
#include "analyzer/rule/rule.h"

enum { LEAST = 0, GREATEST = -5 }; /* as numbers, on devices of today */

enum side { SIDE_NONE, SIDE_LOW, SIDE_HIGH };

/* Whether a word of the name, as camel case and underscores part it, is `word`. */
static bool has_word(const char *name, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = name; *at; at++) {
		bool begins = at == name || !isalpha((unsigned char)at[-1]) ||
			      (isupper((unsigned char)at[0]) && islower((unsigned char)at[-1]));
		bool same = begins && tolower((unsigned char)at[0]) == word[0];
		for (size_t i = 1; same && i < length; i++)
			same = at[i] && tolower((unsigned char)at[i]) == word[i];
		if (same && !islower((unsigned char)at[length]))
			return true;
	}
	return false;
}

static enum side side_of(const char *name)
{
	static const char *const low[] = {
		"least", "low", "lowest", "lower", "lo", "background", "idle", "lowpriority", NULL};
	static const char *const high[] = {
		"greatest", "high", "highest", "higher", "hi", "urgent", "critical", "highpriority", NULL};
	bool is_low = false, is_high = false;
	for (size_t i = 0; name && low[i]; i++)
		is_low |= has_word(name, low[i]);
	for (size_t i = 0; name && high[i]; i++)
		is_high |= has_word(name, high[i]);
	return is_low == is_high ? SIDE_NONE : is_low ? SIDE_LOW : SIDE_HIGH;
}

static bool is_range_query(const struct host_op *op)
{
	return cuda_host_traits(op->callee)->tells_priorities && op->expr->operand_count == 2;
}

static const char *name_of(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	while ((expr->kind == IR_UNARY || expr->kind == IR_INDEX) && expr->operand_count)
		expr = ir_strip_casts(expr->operands[0]);
	return expr->kind == IR_VAR ? expr->var->name : expr->kind == IR_MEMBER ? expr->member.name : NULL;
}

static bool is_swapped(const struct host_op *query)
{
	return side_of(name_of(query->expr->operands[0])) == SIDE_HIGH &&
	       side_of(name_of(query->expr->operands[1])) == SIDE_LOW;
}

static void look_at_query(struct pass *pass, const struct host_op *op)
{
	if (is_swapped(op))
		pass_report_op(pass, op,
			"`%s` receives the least priority and `%s` the greatest: the least comes first, "
			"though it is the larger number",
			name_of(op->expr->operands[0]), name_of(op->expr->operands[1]));
}

/* The query that a priority comes from, with the bound (0 the least, 1 the greatest) and what was added. */
static const struct host_op *query_of(const struct host_trace *trace, const struct host_sum *priority,
	const struct host_op *made, size_t *bound)
{
	if (priority->term_count != 1 || priority->terms[0].factor != 1 || !priority->terms[0].atom->expr)
		return NULL;
	const struct ir_expr *expr = priority->terms[0].atom->expr;
	for (size_t i = made->index; i-- > 0;) {
		const struct host_op *op = trace->ops.data[i];
		if (!op->expr || op->expr->kind != IR_CALL || !is_range_query(op))
			continue;
		for (*bound = 0; *bound < 2; ++*bound)
			if (op->expr->operands[*bound] == expr)
				return op;
	}
	return NULL;
}

static void look_at_number(struct pass *pass, const struct host_op *op, int64_t number)
{
	if (number > LEAST)
		pass_report_op(pass, op,
			"priority %lld is below the least one, 0: it is taken for 0; smaller numbers are "
			"greater priorities",
			(long long)number);
	else if (number < GREATEST)
		pass_report_op(pass, op,
			"priority %lld is outside the range of every device (%d to 0): it is taken for the "
			"greatest",
			(long long)number, GREATEST);
}

static void look_at_stream(
	struct pass *pass, const struct host_trace *trace, const struct host_object *stream)
{
	static const char *const bounds[] = {"least", "greatest"};
	const struct host_op *op = stream->made_by;
	int64_t number;
	size_t bound;
	if (host_sum_is_number(stream->priority, &number)) {
		look_at_number(pass, op, number);
		return;
	}
	const struct host_op *query = query_of(trace, stream->priority, op, &bound);
	if (!query || is_swapped(query))
		return;
	int64_t beyond = stream->priority->constant;
	struct finding *finding = NULL;
	enum side side = side_of(stream->name ? stream->name : stream->var ? stream->var->name : NULL);
	if ((bound == 0 && beyond > 0) || (bound == 1 && beyond < 0))
		finding = pass_report_op(pass, op,
			"the priority is %lld beyond the %s one: it is taken for the %s",
			(long long)(beyond < 0 ? -beyond : beyond), bounds[bound], bounds[bound]);
	else if (!beyond && ((bound == 0 && side == SIDE_HIGH) || (bound == 1 && side == SIDE_LOW)))
		finding = pass_report_op(pass, op, "%s is made with the %s priority, against its name",
			host_object_name(trace, stream), bounds[bound]);
	if (finding)
		pass_related(pass, finding, query->expr->operands[bound]->range, "receives the %s priority",
			bounds[bound]);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->expr && op->expr->kind == IR_CALL && is_range_query(op))
			look_at_query(pass, op);
		else if (op->kind == HOST_MAKE && op->object && op->object->kind == HOST_STREAM &&
			 op->object->priority && op->object->made_by)
			look_at_stream(pass, trace, op->object);
	}
}

const struct rule rule_inverted_stream_priority = {
	.code = "CU710",
	.name = "inverted-stream-priority",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Least and greatest stream priority confused",
	.hooks = {.host = on_host},
};
