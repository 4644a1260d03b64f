/* CU101 uncoalesced-access: a warp's request touches more sectors than its bytes need.
 *
 * Silent for unit strides that are merely off the sector grid (CU102), for requests whose addresses come from memory,
 * and for a request that all lanes send to one address. */
#include "analyzer/rule.h"

#include <stdlib.h>

static bool is_unit_stride(const struct simt_site *site)
{
	return site->has_stride && llabs(site->stride) <= (int64_t)site->size;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	double factor = (double)pass_option_int(pass, "min-factor-percent") / 100;
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		if (site->space != SIMT_GLOBAL || site->counts.ideal_sectors <= 0 || is_unit_stride(site))
			continue;
		double ratio = site->counts.sectors / site->counts.ideal_sectors;
		if (ratio < factor)
			continue;
		struct finding *finding = pass_report(pass, site->expr->range,
				"uncoalesced %s of `%s`: %u sectors per request where %u would do",
				site->kind == SIMT_LOAD ? "load" : "store",
				site->object ? simt_object_name(site->object) : "?", site->worst.count, site->worst.ideal);
		if (site->assumptions)
			finding->confidence = CONFIDENCE_LIKELY;
		finding->cost.metric = "sectors_per_request";
		finding->cost.value = site->counts.sectors / site->counts.requests;
		finding->cost.ideal = site->counts.ideal_sectors / site->counts.requests;
		finding->cost.has_ideal = true;
	}
}

const struct rule rule_uncoalesced_access = {
		.code = "CU101",
		.name = "uncoalesced-access",
		.severity = SEVERITY_WARNING,
		.since = "0.1.0",
		.summary = "Warp request that touches more sectors than its bytes need",
		.options = (const struct rule_option[]){{"min-factor-percent", OPTION_INT, "150",
				"smallest ratio of sectors to ideal that is reported, in percent"}, {0}},
		.hooks = {.execution = on_execution},
};
