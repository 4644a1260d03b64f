/* CU207 private-shared-array: a shared array of which no element is touched by two threads.
 *
 * Only where every access to it was followed to its address, and the array is only ever subscripted. Where
 * the launch is known, the finding says how many more blocks an SM would hold: an upper bound, since
 * registers are known to the compiler only. */
#include "analyzer/rule/rule.h"
#include "analyzer/structure/array_use.h"
#include "analyzer/structure/reach.h"
#include "model/model.h"

static int resident_blocks(const struct model_arch *arch, const struct simt_launch *launch, int64_t shared)
{
	struct model_occupancy out;
	struct model_occupancy_query query = model_occupancy_query_default(
		arch, (int)(launch->block[0] * launch->block[1] * launch->block[2]));
	query.static_shared = (int)shared;
	query.dynamic_shared = (int)launch->shared;
	return model_occupancy(&out, &query) ? out.blocks_per_sm : 0;
}

/* What the array takes from residence, for the newest target; "" where that isn't known, or nothing. */
static const char *residence(
	struct pass *pass, const struct simt_report *report, const struct simt_array *array)
{
	int64_t fixed;
	const struct simt_launch *launch = report->launch;
	const struct model_arch *arch =
		pass->target->arch_count
			? model_arch_nearest(pass->target->archs[pass->target->arch_count - 1])
			: NULL;
	bool known = arch && launch->source >= LAUNCH_SITE && launch->shared_known && launch->shared >= 0 &&
		     ir_static_shared(pass->arena, pass_query(pass), report->kernel, &fixed) &&
		     fixed + launch->shared < INT32_MAX && fixed >= array->bytes;
	if (!known)
		return "";
	int with = resident_blocks(arch, launch, fixed),
	    without = resident_blocks(arch, launch, fixed - array->bytes);
	if (with < 1 || without <= with)
		return "";
	return arena_printf(pass->arena, "; an SM would hold up to %d of them instead of %d (%s)", without,
		with, arch->name);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	const int64_t *block = report->launch->block;
	if (report->result.gave_up || block[0] * block[1] * block[2] < 2)
		return;
	for (size_t i = 0; i < report->arrays.count; i++) {
		const struct simt_array *array = &report->arrays.data[i];
		if (!array->is_private || !array->loads || !array->stores ||
			array->var->storage != IR_SHARED || !ir_is_only_indexed(pass->module, array->var))
			continue;
		struct finding *finding = pass_report(pass, array->var->range,
			"no thread touches what another one wrote to `%s`: registers would hold its elements "
			"without %lld bytes of shared memory per block%s",
			array->var->name, (long long)array->bytes, residence(pass, report, array));
		pass_cost_array(pass, finding, array);
		/* who shares what hangs on the shape of the block */
		if (report->result.assumptions & SIMT_ASSUMED_BLOCK)
			finding->confidence = CONFIDENCE_POSSIBLE;
	}
}

const struct rule rule_private_shared_array = {
	.code = "CU207",
	.name = "private-shared-array",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Shared array in which each thread touches only its own elements",
	.hooks = {.execution = on_execution},
};
