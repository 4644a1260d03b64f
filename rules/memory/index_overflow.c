/* CU108 index-overflow: an index computed in 32 bits that passes 2^31 (2^32 where it is unsigned) in some
 * block of the launch, and then addresses memory.
 *
 * Sizes have to be known: from the launch, its arguments, `--launch`, `--param`. Of sizes that aren't known,
 * a product of two is told, as an info. Where a number goes through a remainder, a mask, a shift or a
 * comparison on its way, wrapping may be meant and is no finding. */
#include "analyzer/rule/rule.h"

static const double LARGEST_MEMORY = 288e9; /* bytes of a B300, the most that a GPU has */

static bool was_reported(const struct simt_report *report, size_t count, const struct ir_expr *expr)
{
	for (size_t i = 0; i < count; i++)
		if (report->sites.data[i]->wrapped && report->sites.data[i]->wrapped->expr == expr)
			return true;
	return false;
}

/* A product of extents: from how many elements on, and what an array of these takes. */
static struct finding *report_size(
	struct pass *pass, const struct simt_site *site, const struct ir_expr *expr, const char *hint)
{
	const struct ir_type *type = ir_type_value(expr->type);
	double limit = type->is_signed ? (double)INT32_MAX : (double)UINT32_MAX;
	double bytes = (limit + 1) * site->size;
	if (bytes > LARGEST_MEMORY)
		return NULL;
	struct finding *finding = pass_report(pass, expr->range,
		"`%s` is computed in `%s`, which ends at %.0f: an array with more elements fits the memory of a GPU "
		"(%.1f GB at %u byte%s each); %s",
		pass_text(pass, expr->range), type->name, limit, bytes / 1e9, site->size,
		site->size == 1 ? "" : "s", hint);
	finding->function = site->function->display;
	finding->severity = SEVERITY_INFO;
	finding->confidence = CONFIDENCE_LIKELY;
	return finding;
}

static struct finding *report_wrap(
	struct pass *pass, const struct simt_report *report, const struct simt_wrap *wrap, const char *hint)
{
	const struct ir_type *type = ir_type_value(wrap->expr->type);
	const char *text = pass_text(pass, wrap->expr->range);
	bool narrows = wrap->expr->kind == IR_CAST;
	struct finding *finding = pass_report(pass, wrap->expr->range,
		"`%s` reaches %lld in this launch, but is %s `%s`, which ends at %lld: %s", text,
		(long long)wrap->reached, narrows ? "converted to" : "computed in", type->name,
		type->is_signed ? (long long)INT32_MAX : (long long)UINT32_MAX, hint);
	if (report->launch->source < LAUNCH_SITE)
		finding->confidence = CONFIDENCE_LIKELY;
	return finding;
}

static void report_address(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	const struct ir_expr *expr = site->wrapped->expr;
	bool product = expr->op == IR_OP_MUL || expr->op == IR_OP_SHL;
	struct finding *finding = report_wrap(pass, report, site->wrapped,
		product ? "convert an operand to size_t before multiplying"
			: "keep the index in size_t or long long");
	finding->function = site->function->display;
	if (site->assumptions & SIMT_ASSUMED_TAKEN)
		finding->confidence = CONFIDENCE_LIKELY;
	if (site->expr->range.begin != expr->range.begin)
		pass_related(pass, finding, site->expr->range, "the address that it is used in");
	if (report->launch->site)
		pass_related(pass, finding, report->launch->site->range, "the launch");
}

static void report_at(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	const struct ir_expr *expr = site->wrapped->expr;
	if (!site->wrapped->by_size) {
		report_address(pass, report, site);
		return;
	}
	struct finding *finding =
		report_size(pass, site, expr, "convert an operand to size_t before multiplying");
	if (finding && site->expr->range.begin != expr->range.begin)
		pass_related(pass, finding, site->expr->range, "the address that it is used in");
}

/* The largest elements of global memory that a loop goes to; NULL: it goes to none. */
static const struct simt_site *site_in(const struct simt_report *report, const struct simt_bound *bound)
{
	const struct simt_site *found = NULL;
	const struct ir_range loop = bound->loop->range;
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		const struct ir_range range = site->expr->range;
		if (site->space == SIMT_GLOBAL && site->function == bound->function &&
			range.begin >= loop.begin && range.end <= loop.end &&
			(!found || site->size > found->size))
			found = site;
	}
	return found;
}

static void report_bound(struct pass *pass, const struct simt_report *report, const struct simt_bound *bound)
{
	const char *hint = "keep the loop's counter and its bound in long long";
	if (bound->wrap->by_size) {
		const struct simt_site *site = site_in(report, bound);
		struct finding *sized = site ? report_size(pass, site, bound->wrap->expr, hint) : NULL;
		if (sized)
			pass_related(pass, sized, bound->loop->range, "the loop that it ends");
		return;
	}
	struct finding *finding = report_wrap(pass, report, bound->wrap, hint);
	finding->function = bound->function->display;
	pass_related(pass, finding, bound->loop->range, "the loop that it ends");
	if (report->launch->site)
		pass_related(pass, finding, report->launch->site->range, "the launch");
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		if (site->wrapped && !was_reported(report, i, site->wrapped->expr))
			report_at(pass, report, site);
	}
	for (size_t i = 0; i < report->bounds.count; i++)
		if (!was_reported(report, report->sites.count, report->bounds.data[i].wrap->expr))
			report_bound(pass, report, &report->bounds.data[i]);
}

const struct rule rule_index_overflow = {
	.code = "CU108",
	.name = "index-overflow",
	.severity = SEVERITY_WARNING,
	.strict_infos = true,
	.since = "0.1.0",
	.summary = "32-bit index that overflows for the launch",
	.hooks = {.execution = on_execution},
};
