/* CU104 divergent-constant-index: a request to __constant__ memory whose lanes want different addresses.
 *
 * The constant cache serves one address at a time. Indexes that come from memory can't be counted: silent. */
#include "analyzer/rule/rule.h"
#include "analyzer/site/describe.h"

static void on_site(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	(void)report;
	/* two rows of a narrow block in one warp cost one more request: not worth a change */
	if (site->counts.requests <= 0 || site->worst.count < 2 ||
		site->counts.constant_requests < 1.5 * site->counts.requests)
		return;
	struct finding *finding = pass_report(pass, site->expr->range,
		"lanes of a warp read %u different addresses of `%s` in constant memory: %u requests one "
		"after the other where 1 serves all lanes; put the table in global (const __restrict__) or "
		"shared memory",
		site->worst.count, site->object ? simt_object_name(site->object) : "?", site->worst.count);
	pass_cost(pass, finding, site);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++)
		if (report->sites.data[i]->space == SIMT_CONSTANT)
			on_site(pass, report, report->sites.data[i]);
}

const struct rule rule_divergent_constant_index = {
	.code = "CU104",
	.name = "divergent-constant-index",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Constant memory indexed by lane",
	.hooks = {.execution = on_execution},
};
