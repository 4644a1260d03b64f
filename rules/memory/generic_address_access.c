/* CU106 generic-address-access: the address space of a pointer can't be told when the kernel is compiled.
 *
 * Pointers that one branch makes lead to shared memory and another elsewhere, and pointers that were read
 * from memory. Kernel parameters and what is computed from them are global, which the compiler knows. */
#include "analyzer/rule/rule.h"
#include "analyzer/site/describe.h"

#include <string.h>

static void on_site(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	bool either = site->why && strcmp(site->why, simt_either_space) == 0;
	bool read = site->space == SIMT_GLOBAL && site->object && simt_object_is_loaded(site->object);
	const struct simt_site *twin = simt_site_twin(report, site);
	if ((!either && !read) || (twin && twin->order < site->order))
		return;
	const char *kind = site->kind == SIMT_LOAD ? "load" : site->kind == SIMT_STORE ? "store" : "atomic";
	struct finding *finding;
	if (either)
		finding = pass_report(pass, site->expr->range,
			"generic %s: the pointer leads to shared memory or elsewhere, which only the "
			"hardware can tell",
			kind);
	else
		finding = pass_report(pass, site->expr->range,
			"generic %s: the pointer was read from memory (`%s`), so that the compiler doesn't "
			"know its address space",
			kind, simt_object_name(site->object));
	pass_cost(pass, finding, site);
	finding->cost = (struct cost){0}; /* sectors aren't what it costs */
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++)
		on_site(pass, report, report->sites.data[i]);
}

const struct rule rule_generic_address_access = {
	.code = "CU106",
	.name = "generic-address-access",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Pointer whose address space isn't known at compile time",
	.strict_only = true,
	.hooks = {.execution = on_execution},
};
