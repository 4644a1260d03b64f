/* CU102 misaligned-access: lanes lie side by side, but off the sector grid, so that a request takes sectors
 * at both ends that it uses in part.
 *
 * What isn't side by side is CU101. A base whose alignment isn't known counts as aligned. */
#include "analyzer/rule/rule.h"
#include "analyzer/site/describe.h"

#include <stdlib.h>

enum { SECTOR = 32 };

/* What the request takes on the grid. Lanes that are left out stay where they are: only all of it can be
 * moved, where the others lie in one row. Rows move one by one. */
static unsigned on_grid(const struct simt_site *site, const struct simt_pattern *pattern)
{
	bool one_row = site->has_stride && llabs(site->stride) <= (int64_t)site->size;
	if (one_row)
		return pattern->moved;
	return pattern->aligned <= site->worst.ideal ? pattern->aligned : site->worst.count;
}

static void on_site(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	struct simt_pattern pattern;
	simt_describe(&pattern, report, site);
	if (site->counts.ideal_sectors <= 0 || site->counts.sectors <= site->counts.ideal_sectors * 1.01 ||
		site->worst.count <= on_grid(site, &pattern))
		return;
	const struct simt_site *twin = simt_site_twin(report, site);
	if (twin && twin->order < site->order && twin->worst.count >= site->worst.count)
		return;
	struct finding *finding = pass_report(pass, site->expr->range,
		"misaligned %s `%s`: %u sectors per request where %u would do (the lanes are side by side, "
		"but %s at a multiple of %d bytes)",
		twin                      ? "load and store of"
		: site->kind == SIMT_LOAD ? "load of"
					  : "store to",
		pass_site_name(pass, report, site), site->worst.count, on_grid(site, &pattern),
		pattern.runs > 1 ? "their rows don't begin" : "don't begin", SECTOR);
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
