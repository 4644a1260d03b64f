/* CU131 array-out-of-bounds: an index outside a local array, a __constant__ or __device__ array, or a
 * vector's components reached by pointer.
 *
 * Some thread of a known launch must certainly get there; without a known launch, the first thread of any
 * block. Arrays of several dimensions may be walked flat: only the end of the whole counts. Shared memory is
 * CU109's, what the host allocates CU130's. */
#include "analyzer/rule/rule.h"
#include "rules/memory/common/allocation.h"
#include "rules/memory/common/reach.h"

/* Bytes of what messages count: an array's elements; of a vector, what is accessed. */
static int64_t unit_of(const struct simt_site *site, const struct ir_var *var)
{
	if (ir_type_value(var->type)->kind == IR_TYPE_RECORD)
		return site->size;
	return reach_element_size(var->type);
}

static bool is_array(const struct simt_site *site)
{
	if (!site->one_memory || !site->object || !simt_object_var(site->object) ||
		simt_object_allocation(site->object))
		return false;
	const struct ir_var *var = simt_object_var(site->object);
	const struct ir_type *type = ir_type_value(var->type);
	bool is_space = site->space == SIMT_LOCAL || site->space == SIMT_CONSTANT ||
			(site->space == SIMT_GLOBAL && var->storage == IR_DEVICE);
	return is_space && (type->kind == IR_TYPE_ARRAY || type->kind == IR_TYPE_RECORD);
}

static void check(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	int64_t size = simt_object_size(site->object);
	bool below = site->sure_low < 0;
	unsigned lane = below ? site->low_lane : site->high_lane;
	if (size < 0 || site->sure_low >= site->sure_high || (!below && site->sure_high <= size))
		return;
	bool is_known = report->launch->source >= LAUNCH_SITE;
	if (!is_known && !reach_holds_for_any_block(report, site, lane))
		return;
	const struct ir_var *var = simt_object_var(site->object);
	int64_t unit = unit_of(site, var);
	if (allocation_is_told(pass, site->expr->range))
		return;
	long long at = reach_element_at(below ? site->sure_low : site->sure_high - 1, unit);
	struct finding *finding = pass_report(pass, site->expr->range,
		"%s %s element %lld of `%s`, which has %lld", reach_thread_name(pass, report->launch, lane),
		site->kind == SIMT_LOAD ? "reads" : "writes", at, var->name, (long long)(size / unit));
	finding->function = site->function->display;
	pass_related(pass, finding, var->range, "`%s` is declared here", var->name);
	if (report->launch->site && lane)
		pass_related(pass, finding, report->launch->site->range, "the launch");
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++)
		if (is_array(report->sites.data[i]))
			check(pass, report, report->sites.data[i]);
}

const struct rule rule_array_out_of_bounds = {
	.code = "CU131",
	.name = "array-out-of-bounds",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Index outside an array",
	.hooks = {.execution = on_execution},
};
