/* CU130 global-out-of-bounds: over the blocks of a launch, some thread certainly gets past the end, or before
 * the start, of the allocation that the launch hands to the kernel, or of a __device__ variable.
 *
 * Block, grid and the allocation's size must be known, and the thread must get there whatever isn't known.
 * Under a guard that isn't decided, with an index from memory, or through one of several pointers it is
 * silent. */
#include "analyzer/finding/picture/picture.h"
#include "analyzer/rule/rule.h"
#include "rules/memory/common/allocation.h"
#include "rules/memory/common/elements.h"
#include "rules/memory/common/reach.h"

static bool is_array_variable(const struct simt_site *site)
{
	return simt_object_var(site->object) && !simt_object_allocation(site->object);
}

/* The memory, and how far the launch gets. */
static const struct picture *picture_of(
	struct pass *pass, const struct simt_report *report, const struct simt_site *site, int64_t bytes)
{
	bool below = site->sure_low < 0;
	struct picture *picture = ARENA_NEW(pass->arena, struct picture);
	picture->kind = PICTURE_BOUNDS;
	picture->bounds = (struct picture_bounds){.object = pass_site_name(pass, report, site),
		.who = reach_thread_of_block(pass, report->launch, below ? site->low_lane : site->high_lane,
			below ? site->low_block : site->high_block),
		.access = site->kind == SIMT_LOAD ? PICTURE_LOAD : PICTURE_STORE,
		.bytes = bytes,
		.low = site->sure_low,
		.high = site->sure_high};
	return picture;
}

static void report(
	struct pass *pass, const struct simt_report *report, const struct simt_site *site, int64_t bytes)
{
	const struct host_object *allocation = simt_object_allocation(site->object);
	bool below = site->sure_low < 0;
	unsigned lane = below ? site->low_lane : site->high_lane;
	long long at = below ? site->sure_low : site->sure_high - site->size;
	const char *trial = report->launch->trial;
	struct finding *finding = pass_report(pass, site->expr->range,
		"%s%s%s%s %s %u byte%s at byte %lld of `%s`, %s", trial && *trial ? "for " : "",
		trial ? trial : "", trial && *trial ? ", " : "",
		reach_thread_of_block(pass, report->launch, lane, below ? site->low_block : site->high_block),
		site->kind == SIMT_LOAD ? "reads" : "writes", site->size, site->size == 1 ? "" : "s", at,
		pass_site_name(pass, report, site),
		below ? "before its start"
		      : arena_printf(pass->arena, "which has %lld bytes", (long long)bytes));
	finding->function = site->function->display;
	pass_note_object(pass, finding, site->object);
	if (report->launch->source < LAUNCH_SITE || (trial && *trial)) {
		finding->severity = SEVERITY_WARNING;
		finding->confidence = CONFIDENCE_LIKELY;
	}
	if (allocation)
		allocation_related(pass, finding, allocation);
	else if (simt_object_var(site->object))
		pass_related(pass, finding, simt_object_var(site->object)->range, "declared here");
	if (report->launch->site)
		pass_related(pass, finding, report->launch->site->range, "the launch");
	finding->picture = picture_of(pass, report, site, bytes);
}

static bool is_certain(const struct simt_report *report, const struct simt_site *site, int64_t bytes)
{
	const struct host_object *allocation = simt_object_allocation(site->object);
	if (site->sure_low >= site->sure_high || (site->sure_low >= 0 && site->sure_high <= bytes))
		return false;
	if (allocation) /* of a launch that the host was seen to make */
		return report->launch->source >= LAUNCH_SITE && report->launch->grid_known;
	return report->launch->source >= LAUNCH_SITE
		       ? report->launch->grid_known
		       : reach_holds_for_any_block(
				 report, site, site->sure_low < 0 ? site->low_lane : site->high_lane);
}

/* CU136 */
static bool is_counted_in_elements(const struct pass *pass, const struct simt_site *site)
{
	const struct host_object *allocation = simt_object_allocation(site->object);
	return allocation && site->sure_low >= 0 && elements_would_fit(pass, allocation, site->sure_high);
}

static void check(
	struct pass *pass, const struct simt_report *executed, const struct simt_site *site, int64_t bytes)
{
	if (!is_counted_in_elements(pass, site) && is_certain(executed, site, bytes) &&
		!allocation_is_told(pass, site->expr->range))
		report(pass, executed, site, bytes);
}

static void on_execution(struct pass *pass, const struct simt_report *executed)
{
	for (size_t i = 0; i < executed->sites.count; i++) {
		const struct simt_site *site = executed->sites.data[i];
		if (site->space != SIMT_GLOBAL || !site->one_memory || !site->object ||
			is_array_variable(site))
			continue;
		int64_t bytes = simt_object_bytes(site->object);
		if (bytes >= 0)
			check(pass, executed, site, bytes);
	}
}

/* What the host was seen to allocate, with the size that it has in this launch. Where sizes were chosen,
 * other memory may have to suit them in ways that nobody tells. */
static bool is_tried(const struct simt_report *tried, const struct simt_site *site)
{
	const struct host_object *allocation = site->space == SIMT_GLOBAL && site->one_memory && site->object
						       ? simt_object_allocation(site->object)
						       : NULL;
	return allocation && allocation->is_tried == (*tried->launch->trial != 0);
}

static void on_trial(struct pass *pass, const struct simt_report *tried)
{
	for (size_t i = 0; !tried->result.gave_up && i < tried->sites.count; i++) {
		const struct simt_site *site = tried->sites.data[i];
		int64_t bytes = is_tried(tried, site) ? simt_object_bytes(site->object) : -1;
		if (bytes > 0)
			check(pass, tried, site, bytes);
	}
}

const struct rule rule_global_out_of_bounds = {
	.code = "CU130",
	.name = "global-out-of-bounds",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Access past the end of an allocation",
	.hooks = {.execution = on_execution, .trial = on_trial},
};
