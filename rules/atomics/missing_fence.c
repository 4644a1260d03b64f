/* CU507 missing-fence: one thread writes data and sets a flag, another waits for the flag and reads the data,
 * and nothing on one of the sides keeps the two in order.
 *
 * And one thread that publishes what its whole block writes, with no barrier between
 * (analyzer/order/race/publication.c): there the other side needn't be seen.
 *
 * Both sides have to be seen, with the data under one name. Plain flags are CU506's, since waiting for one
 * doesn't work at all; locks are CU512's. */
#include "analyzer/rule/conflict.h"
#include "analyzer/rule/rule.h"
#include "analyzer/structure/spin/publish.h"

static void report(struct pass *pass, const struct ir_publication *publication)
{
	struct ir_range data = ir_path_range(publication->read),
			signal = ir_path_range(publication->signal->path);
	struct finding *finding;
	if (publication->lacks_release) {
		pass->function = publication->signal->function;
		finding = pass_report(pass, signal,
			"nothing orders this flag behind the data that it publishes: the thread that waits "
			"for it may read old data; %s",
			publication->lacks_acquire
				? "store with `cuda::memory_order_release` (or after `__threadfence()`), and "
				  "wait with `cuda::memory_order_acquire` (or `__threadfence()` after the "
				  "wait)"
				: "store with `cuda::memory_order_release`, or put `__threadfence()` in front");
		pass_related(pass, finding, publication->spin->range, "waited for here");
	} else {
		pass->function = publication->spin->function;
		finding = pass_report(pass, publication->spin->range,
			"nothing keeps the data from being read before this wait is over: wait with "
			"`cuda::memory_order_acquire`, or put `__threadfence()` behind it");
		pass_related(pass, finding, signal, "set here");
	}
	pass_related(pass, finding, ir_path_range(publication->written), "the data, written");
	pass_related(pass, finding, data, "and read");
	/* on the reader's side it takes a load that runs ahead, or a line of L1 that is there already */
	if (!publication->is_certain || !publication->lacks_release)
		finding->confidence = CONFIDENCE_LIKELY;
}

/* A flag that one thread raises while its block may still write. */
static void report_early(
	struct pass *pass, const struct simt_report *report, const struct sync_publication *publication)
{
	struct ir_range range = publication->call   ? publication->call->range
				: publication->stmt ? publication->stmt->range
						    : publication->signal->range;
	struct finding *finding = pass_report(pass, range,
		"%s publishes while %s may still write to `%s`: a fence is about what its own thread knows; "
		"`__syncthreads()` is missing in front",
		pass_thread(pass, report, publication->publisher),
		pass_thread(pass, report, publication->writer), simt_object_name(publication->object));
	if (publication->function)
		finding->function = publication->function->display;
	finding->confidence = confidence_of_belief(publication->belief);
	pass_related(pass, finding, publication->write->range, "written here");
}

static bool is_done_counter(const struct simt_report *report, const struct ir_expr *expr)
{
	for (size_t i = 0; i < report->sync.done_counters.count; i++)
		if (report->sync.done_counters.data[i]->bump == expr)
			return true;
	return false;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.publications.count; i++)
		if (!is_done_counter(report, report->sync.publications.data[i].signal)) /* CU309's */
			report_early(pass, report, &report->sync.publications.data[i]);
}

static void on_unit_end(struct pass *pass)
{
	const struct ir_publications *publications = pass_publications(pass);
	for (size_t i = 0; i < ir_publication_count(publications); i++)
		if (!ir_publication_at(publications, i)->narrow_fence) /* CU504's */
			report(pass, ir_publication_at(publications, i));
}

const struct rule rule_missing_fence = {
	.code = "CU507",
	.name = "missing-fence",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Flag set or waited for without anything that orders the data behind it",
	.hooks = {.execution = on_execution, .unit_end = on_unit_end},
};
