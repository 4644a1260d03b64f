/* CU511 contended-atomic: every thread of the grid updates one address of global memory.
 *
 * L2 does updates of one address one after the other, whatever the launch. Where the compiler makes one
 * update of a warp's, one per warp is left; a sum over the block leaves one per block. Which threads come to
 * which address comes from executing the kernel (analyzer/simt/contention.h): where data decides who does,
 * all of them may. What one elected lane does is left alone, and so are locks, flags that are set by an
 * exchange, and additions of 0 that only read. What the lanes of a warp share with nobody else is CU412's. */
#include "analyzer/ir/elect.h"
#include "analyzer/ir/retry.h"
#include "analyzer/rule.h"
#include "analyzer/simt/contention.h"

#include <string.h>

/* How updates combine, and the functor of cooperative groups that does it. */
static const struct combination {
	const char *name, *functor;
} combinations[] = {{"atomicAdd", "plus"}, {"atomicSub", "plus"}, {"atomicMax", "greater"},
	{"atomicMin", "less"}, {"atomicAnd", "bit_and"}, {"atomicOr", "bit_or"}, {"atomicXor", "bit_xor"},
	{"atomicCAS", NULL}, {"atomicExch", NULL}};

/* What the source says of an atomic. */
struct atomic {
	const struct ir_expr *call;
	const struct combination *combination;
	bool is_elected; /* one lane alone gets there */
	bool in_loop;    /* of its function, and it isn't what the loop tries */
	bool result_used;
};

struct state {
	struct ir_uniformity *uniformity;
	struct ir_flow *flow;
	VEC(struct atomic) atomics;
};

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

static bool in_loop(const struct ir_path *path)
{
	for (; path; path = path->up)
		if (path->stmt && (path->stmt->kind == IR_WHILE || path->stmt->kind == IR_DO ||
					  path->stmt->kind == IR_FOR))
			return true;
	return false;
}

static void on_call(struct pass *pass, const struct ir_expr *call)
{
	if (strncmp(call->call->name, "atomic", 6) != 0 || call->kind != IR_CALL || !pass->function ||
		!(pass->function->is_device || pass->function->is_kernel))
		return;
	const struct combination *combination = combination_of(call);
	if (!combination || only_reads(call))
		return;
	if (!pass->state) {
		struct state *state = ARENA_NEW(pass->arena, struct state);
		state->uniformity = ir_uniformity_new(pass->arena, pass->module);
		state->flow = ir_flow_new(pass->arena, pass->module);
		pass->state = state;
	}
	struct state *state = pass->state;
	bool retried = ir_is_retried(state->flow, call, pass->path);
	if (!combination->functor && !retried)
		return;
	struct atomic atomic = {.call = call,
		.combination = combination,
		.is_elected = ir_is_elected(state->uniformity, state->flow, pass->function, pass->path),
		.in_loop = !retried && in_loop(pass->path),
		.result_used = !ir_is_dropped(pass->path)};
	vec_push(pass->arena, &state->atomics, atomic);
}

static const struct atomic *find(const struct state *state, const struct ir_expr *call)
{
	for (size_t i = 0; state && i < state->atomics.count; i++)
		if (state->atomics.data[i].call == call)
			return &state->atomics.data[i];
	return NULL;
}

/* ---- the execution --------------------------------------------------------------------------- */

static const char *element_name(const struct simt_site *site)
{
	const struct ir_type *type = ir_type_value(site->expr->operands[0]->type);
	return type->element ? type->element->name : "";
}

static const char *advice(struct pass *pass, const struct simt_site *site, const struct atomic *atomic)
{
	bool sums = atomic->combination->functor && !strcmp(atomic->combination->functor, "plus");
	if (!atomic->combination->functor)
		return "combine the values of the block first (`cg::reduce` in each warp, then shared "
		       "memory), "
		       "and let one thread do this";
	if (atomic->result_used && sums)
		return "let one thread of the block add the block's total, and give each its share by an "
		       "exclusive scan over the block";
	return arena_printf(pass->arena,
		"%s over the block first (`cg::reduce(tile, v, cg::%s<%s>())` in each warp, then shared "
		"memory), and let one thread do the atomic",
		sums ? "sum" : "reduce", atomic->combination->functor, element_name(site));
}

static void on_site(struct pass *pass, const struct simt_report *execution, const struct simt_site *site)
{
	const struct atomic *atomic = find(pass->state, site->expr);
	/* where the execution has decided who gets there, it knows better */
	bool decided = !(site->assumptions & (SIMT_ASSUMED_TAKEN | SIMT_ASSUMED_LANES));
	if (!atomic || (atomic->is_elected && !decided) ||
		simt_meeting_of(execution, site) != SIMT_GRID_MEETING)
		return;
	bool by_data = site->assumptions & SIMT_ASSUMED_LANES;
	bool same = (site->met_again || site->in_symbolic_loop) && site->is_uniform && !site->met_moves &&
		    simt_met_addresses(site) <= 1;
	bool in_register = atomic->in_loop && same && !atomic->result_used && atomic->combination->functor;
	struct finding *finding = pass_report(pass, site->expr->range,
		"every thread of the grid%s updates one address%s, one after the other; %s%s",
		by_data ? " that data picks" : "", in_register ? " in each turn of the loop" : "",
		in_register ? "combine the turns in a register, then " : "", advice(pass, site, atomic));
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
	.hooks = {.call = on_call, .execution = on_execution},
};
