/* CU511 contended-atomic: every thread of the grid updates one address of global memory.
 *
 * L2 does updates of one address one after the other, whatever the launch. Where the compiler makes one
 * update of a warp's, one per warp is left; a sum over the block leaves one per block. Which threads come to
 * which address comes from executing the kernel (analyzer/site/contention.h): where data decides who does,
 * all of them may. What one elected lane does is left alone, and so are locks, flags that are set by an
 * exchange, and additions of 0 that only read. What the lanes of a warp share with nobody else is CU412's. */
#include "analyzer/operation/order.h"
#include "analyzer/rule/atomic_calls.h"
#include "analyzer/site/contention.h"

/* How updates combine, and the functor of cooperative groups that does it. */
static const char *const functors[] = {[IR_UPDATE_ADD] = "plus",
	[IR_UPDATE_SUB] = "plus",
	[IR_UPDATE_MAX] = "greater",
	[IR_UPDATE_MIN] = "less",
	[IR_UPDATE_AND] = "bit_and",
	[IR_UPDATE_OR] = "bit_or",
	[IR_UPDATE_XOR] = "bit_xor",
	[IR_UPDATE_COMPARE] = NULL};

static const char *functor_of(const struct ir_update *update)
{
	return update->kind <= IR_UPDATE_XOR ? functors[update->kind] : NULL;
}

/* Atomics of block scope meet in a block at most, whatever the address. */
static bool is_of_block(const struct ir_expr *call)
{
	struct ir_atomic atomic;
	return ir_atomic_of(call, &atomic) &&
	       (atomic.scope == IR_SCOPE_BLOCK || atomic.scope == IR_SCOPE_THREAD);
}

static bool only_reads(const struct ir_update *update)
{
	int64_t amount;
	return update->amount && ir_fold_int(update->amount, &amount) && amount == 0;
}

/* ---- the execution --------------------------------------------------------------------------- */

static const char *advice(struct pass *pass, const struct ir_update *update, bool result_used)
{
	const char *functor = functor_of(update);
	bool sums = update->kind == IR_UPDATE_ADD || update->kind == IR_UPDATE_SUB;
	if (!functor)
		return "combine the values of the block first (`cg::reduce` in each warp, then shared "
		       "memory), and let one thread do this";
	if (result_used && sums)
		return "let one thread of the block add the block's total, and give each its share by an "
		       "exclusive scan over the block";
	return arena_printf(pass->arena,
		"%s over the block first (`cg::reduce(tile, v, cg::%s<%s>())` in each warp, then shared "
		"memory), and let one thread do the atomic",
		sums ? "sum" : "reduce", functor, update->element->name);
}

static void on_site(struct pass *pass, const struct simt_report *execution, const struct simt_site *site)
{
	const struct atomic_call *atomic = pass_atomic_call(pass, site->expr);
	/* where the execution has decided who gets there, it knows better */
	bool decided = !(site->assumptions & (SIMT_ASSUMED_TAKEN | SIMT_ASSUMED_LANES));
	if (!atomic || atomic->update.kind == IR_UPDATE_WRAP || is_of_block(site->expr) ||
		only_reads(&atomic->update))
		return;
	const char *functor = functor_of(&atomic->update);
	if ((!functor && !atomic->is_retried) || (atomic->is_elected && !decided) ||
		simt_meeting_of(execution, site) != SIMT_GRID_MEETING)
		return;
	bool by_data = site->assumptions & SIMT_ASSUMED_LANES;
	bool same = (site->met_again || site->in_symbolic_loop) && site->is_uniform && !site->met_moves &&
		    simt_met_addresses(site) <= 1;
	bool in_register = atomic->in_loop && !atomic->is_retried && same && !atomic->result_used && functor;
	struct finding *finding = pass_report(pass, site->expr->range,
		"every thread of the grid%s updates one address%s, one after the other; %s%s",
		by_data ? " that data picks" : "", in_register ? " in each turn of the loop" : "",
		in_register ? "combine the turns in a register, then " : "",
		advice(pass, &atomic->update, atomic->result_used));
	pass_cost_contention(pass, finding, site);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		if (site->kind == SIMT_ATOMIC || site->kind == SIMT_CAS)
			on_site(pass, report, site);
	}
}

const struct rule rule_contended_atomic = {
	.code = "CU511",
	.name = "contended-atomic",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Atomic by which every thread of the grid updates one address",
	.hooks = {.execution = on_execution},
};
