/* CU504 scope-too-narrow: an atomic of block scope on global memory, at an address that other blocks of the
 * launch update as well (analyzer/order/race/narrow_scope.c); and a fence of block scope between data and a
 * flag that another block waits for (analyzer/structure/spin/publish.h); and what doesn't reach the host
 * (host_scope.h).
 *
 * Blocks that do so on different sides of a condition, or by `%` and `/` of blockIdx, are found by
 * analyzer/order/race/block_pair.c. A counter of blocks that are done is CU309's. Left alone are addresses
 * with anything read from memory in them, and what one block alone gets to. */
#include "analyzer/structure/spin/publish.h"
#include "rules/atomics/common/host_scope.h"

static bool is_done_counter(const struct simt_report *report, const struct ir_expr *expr)
{
	for (size_t i = 0; i < report->sync.done_counters.count; i++)
		if (report->sync.done_counters.data[i]->bump == expr)
			return true;
	return false;
}

/* CUDA's function of device scope for one of block scope; NULL: the scope is said otherwise. */
static const char *wider_function(const struct ir_expr *call)
{
	const struct cuda_function *called = ir_cuda(call);
	return called->dialect == IR_DIALECT_CUDA && called->scope == IR_SCOPE_BLOCK ? called->base : NULL;
}

static const char *advice(struct pass *pass, const struct ir_expr *expr)
{
	const char *wider = wider_function(expr);
	return wider ? arena_printf(pass->arena, "`%s` is needed", wider)
		     : "`cuda::thread_scope_device` is needed";
}

static void report_scope(struct pass *pass, const struct sync_narrow_scope *narrow)
{
	bool reads = ir_cuda(narrow->expr)->effect == IR_MEMORY_READ;
	struct finding *finding = pass_report(pass, narrow->expr->range,
		"`%s` is atomic for the threads of one block, but other blocks %s the same address of `%s`, "
		"and %s; %s",
		narrow->expr->call->name, reads ? "write to" : "update", simt_object_name(narrow->object),
		reads ? "what they write may never be seen" : "updates get lost", advice(pass, narrow->expr));
	if (narrow->function)
		finding->function = narrow->function->display;
	finding->confidence = narrow->belief == SYNC_PROVEN   ? CONFIDENCE_PROVEN
			      : narrow->belief == SYNC_LIKELY ? CONFIDENCE_LIKELY
							      : CONFIDENCE_POSSIBLE;
	const char *wider = wider_function(narrow->expr);
	struct ir_range name = narrow->expr->call->name_range;
	if (!wider || name.end <= name.begin)
		return;
	struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "update it at device scope");
	fix_replace(pass, fix, name, "%s", wider);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.narrow.count; i++)
		if (!is_done_counter(report, report->sync.narrow.data[i].expr))
			report_scope(pass, &report->sync.narrow.data[i]);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	if (!pass->state)
		pass->state = ARENA_NEW(pass->arena, struct host_shares);
	host_shares_add(pass, pass->state, trace, order);
}

static void check_publications(struct pass *pass)
{
	const struct ir_publications *publications = pass_publications(pass);
	for (size_t i = 0; i < ir_publication_count(publications); i++) {
		const struct ir_publication *publication = ir_publication_at(publications, i);
		const struct ir_expr *fence = publication->narrow_fence;
		if (!fence)
			continue;
		bool is_function = ir_cuda(fence)->dialect == IR_DIALECT_CUDA;
		pass->function = publication->spin->function;
		struct finding *finding = pass_report(pass, fence->range,
			"`%s` orders for the threads of one block, but the flag goes to another block, which "
			"may read old data; %s is needed",
			pass_text(pass, fence->range),
			is_function ? "`__threadfence()`" : "`cuda::thread_scope_device`");
		pass_related(pass, finding, publication->spin->range, "waited for here");
		pass_related(pass, finding, ir_path_range(publication->signal->path), "set here");
		pass_related(pass, finding, ir_path_range(publication->written), "the data, written");
		pass_related(pass, finding, ir_path_range(publication->read), "and read");
		/* two kernels may run one after the other */
		if (!publication->is_certain || publication->signal->function != publication->spin->function)
			finding->confidence = CONFIDENCE_LIKELY;
		if (!is_function || !fence->call->name_range.end)
			continue;
		struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "order for all blocks");
		fix_replace(pass, fix, fence->call->name_range, "__threadfence");
	}
}

static void on_unit_end(struct pass *pass)
{
	check_publications(pass);
	if (pass->state)
		host_scope_report(pass, pass->state);
}

const struct rule rule_scope_too_narrow = {
	.code = "CU504",
	.name = "scope-too-narrow",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Atomic or fence whose scope leaves out a block, or the host, that takes part",
	.hooks = {.execution = on_execution, .host = on_host, .unit_end = on_unit_end},
};
