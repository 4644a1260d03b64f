/* CU102 misaligned-access: lanes lie side by side, but off the sector grid, so that a request takes sectors
 * at both ends that it uses in part.
 *
 * What isn't side by side is CU101. A base whose alignment isn't known counts as aligned. */
#include "analyzer/rule.h"
#include "analyzer/simt/describe.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_TEXT = 40, SECTOR = 32 };

static bool is_side_by_side(const struct simt_site *site, const struct simt_pattern *pattern)
{
	bool unit = site->has_stride && llabs(site->stride) <= (int64_t)site->size;
	return unit || pattern->aligned <= site->worst.ideal;
}

static void on_site(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	struct simt_pattern pattern;
	simt_describe(&pattern, report, site);
	if (site->counts.ideal_sectors <= 0 || site->counts.sectors <= site->counts.ideal_sectors * 1.01 ||
		site->worst.count <= site->worst.ideal || !is_side_by_side(site, &pattern))
		return;
	const struct simt_site *twin = simt_site_twin(report, site);
	if (twin && twin->order < site->order && twin->worst.count >= site->worst.count)
		return;
	const char *base = pattern.base ? pass_text(pass, pattern.base->range) : "";
	if (!*base || strlen(base) > LONGEST_TEXT)
		base = site->object ? simt_object_name(site->object) : "memory";
	struct finding *finding = pass_report(pass, site->expr->range,
		"misaligned %s `%s`: %u sectors per request where %u would do (the lanes are side by side, "
		"but don't "
		"begin at a multiple of %d bytes)",
		twin                      ? "load and store of"
		: site->kind == SIMT_LOAD ? "load of"
					  : "store to",
		base, site->worst.count, site->worst.ideal, SECTOR);
	pass_cost(pass, finding, site);
	if (site->assumptions & SIMT_ASSUMED_ALIGNED)
		finding->confidence = CONFIDENCE_LIKELY;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++)
		if (report->sites.data[i]->space == SIMT_GLOBAL)
			on_site(pass, report, report->sites.data[i]);
}

const struct rule rule_misaligned_access = {
	.code = "CU102",
	.name = "misaligned-access",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Coalesced request that is off the sector grid",
	.strict_only = true,
	.hooks = {.execution = on_execution},
};
