/* CU108 index-overflow: an index computed in 32 bits that passes 2^31 (2^32 where it is unsigned) in some
 * block of the launch, and then addresses memory.
 *
 * Sizes have to be known: from the launch, its arguments, `--launch`, `--param`. Where a number goes through
 * a remainder, a mask, a shift or a comparison on its way, wrapping may be meant and is no finding. */
#include "analyzer/rule/rule.h"

static bool was_reported(const struct simt_report *report, size_t count, const struct ir_expr *expr)
{
	for (size_t i = 0; i < count; i++)
		if (report->sites.data[i]->wrapped && report->sites.data[i]->wrapped->expr == expr)
			return true;
	return false;
}

static void report_wrap(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	const struct ir_expr *expr = site->wrapped->expr;
	const struct ir_type *type = ir_type_value(expr->type);
	const char *text = pass_text(pass, expr->range);
	bool narrows = expr->kind == IR_CAST, product = expr->op == IR_OP_MUL || expr->op == IR_OP_SHL;
	struct finding *finding = pass_report(pass, expr->range,
		"`%s` reaches %lld in this launch, but is %s `%s`, which ends at %lld: %s", text,
		(long long)site->wrapped->reached, narrows ? "converted to" : "computed in", type->name,
		type->is_signed ? (long long)INT32_MAX : (long long)UINT32_MAX,
		product ? "convert an operand to size_t before multiplying"
			: "keep the index in size_t or long long");
	finding->function = site->function->display;
	if (report->launch->source < LAUNCH_SITE || site->assumptions & SIMT_ASSUMED_TAKEN)
		finding->confidence = CONFIDENCE_LIKELY;
	if (site->expr->range.begin != expr->range.begin)
		pass_related(pass, finding, site->expr->range, "the address that it is used in");
	if (report->launch->site)
		pass_related(pass, finding, report->launch->site->range, "the launch");
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		if (site->wrapped && !was_reported(report, i, site->wrapped->expr))
			report_wrap(pass, report, site);
	}
}

const struct rule rule_index_overflow = {
	.code = "CU108",
	.name = "index-overflow",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "32-bit index that overflows for the launch",
	.hooks = {.execution = on_execution},
};
