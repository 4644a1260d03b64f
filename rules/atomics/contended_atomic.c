/* CU511 contended-atomic: every thread of the grid updates one address of global memory.
 *
 * L2 does updates of one address one after the other, whatever the launch. Where the compiler makes one
 * update of a warp's, one per warp is left; a sum over the block leaves one per block. Which threads come to
 * which address comes from executing the kernel (analyzer/simt/contention.h): where data decides who does,
 * all of them may. What one elected lane does is left alone, and so are locks, flags that are set by an
 * exchange, and additions of 0 that only read. What the lanes of a warp share with nobody else is CU412's. */
#include "analyzer/run/atomic_calls.h"
#include "analyzer/simt/contention.h"

#include <string.h>

/* How updates combine, and the functor of cooperative groups that does it. */
static const struct combination {
	const char *name, *functor;
} combinations[] = {{"atomicAdd", "plus"}, {"atomicSub", "plus"}, {"atomicMax", "greater"},
	{"atomicMin", "less"}, {"atomicAnd", "bit_and"}, {"atomicOr", "bit_or"}, {"atomicXor", "bit_xor"},
	{"atomicCAS", NULL}, {"atomicExch", NULL}};

/* ---- the source ------------------------------------------------------------------------------ */

static const struct combination *combination_of(const struct ir_expr *call)
{
	const char *name = call->call->name;
	for (size_t i = 0; i < sizeof combinations / sizeof *combinations; i++) {
		size_t length = strlen(combinations[i].name);
		if (!strncmp(name, combinations[i].name, length) &&
			(!name[length] || !strcmp(name + length, "_system")))
			return &combinations[i];
	}
	return NULL;
}

static bool only_reads(const struct ir_expr *call)
{
	int64_t amount;
	return call->operand_count < 2 || (ir_fold_int(call->operands[1], &amount) && amount == 0);
}

/* ---- the execution --------------------------------------------------------------------------- */

static const char *element_name(const struct simt_site *site)
{
	const struct ir_type *type = ir_type_value(site->expr->operands[0]->type);
	return type->element ? type->element->name : "";
}

static const char *advice(struct pass *pass, const struct simt_site *site,
	const struct combination *combination, bool result_used)
{
	bool sums = combination->functor && !strcmp(combination->functor, "plus");
	if (!combination->functor)
		return "combine the values of the block first (`cg::reduce` in each warp, then shared "
		       "memory), "
		       "and let one thread do this";
	if (result_used && sums)
		return "let one thread of the block add the block's total, and give each its share by an "
		       "exclusive scan over the block";
	return arena_printf(pass->arena,
		"%s over the block first (`cg::reduce(tile, v, cg::%s<%s>())` in each warp, then shared "
		"memory), and let one thread do the atomic",
		sums ? "sum" : "reduce", combination->functor, element_name(site));
}

static void on_site(struct pass *pass, const struct simt_report *execution, const struct simt_site *site)
{
	const struct atomic_call *atomic = pass_atomic_call(pass, site->expr);
	const struct combination *combination = atomic ? combination_of(site->expr) : NULL;
	/* where the execution has decided who gets there, it knows better */
	bool decided = !(site->assumptions & (SIMT_ASSUMED_TAKEN | SIMT_ASSUMED_LANES));
	if (!combination || only_reads(site->expr) || (!combination->functor && !atomic->is_retried) ||
		(atomic->is_elected && !decided) || simt_meeting_of(execution, site) != SIMT_GRID_MEETING)
		return;
	bool by_data = site->assumptions & SIMT_ASSUMED_LANES;
	bool same = (site->met_again || site->in_symbolic_loop) && site->is_uniform && !site->met_moves &&
		    simt_met_addresses(site) <= 1;
	bool in_register = atomic->in_loop && !atomic->is_retried && same && !atomic->result_used &&
			   combination->functor;
	struct finding *finding = pass_report(pass, site->expr->range,
		"every thread of the grid%s updates one address%s, one after the other; %s%s",
		by_data ? " that data picks" : "", in_register ? " in each turn of the loop" : "",
		in_register ? "combine the turns in a register, then " : "",
		advice(pass, site, combination, atomic->result_used));
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
