/* CU107 narrow-access: each lane reads or writes several neighbouring elements of 1 or 2 bytes, one by one;
 * or a launch streams much data through accesses of one such element per lane.
 *
 * One wider access (uchar4, half2) would do with a fraction of the requests. A group is reported once, at its
 * first access; a stream only from a size on where requests, and not the launch, are what it costs. */
#include "analyzer/rule/rule.h"
#include "analyzer/site/describe.h"

#include <stdlib.h>

enum { WIDEST = 16, WORD = 4, STREAM_BYTES = 1 << 20 };

static bool is_candidate(const struct simt_site *site)
{
	return site->space == SIMT_GLOBAL && site->kind <= SIMT_STORE && site->size <= 2 &&
	       site->has_stride && llabs(site->stride) > (int64_t)site->size && site->counts.unknown <= 0 &&
	       site->object;
}

/* The first site that accesses the group's elements reports for all. */
static bool is_first(const struct simt_report *report, const struct simt_site *site)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *other = report->sites.data[i];
		if (other->object == site->object && other->kind == site->kind && other->has_stride &&
			other->stride == site->stride && other->size == site->size &&
			other->order < site->order)
			return false;
	}
	return true;
}

/* The widest access that could take the place of several: its size divides the distance of the lanes, so that
 * it is aligned in all of them. 0: none. */
static unsigned widest(const struct simt_report *report, const struct simt_site *site)
{
	for (unsigned bytes = WIDEST; bytes > site->size; bytes /= 2)
		if (site->stride % (int64_t)bytes == 0 && simt_touches_window(report, site, bytes))
			return bytes;
	return 0;
}

static void on_site(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	if (!is_candidate(site) || !is_first(report, site))
		return;
	unsigned wide = widest(report, site);
	if (!wide)
		return;
	struct finding *finding = pass_report(pass, site->expr->range,
		"each lane %s %u neighbouring bytes of `%s` in pieces of %u: one %u-byte access would take 1 "
		"request of a warp instead of %u",
		site->kind == SIMT_LOAD ? "reads" : "writes", wide, simt_object_name(site->object),
		site->size, wide, wide / site->size);
	pass_cost_narrow(pass, finding, site, wide / site->size);
}

/* One element a lane, side by side, for a megabyte or more. */
static void on_stream(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	bool stream = site->space == SIMT_GLOBAL && site->kind <= SIMT_STORE && site->size <= 2 &&
		      site->has_stride && site->stride == (int64_t)site->size && site->object &&
		      site->counts.unknown <= 0 && report->launch->grid_known &&
		      site->counts.lanes * site->size >= STREAM_BYTES;
	if (!stream)
		return;
	struct finding *finding = pass_report(pass, site->expr->range,
		"each lane %s %u byte%s of `%s`: a request moves %u bytes, where %u elements per lane would "
		"move %u",
		site->kind == SIMT_LOAD ? "reads" : "writes", site->size, site->size == 1 ? "" : "s",
		simt_object_name(site->object), site->size * SIMT_WARP, WORD / site->size, WORD * SIMT_WARP);
	pass_cost_narrow(pass, finding, site, WORD / site->size);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		on_site(pass, report, report->sites.data[i]);
		on_stream(pass, report, report->sites.data[i]);
	}
}

const struct rule rule_narrow_access = {
	.code = "CU107",
	.name = "narrow-access",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Neighbouring elements of 1 or 2 bytes accessed one by one",
	.strict_only = true,
	.hooks = {.execution = on_execution},
};
