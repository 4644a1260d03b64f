/* CU309 unordered-done-counter: blocks write data, then bump a counter, and the block that the counter calls
 * the last one reads the data of all; but a block's data may become visible after its count.
 *
 * Right are a `__threadfence()` by each thread that writes, then a barrier, then the counter; or the barrier
 * first, then the fence and the counter by one thread. Counters of cuda::atomic that release count as fence.
 * Left alone are barriers of the grid, data behind locks, and reads at addresses that the counter gives. */
#include "analyzer/rule/conflict.h"

/* What to do about it. */
static const char *advice(enum sync_lack lack)
{
	switch (lack) {
	case SYNC_LACKS_BARRIER: return "`__syncthreads()` is missing between the writes and the counter";
	case SYNC_LACKS_WIDER_FENCE:
		return "this needs `__threadfence()`, the fence in between orders within the block only";
	case SYNC_LACKS_OWN_FENCE:
		return "the fence in between is executed by a thread that the write isn't ordered before: "
		       "`__syncthreads()` must stand in front of it, or each thread that writes must fence";
	case SYNC_LACKS_RELEASE: return "count with `cuda::memory_order_acq_rel`, at device scope";
	default: return "`__threadfence()` is missing between the writes and the counter";
	}
}

static void report_counter(
	struct pass *pass, const struct simt_report *report, const struct sync_done_counter *counter)
{
	const char *object = simt_object_name(counter->object);
	struct finding *finding;
	if (counter->lack == SYNC_LACKS_BARRIER)
		finding = pass_report(pass, counter->bump->range,
			"%s counts its block as done while %s may still write to `%s`, which the last block "
			"reads; %s",
			pass_thread(pass, report, counter->bumper),
			pass_thread(pass, report, counter->writer), object, advice(counter->lack));
	else
		finding = pass_report(pass, counter->bump->range,
			"the block is counted as done before what it wrote to `%s` is visible to the last "
			"block, which may read old data; %s",
			object, advice(counter->lack));
	finding->function = counter->function->display;
	finding->confidence = counter->belief == SYNC_PROVEN   ? CONFIDENCE_PROVEN
			      : counter->belief == SYNC_LIKELY ? CONFIDENCE_LIKELY
							       : CONFIDENCE_POSSIBLE;
	pass_related(pass, finding, counter->write->range, "written here");
	if (counter->fence)
		pass_related(pass, finding, counter->fence->range, "the fence that doesn't do");
	pass_related(pass, finding, counter->read->range, "the last block reads it here");
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.done_counters.count; i++)
		report_counter(pass, report, report->sync.done_counters.data[i]);
}

const struct rule rule_unordered_done_counter = {
	.code = "CU309",
	.name = "unordered-done-counter",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "A block is counted as done before the last block can see what it wrote",
	.hooks = {.execution = on_execution},
};
