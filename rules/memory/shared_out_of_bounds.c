/* CU109 shared-out-of-bounds: an index into shared memory that passes the array, or what the launch gives of
 * `extern __shared__`.
 *
 * An error only where some lane of some block of a known launch certainly gets there. Under a guard that
 * isn't decided, with an offset that depends on anything but threads and blocks, or through a pointer to one
 * of several arrays it stays silent. Without a known launch it is a warning, for what the first thread of any
 * block does and for indices that grow with blockIdx. */
#include "analyzer/rule/rule.h"
#include "rules/memory/common/reach.h"

#include <string.h>

struct extent {
	const struct simt_site *site;
	const struct ir_var *var;
	const char *name;
	int64_t size, unit; /* bytes of the array; of one element, in which messages count */
	bool is_dynamic;
};

static bool extent_of(const struct simt_site *site, struct extent *out)
{
	if (site->space != SIMT_SHARED || !site->one_object || !site->object)
		return false;
	const struct ir_var *var = simt_object_var(site->object);
	if (!var)
		return false;
	*out = (struct extent){.site = site, .var = var, .name = simt_object_name(site->object)};
	out->size = simt_object_size(site->object);
	out->is_dynamic = var->storage == IR_EXTERN_SHARED;
	out->unit = reach_element_size(var->type);
	return out->size >= 0;
}

/* What the array holds, and for dynamic memory what is wrong with the launch. */
static const char *room(struct pass *pass, const struct simt_report *report, const struct extent *extent)
{
	long long count = extent->size / extent->unit;
	if (!extent->is_dynamic)
		return arena_printf(pass->arena, "which has %lld", count);
	const struct ir_launch *launch = report->launch->site;
	if (!extent->size)
		return launch && !launch->shared
			       ? "but the launch gives no shared memory: its third argument is missing"
			       : "but the launch gives no shared memory";
	const char *text = arena_printf(pass->arena, "but the launch gives %lld bytes (%lld elements)",
		(long long)extent->size, count);
	if (extent->unit > 1 && extent->site->sure_high <= extent->size * extent->unit)
		text = arena_printf(pass->arena, "%s: the argument counts bytes, not elements", text);
	return text;
}

static void add_context(struct pass *pass, const struct simt_report *report, const struct extent *extent,
	struct finding *finding)
{
	const struct ir_launch *launch = report->launch->site;
	finding->function = extent->site->function->display;
	pass_related(pass, finding, extent->var->range, "`%s` is declared here", extent->name);
	if (!launch)
		return;
	pass_related(pass, finding, launch->range, "the launch");
	bool is_count = extent->is_dynamic && extent->unit > 1 && extent->size > 0 && launch->shared &&
			report->launch->source == LAUNCH_SITE &&
			extent->site->sure_high <= extent->size * extent->unit;
	if (!is_count)
		return;
	struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "give the size in bytes");
	const char *text = pass_text(pass, launch->shared->range);
	bool is_word = !text[strcspn(text, " +-*/%<>?:&|^=,")];
	fix_replace(pass, fix, launch->shared->range, is_word ? "%s * %lld" : "(%s) * %lld", text,
		(long long)extent->unit);
}

static void report_proven(struct pass *pass, const struct simt_report *report, const struct extent *extent)
{
	const struct simt_site *site = extent->site;
	bool below = site->sure_low < 0;
	int64_t at = reach_element_at(below ? site->sure_low : site->sure_high - 1, extent->unit);
	struct finding *finding = pass_report(pass, site->expr->range, "%s %s element %lld of `%s`, %s",
		reach_thread_name(pass, report->launch, below ? site->low_lane : site->high_lane),
		site->kind == SIMT_LOAD ? "reads" : "writes", (long long)at, extent->name,
		room(pass, report, extent));
	pass_note_object(pass, finding, site->object);
	if (report->launch->source < LAUNCH_SITE) {
		finding->severity = SEVERITY_WARNING;
		finding->confidence = CONFIDENCE_LIKELY;
	}
	add_context(pass, report, extent, finding);
}

static void report_any_block(struct pass *pass, const struct simt_report *report, const struct extent *extent)
{
	struct finding *finding = pass_report(pass, extent->site->expr->range,
		"the index of `%s` grows with blockIdx, but every block has its own %lld elements",
		extent->name, (long long)(extent->size / extent->unit));
	pass_note_object(pass, finding, extent->site->object);
	finding->severity = SEVERITY_WARNING;
	finding->confidence = CONFIDENCE_LIKELY;
	add_context(pass, report, extent, finding);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	const struct ir_var *done = NULL; /* dynamic memory that is too small is one defect */
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		struct extent extent;
		if (!extent_of(site, &extent) || (extent.is_dynamic && extent.var == done))
			continue;
		bool sure = site->sure_low < site->sure_high &&
			    (site->sure_low < 0 || site->sure_high > extent.size);
		bool inside = site->bounds_known && site->low >= 0 && site->high <= extent.size;
		if (sure && (report->launch->source >= LAUNCH_SITE ||
				    reach_holds_for_any_block(report, site,
					    site->sure_low < 0 ? site->low_lane : site->high_lane)))
			report_proven(pass, report, &extent);
		else if (site->any_block && !inside && extent.size)
			report_any_block(pass, report, &extent);
		else
			continue;
		done = extent.is_dynamic ? extent.var : done;
	}
}

const struct rule rule_shared_out_of_bounds = {
	.code = "CU109",
	.name = "shared-out-of-bounds",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Index past the end of shared memory",
	.hooks = {.execution = on_execution},
};
