/* CU409 branch-waits-on-branch: on one side of a branch that splits a warp, lanes poll what lanes of the same
 * warp set on the other side, or in a later branch. Without independent thread scheduling a warp runs one
 * side to its end before it begins the other.
 *
 * What warps as a whole branch on is left alone, and so are waits that other blocks may end and elements that
 * each block has for itself and that differ. With a barrier in between it is CU416. */
#include "analyzer/rule/rule.h"

enum { MAX_THREADS = 1024, WARP = 32 };

struct pair {
	const struct ir_spin *spin;
	const struct ir_spin_write *write;
	bool is_certain;
};

/* Whether some thread sets what another of its warp waits for. */
static bool share_a_warp(const bool *waiting, const bool *setting)
{
	for (int warp = 0; warp < MAX_THREADS / WARP; warp++) {
		bool waits = false, sets = false, both = false;
		for (int lane = 0; lane < WARP; lane++) {
			int thread = warp * WARP + lane;
			waits |= waiting[thread];
			sets |= setting[thread];
			both |= waiting[thread] && setting[thread];
		}
		if (waits && sets && !both)
			return true;
	}
	return false;
}

/* Whether a join stands between two statements of a block. */
static bool is_joined_between(const struct ir_fork *fork)
{
	bool between = false;
	for (size_t i = 0; i < fork->stmt->child_count; i++) {
		const struct ir_stmt *child = fork->stmt->children[i];
		if (child == fork->b)
			return false;
		if (between && ir_joins(child) != IR_JOIN_NONE)
			return true;
		between |= child == fork->a;
	}
	return false;
}

enum order { APART, OTHER_SIDE, LATER_BRANCH };

static enum order order_of(const struct pair *pair, struct ir_fork *fork)
{
	if (!ir_path_fork(pair->spin->path, pair->write->path, fork) || !fork->a || !fork->b)
		return APART;
	if (fork->stmt->kind == IR_IF && fork->a != fork->stmt->init && fork->b != fork->stmt->init)
		return OTHER_SIDE;
	if (fork->stmt->kind != IR_BLOCK)
		return APART;
	if (!ir_path_before(pair->spin->function, pair->spin->path, pair->write->path))
		return fork->b->kind == IR_IF && !fork->b->other && ir_leaves(fork->b->body) ? OTHER_SIDE
											     : APART;
	return is_joined_between(fork) ? APART : LATER_BRANCH;
}

static bool may_be_same_element(struct pass *pass, struct pair *pair)
{
	enum ir_element element = ir_spin_element(pass_spins(pass), pair->spin, pair->write);
	pair->is_certain &= element == IR_ELEMENT_SAME;
	return element != IR_ELEMENT_OTHER;
}

static bool splits_a_warp(struct pass *pass, struct pair *pair, enum order order, const struct ir_fork *fork)
{
	struct ir_spins *spins = pass_spins(pass);
	const struct ir_function *function = pair->spin->function;
	bool waiting[MAX_THREADS], setting[MAX_THREADS];
	bool exact = ir_threads_at(spins, function, pair->spin->path, waiting, MAX_THREADS);
	exact &= ir_threads_at(spins, function, pair->write->path, setting, MAX_THREADS);
	if (exact)
		return share_a_warp(waiting, setting);
	if (order == LATER_BRANCH)
		return false;
	const struct ir_expr *condition = fork->stmt->kind == IR_IF ? fork->stmt->expr : fork->b->expr;
	pair->is_certain = false;
	return ir_variance(ir_spins_uniformity(spins), condition) > IR_WARP_UNIFORM;
}

/* Whether several lanes of a warp come to where the ways part. */
static bool comes_in_company(struct pass *pass, const struct pair *pair, const struct ir_fork *fork)
{
	struct ir_spins *spins = pass_spins(pass);
	const struct ir_path *at = pair->spin->path;
	while (at && at->stmt != fork->stmt)
		at = at->up;
	return ir_crowd_at(spins, pair->spin->function, at) == IR_CROWD_SEVERAL &&
	       ir_spin_crowd_entering(spins, pair->spin) == IR_CROWD_SEVERAL;
}

static void check_pair(struct pass *pass, struct pair *pair)
{
	struct ir_fork fork;
	enum order order = order_of(pair, &fork);
	if (order == APART || !comes_in_company(pass, pair, &fork) || !may_be_same_element(pass, pair) ||
		!splits_a_warp(pass, pair, order, &fork))
		return;
	pass->function = pair->spin->function;
	struct finding *finding = pass_report(pass, pair->spin->range,
		target_lacks_its(pass->target)
			? "lanes wait here for what lanes of the same warp set %s: without independent "
			  "thread scheduling (before compute capability 7.0) those never get there"
			: "lanes wait here for what lanes of the same warp set %s: that works only with "
			  "independent thread scheduling, so not when compiled for a virtual architecture "
			  "before 7.0",
		order == OTHER_SIDE ? "on the other side of the branch" : "in a later branch");
	if (!pair->is_certain)
		finding->confidence = CONFIDENCE_LIKELY;
	finding_without_its(pass, finding);
	if (pair->write->op.expr)
		pass_related(pass, finding, ir_path_range(pair->write->path), "set here");
}

static void on_unit_end(struct pass *pass)
{
	struct ir_spins *spins = pass_spins(pass);
	for (size_t i = 0; i < ir_spin_count(spins); i++) {
		const struct ir_spin *spin = ir_spin_at(spins, i);
		for (size_t j = 0; spin->kind == IR_SPIN_FLAG && j < ir_spin_write_count(spins); j++) {
			const struct ir_spin_write *write = ir_spin_write_at(spins, j);
			struct pair pair = {.spin = spin, .write = write, .is_certain = true};
			if (write->function == spin->function && ir_spin_may_end(spin, write))
				check_pair(pass, &pair);
		}
	}
}

const struct rule rule_branch_waits_on_branch = {
	.code = "CU409",
	.name = "branch-waits-on-branch",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Lanes wait for what other lanes of their warp set in another branch",
	.strict_infos = true,
	.hooks = {.unit_end = on_unit_end},
};
