/* CU801 divergent-group-sync: sync(), a shuffle, vote or reduction of a tile of cooperative groups that some
 * member of the tile doesn't get to, or not equally often.
 *
 * Members are told by the tile's size, and by replaying the threads one by one. Members that have left the
 * kernel don't count, nor those that a partial warp never had (CU802). Tiles of more than a warp and groups
 * whose members aren't known (coalesced_group) are left alone, and so is what only unknown bounds could part:
 * they are usually the same for a whole tile. */
#include "analyzer/rule/absence.h"
#include "analyzer/rule/conflict.h"

/* Whether a condition looks at something by the rank of a tile, however it is computed: `flags[i / 8]`. */
struct rank_search {
	bool found;
	unsigned depth;
};

/* Given by a caller, or assigned somewhere. */
static bool is_unclear(const struct ir_var *var)
{
	bool by_caller = var->storage == IR_PARAM && var->function && !var->function->is_kernel;
	return by_caller || (var->storage == IR_LOCAL && (var->is_assigned || !var->init));
}

static void look_for_rank(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	const struct ir_visitor visitor = {.expr = look_for_rank};
	struct rank_search *search = context;
	(void)path;
	search->found |= expr->kind == IR_BINARY && (expr->op == IR_OP_DIV || expr->op == IR_OP_SHR);
	search->found |= ir_cuda(expr)->builtin == CUDA_PART_RANK;
	if (expr->kind == IR_VAR && is_unclear(expr->var))
		search->found = true;
	if (expr->kind != IR_VAR || !expr->var->init || search->found || search->depth >= 4)
		return;
	search->depth++;
	ir_walk_expr(expr->var->init, &visitor, search, NULL);
	search->depth--;
}

/* What parts the threads may be one thing for a whole tile that is less than a warp. */
static bool may_be_uniform(const struct sync_absence *absence)
{
	const struct ir_visitor visitor = {.expr = look_for_rank};
	struct rank_search search = {0};
	if (absence->belief == SYNC_PROVEN || absence->event->tile >= SIMT_WARP)
		return false;
	if (absence->branch && absence->branch->expr)
		ir_walk_expr(absence->branch->expr, &visitor, &search, NULL);
	return search.found || !absence->branch;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.absences.count; i++) {
		const struct sync_absence *absence = report->sync.absences.data[i];
		const struct simt_event *event = absence->event;
		if (absence->fault != SYNC_GROUP || absence->belief < SYNC_LIKELY ||
			cuda_space_of(event->name) != CUDA_SPACE_GROUPS || may_be_uniform(absence) ||
			pass_absence_is_lock(pass, absence))
			continue;
		struct finding *finding = pass_report(pass, event->site->range,
			"%s waits at %s of a tile of %u threads, but %s of the same tile %s; move the call "
			"out of the branch, or take a group of those that are there",
			pass_thread(pass, report, absence->waits), pass_call_name(pass, event), event->tile,
			pass_thread(pass, report, absence->absent), pass_whereabouts(pass, absence));
		pass_absence(pass, finding, report, absence);
	}
}

const struct rule rule_divergent_group_sync = {
	.code = "CU801",
	.name = "divergent-group-sync",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.lone = true,
	.summary = "Group operation that not all members of the group reach",
	.hooks = {.execution = on_execution},
};
