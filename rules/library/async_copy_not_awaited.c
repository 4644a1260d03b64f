/* CU804 async-copy-not-awaited: shared memory that is used while an asynchronous copy may still be writing
 * it, or copied over while other threads may still read it.
 *
 * What a thread waits for with `__pipeline_wait_prior`, `cp.async.wait_group` or a pipeline of its own are
 * its own copies: others need a barrier behind that. cg::wait and cg::wait_prior include one. Where calls
 * to a pipeline don't balance, CU805 says so. */
#include <inttypes.h>
#include <string.h>

#include "analyzer/rule/conflict.h"

static const char *element(struct pass *pass, const struct sync_copy *copy)
{
	return pass_element(pass, copy->object, copy->offset, copy->has_offset);
}

static const char *user(struct pass *pass, const struct simt_report *report, const struct sync_copy *copy)
{
	return copy->by_warp ? arena_printf(pass->arena, "warp %u", copy->user / SIMT_WARP)
			     : pass_thread(pass, report, copy->user);
}

/* What is wrong with the wait, if there is one, and what to do. */
static const char *lack(struct pass *pass, const struct simt_report *report, const struct sync_copy *copy)
{
	const char *wait = copy->wait.name ? copy->wait.name : "the wait";
	switch (copy->lack) {
	case SYNC_COPY_ONLY_BARRIER:
		return "there is only a barrier between, which doesn't complete copies; wait for the copy "
		       "first";
	case SYNC_COPY_LEFT:
		if (!copy->is_own)
			return arena_printf(pass->arena,
				"`%s` waits for an older stage, and the copy is in a later one", wait);
		return arena_printf(pass->arena,
			"`%s` leaves the youngest %" PRId64
			" in flight, and the copy is %s; let it leave fewer",
			wait, copy->left, copy->left == 1 ? "that batch" : "one of these batches");
	case SYNC_COPY_NOT_COMMITTED:
		return arena_printf(pass->arena,
			"`%s` is for what was committed before, and the copy wasn't; commit it first", wait);
	case SYNC_COPY_OF_OTHERS:
		if (!copy->is_own)
			return "only other threads have waited for it, and no barrier lies between";
		return arena_printf(pass->arena,
			"`%s` is for the copies of the thread that calls it, and %s copied this%s; a barrier "
			"is missing behind it",
			wait, pass_thread(pass, report, copy->copier), copy->of_group ? " or may have" : "");
	default: return "nothing waits for the copy before; wait for it first";
	}
}

static void report_use(struct pass *pass, const struct simt_report *report, const struct sync_copy *copy)
{
	const char *name = copy->copy.name ? copy->copy.name : "a copy";
	struct finding *finding = pass_report(pass, copy->use.range,
		"%s %s `%s`, which `%s` may still be copying%s: %s", user(pass, report, copy),
		copy->is_store ? "writes" : "reads", element(pass, copy), name,
		copy->loop ? " since an earlier turn of the loop" : "", lack(pass, report, copy));
	finding->function = copy->use.function->display;
	finding->confidence = confidence_of_belief(copy->belief);
	pass_related(pass, finding, copy->copy.range, "the copy starts here");
	if (copy->wait.function)
		pass_related(pass, finding, copy->wait.range, "the wait");
}

static void report_refill(struct pass *pass, const struct simt_report *report, const struct sync_copy *copy)
{
	const char *name = copy->copy.name ? copy->copy.name : "this";
	struct finding *finding = pass_report(pass, copy->copy.range,
		"`%s` by %s copies over `%s`, which %s may still be reading%s; a barrier is missing between",
		name, pass_thread(pass, report, copy->copier), element(pass, copy), user(pass, report, copy),
		copy->loop ? " since an earlier turn of the loop" : "");
	finding->function = copy->copy.function->display;
	finding->confidence = confidence_of_belief(copy->belief);
	pass_related(pass, finding, copy->use.range, "read here");
}

/* Whether the calls to its pipeline don't balance: all else follows from that. */
static bool is_unbalanced(const struct simt_report *report, const struct sync_copy *copy)
{
	for (size_t i = 0; copy->pipeline && i < report->sync.stages.count; i++)
		if (report->sync.stages.data[i]->pipeline->site == copy->pipeline->site)
			return true;
	return false;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.copies.count; i++) {
		const struct sync_copy *copy = report->sync.copies.data[i];
		if (copy->covered || is_unbalanced(report, copy))
			continue;
		if (copy->lack == SYNC_COPY_REFILLS)
			report_refill(pass, report, copy);
		else
			report_use(pass, report, copy);
	}
}

const struct rule rule_async_copy_not_awaited = {
	.code = "CU804",
	.name = "async-copy-not-awaited",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Data of an asynchronous copy used before it has arrived, or copied over too early",
	.lone = true,
	.hooks = {.execution = on_execution},
};
