/* CU416 wait-behind-barrier: a thread spins on what is set only after a barrier or collective that the
 * spinner itself must join. Two forms: polling before a barrier that the one who sets must pass first, and a
 * collective inside a critical section for whose lock its members contend. Both never end, with independent
 * thread scheduling, too.
 *
 * A wait is left alone when anything that isn't behind the barrier may end it: a store before it, another
 * function, the host (memory that isn't shared is `likely` at most). Collectives of whoever is there
 * (coalesced groups, __activemask()) join nobody. */
#include "analyzer/rule/rule.h"

enum { MAX_THREADS = 1024, WARP = 32 };

static const char *name_of(enum ir_join join)
{
	return join == IR_JOIN_WARP ? "its warp" : join == IR_JOIN_BLOCK ? "its block" : "the grid";
}

/* ---- a collective inside a critical section -------------------------------------------------- */

/* Whether members of the collective contend for the lock. */
static bool do_members_contend(
	struct pass *pass, const struct ir_spin *spin, enum ir_join join, bool *is_certain)
{
	struct ir_spins *spins = pass_spins(pass);
	enum ir_crowd crowd = ir_spin_crowd_from_top(spins, spin);
	enum ir_variance variance = ir_spin_variance(spins, spin);
	*is_certain = spin->function->is_kernel && variance <= IR_WARP_UNIFORM && crowd == IR_CROWD_SEVERAL;
	if (variance == IR_LANE_LINEAR || crowd == IR_CROWD_ONE)
		return false;
	if (join == IR_JOIN_WARP)
		return crowd == IR_CROWD_SEVERAL;
	return crowd == IR_CROWD_SEVERAL || variance != IR_WARP_UNIFORM;
}

static void check_join(struct pass *pass, enum ir_join join, struct ir_range at)
{
	bool is_certain;
	if (join == IR_JOIN_NONE)
		return;
	const struct ir_spin *spin = ir_critical_section(pass_spins(pass), pass->function, pass->path);
	if (!spin || !do_members_contend(pass, spin, join, &is_certain))
		return;
	struct finding *finding = pass_report(pass, at,
		"the thread that has the lock waits here for the others of %s, and those spin for the lock: "
		"nobody gets on",
		name_of(join));
	if (!is_certain)
		finding->confidence = CONFIDENCE_LIKELY;
	pass_related(pass, finding, spin->range, "the lock is taken here");
}

static bool takes_a_lock(const struct pass *pass)
{
	const struct ir_spins *spins = pass_spins(pass);
	return ir_spin_in(spins, pass->function, IR_SPIN_LOCK) ||
	       ir_spin_in(spins, pass->function, IR_SPIN_TICKET);
}

static void on_call(struct pass *pass, const struct ir_expr *call)
{
	if (!pass->function || !takes_a_lock(pass))
		return;
	enum ir_join join = ir_join_of(call);
	const struct ir_function *callee = call->kind == IR_CALL ? call->call->function : NULL;
	if (callee && callee->body)
		join = ir_joins(callee->body);
	check_join(pass, join, call->range);
}

static void on_assembly(struct pass *pass, const struct ir_stmt *stmt)
{
	if (pass->function && takes_a_lock(pass))
		check_join(pass, ir_join_of_asm(stmt), stmt->range);
}

/* ---- polling before a barrier ---------------------------------------------------------------- */

struct wait {
	const struct ir_spin *spin;
	const struct ir_spin_write *write; /* the first that may end it */
	struct ir_range barrier;
	enum ir_join join;
};

/* The join between two statements of a block, the weakest counts: that is the first that holds. */
static enum ir_join join_between(const struct ir_fork *fork, struct ir_range *at)
{
	bool between = false;
	for (size_t i = 0; i < fork->stmt->child_count && fork->stmt->children[i] != fork->b; i++) {
		const struct ir_stmt *child = fork->stmt->children[i];
		enum ir_join join = between ? ir_joins(child) : IR_JOIN_NONE;
		if (join != IR_JOIN_NONE) {
			*at = child->range;
			return join;
		}
		between |= child == fork->a;
	}
	return IR_JOIN_NONE;
}

/* Whether every thread that sets has a lane in its warp, or a thread in its block, that waits. With `apart`,
 * none that sets may be one of those that wait: who waits first is waiting for somebody else. */
static bool do_setters_meet(struct pass *pass, const struct wait *wait, bool apart)
{
	struct ir_spins *spins = pass_spins(pass);
	bool waiting[MAX_THREADS], setting[MAX_THREADS];
	const struct ir_function *function = wait->spin->function;
	if (!ir_threads_at(spins, function, wait->spin->path, waiting, MAX_THREADS) ||
		!ir_threads_at(spins, function, wait->write->path, setting, MAX_THREADS))
		return false;
	for (int warp = 0; warp < MAX_THREADS / WARP; warp++) {
		bool waits = false, sets = false, both = false;
		for (int lane = 0; lane < WARP; lane++) {
			int thread = warp * WARP + lane;
			waits |= waiting[thread];
			sets |= setting[thread];
			both |= waiting[thread] && setting[thread];
		}
		if ((apart && both) || (wait->join == IR_JOIN_WARP && sets && !waits))
			return false;
	}
	return true;
}

static bool is_behind_barrier(struct wait *wait, const struct ir_spin_write *write)
{
	struct ir_fork fork;
	const struct ir_spin *spin = wait->spin;
	if (!ir_path_fork(spin->path, write->path, &fork) || !fork.a || !fork.b ||
		fork.stmt->kind != IR_BLOCK || !ir_path_before(spin->function, spin->path, write->path))
		return false;
	struct ir_range at;
	enum ir_join join = join_between(&fork, &at);
	if (join == IR_JOIN_NONE)
		return false;
	if (!wait->write) {
		wait->write = write;
		wait->join = join;
		wait->barrier = at;
	}
	return true;
}

static bool is_shared(const struct ir_var *var)
{
	return var && (var->storage == IR_SHARED || var->storage == IR_EXTERN_SHARED);
}

struct mention {
	bool found;
};

static void look_for_block(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct mention *mention = context;
	(void)path;
	mention->found |= ir_builtin(expr) == CUDA_BLOCK_INDEX;
	if (expr->kind == IR_VAR && expr->var->storage == IR_LOCAL && expr->var->init &&
		!expr->var->is_assigned)
		ir_walk_expr(
			expr->var->init, &(const struct ir_visitor){.expr = look_for_block}, mention, NULL);
}

/* Whether blocks differ in whether they wait, or in what for: then one may set what another waits for. */
static bool differs_by_block(const struct ir_spin *spin)
{
	const struct ir_visitor visitor = {.expr = look_for_block};
	struct mention mention = {0};
	if (spin->op.memory.index)
		ir_walk_expr(spin->op.memory.index, &visitor, &mention, NULL);
	for (const struct ir_path *at = spin->path; at; at = at->up)
		if (at->stmt && at->stmt->kind == IR_IF)
			ir_walk_expr(at->stmt->expr, &visitor, &mention, NULL);
		else if (at->stmt && at->stmt != spin->path->stmt && at->stmt->kind >= IR_FOR &&
			 at->stmt->kind <= IR_DO)
			mention.found = true; /* it may be set from an earlier turn */
	return mention.found;
}

static const struct ir_spin_write *innermost(const struct ir_spin_write *write)
{
	while (write->inner)
		write = write->inner;
	return write;
}

/* Whether everything that may end the wait is behind a barrier. */
static bool waits_behind_barrier(struct pass *pass, struct wait *wait)
{
	struct ir_spins *spins = pass_spins(pass);
	for (size_t i = 0; i < ir_spin_write_count(spins); i++) {
		const struct ir_spin_write *write = ir_spin_write_at(spins, i);
		if (write->function == wait->spin->function && ir_spin_may_end(wait->spin, write) &&
			!is_behind_barrier(wait, write))
			return false;
	}
	for (size_t i = 0; wait->write && i < ir_spin_write_count(spins); i++) {
		const struct ir_spin_write *write = ir_spin_write_at(spins, i);
		if (write->function != wait->spin->function && write != innermost(wait->write) &&
			!write->inner && write->op.memory.var == wait->spin->op.memory.var &&
			ir_spin_may_end(wait->spin, write))
			return false; /* somebody else may set it */
	}
	return wait->write != NULL;
}

static void check_wait(struct pass *pass, const struct ir_spin *spin)
{
	struct wait wait = {.spin = spin};
	bool is_own = is_shared(spin->op.memory.var);
	enum ir_element element;
	if (spin->kind == IR_SPIN_LOCK || (!is_own && (!spin->is_top || differs_by_block(spin))) ||
		!waits_behind_barrier(pass, &wait) || !do_setters_meet(pass, &wait, !is_own))
		return;
	element = ir_spin_element(pass_spins(pass), spin, wait.write);
	if (element == IR_ELEMENT_OTHER)
		return;
	pass->function = spin->function;
	struct finding *finding = pass_report(pass, spin->range,
		"this waits for what is set only after a barrier, and that barrier waits for every thread of "
		"%s, this one among them: nobody gets on",
		name_of(wait.join));
	if (!is_own || !spin->function->is_kernel || element != IR_ELEMENT_SAME)
		finding->confidence = CONFIDENCE_LIKELY;
	pass_related(pass, finding, wait.barrier, "the barrier");
	pass_related(pass, finding, ir_path_range(wait.write->path), "set only here");
}

static void on_unit_end(struct pass *pass)
{
	struct ir_spins *spins = pass_spins(pass);
	for (size_t i = 0; i < ir_spin_count(spins); i++)
		check_wait(pass, ir_spin_at(spins, i));
}

const struct rule rule_wait_behind_barrier = {
	.code = "CU416",
	.name = "wait-behind-barrier",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Spinning on what is set only after a barrier that the spinner must join",
	.hooks = {.call = on_call, .assembly = on_assembly, .unit_end = on_unit_end},
};
