/* CU105 dynamic-local-index: an array of a thread's own that is indexed by a value the compiler doesn't know.
 *
 * Registers have no addresses, so such an array lives in local memory. Indexes that are constants once loops
 * are unrolled don't count. */
#include "analyzer/rule/rule.h"
#include "analyzer/site/describe.h"

static bool is_array(const struct simt_site *site)
{
	const struct ir_var *var = site->object ? simt_object_var(site->object) : NULL;
	const struct ir_type *type = var ? ir_type_value(var->type) : NULL;
	return type && (type->kind == IR_TYPE_ARRAY || type->kind == IR_TYPE_RECORD);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		if (site->space != SIMT_LOCAL || !is_array(site))
			continue;
		const struct simt_site *twin = simt_site_twin(report, site);
		if (twin && twin->order < site->order)
			continue;
		const struct ir_var *var = simt_object_var(site->object);
		struct finding *finding = pass_report(pass, site->expr->range,
			"`%s` is indexed by a value that isn't known at compile time, so its %lld bytes per "
			"thread live in local memory, not in registers",
			var->name, (long long)ir_type_value(var->type)->size);
		pass_related(pass, finding, var->range, "`%s` is declared here", var->name);
		pass_cost(pass, finding, site);
	}
}

const struct rule rule_dynamic_local_index = {
	.code = "CU105",
	.name = "dynamic-local-index",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Thread-local array with an index that isn't known at compile time",
	.strict_only = true,
	.hooks = {.execution = on_execution},
};
