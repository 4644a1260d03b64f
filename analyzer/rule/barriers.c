/* A barrier is judged by all its executions: a template's instantiations and a kernel's launches share it.
 * Where one execution isn't known well enough, nothing is said of it. Barriers of helpers are left alone:
 * what calls them next may need them. */
#include "analyzer/rule/barriers.h"

#include <string.h>

enum { MAX_LAUNCHES = 4 }; /* of a kernel, that are executed */

struct gathered {
	barrier_list barriers;
	bool reads_clock;
};

static struct gathered *gathered_of(struct pass *pass)
{
	if (!pass->state)
		pass->state = ARENA_NEW(pass->arena, struct gathered);
	return pass->state;
}

/* How many launches the unit has of a kernel, and of other instantiations of its template. */
static size_t launches_in(const struct pass *pass, const struct ir_function *kernel)
{
	size_t count = 0;
	for (size_t i = 0; i < pass->module->launches.count; i++) {
		const struct ir_function *other = pass->module->launches.data[i]->kernel;
		count += other == kernel;
	}
	return count;
}

static bool is_trusted(const struct pass *pass, const struct simt_report *report)
{
	return !report->result.gave_up && !report->sync.truncated && !report->sync.untold_turns &&
	       report->launch->source >= LAUNCH_SITE && launches_in(pass, report->kernel) <= MAX_LAUNCHES;
}

/* Kernels in headers are launched by other units, too. */
static bool is_in_main_file(const struct pass *pass, struct ir_range range)
{
	struct ir_place place;
	return ir_locate(pass->module, range, NULL, &place) && place.file < pass->module->files.count &&
	       pass->module->files.data[place.file].is_main;
}

static bool votes(const struct ir_expr *expr)
{
	return ir_cuda(expr)->counts;
}

static bool is_one_warp(const struct simt_report *report)
{
	const int64_t *block = report->launch->block;
	return block[0] * block[1] * block[2] <= SIMT_WARP;
}

static enum barrier_use use_of(
	const struct pass *pass, const struct simt_report *report, const struct sync_barrier *barrier)
{
	bool own = barrier->function == report->kernel ||
		   (barrier->function->is_lambda && barrier->function->parent == report->kernel);
	if (!is_trusted(pass, report) || !own || !is_in_main_file(pass, barrier->expr->range) ||
		votes(barrier->expr) || barrier->may_more || barrier->orders_warps ||
		(barrier->may_order && !is_one_warp(report)))
		return BARRIER_OF_BLOCK;
	return barrier->orders_lanes || barrier->may_order ? BARRIER_OF_WARP : BARRIER_UNUSED;
}

static struct barrier *find(struct gathered *gathered, const struct ir_expr *expr)
{
	for (size_t i = 0; i < gathered->barriers.count; i++) {
		const struct ir_range range = gathered->barriers.data[i].expr->range;
		if (ir_is_same_range(range, expr->range))
			return &gathered->barriers.data[i];
	}
	return NULL;
}

void pass_add_barriers(struct pass *pass, const struct simt_report *report)
{
	struct gathered *gathered = gathered_of(pass);
	for (size_t i = 0; i < report->sync.barriers.count; i++) {
		const struct sync_barrier *barrier = report->sync.barriers.data[i];
		enum barrier_use use = use_of(pass, report, barrier);
		double times = report->sync.boxes ? (double)barrier->executions / report->sync.boxes : 0;
		struct barrier entry = {.expr = barrier->expr,
			.function = barrier->function,
			.use = use,
			.one_warp = is_one_warp(report)};
		if (use < BARRIER_OF_BLOCK)
			entry.cost = pass_cost_barrier(pass, times, use == BARRIER_OF_WARP);
		struct barrier *old = find(gathered, barrier->expr);
		if (!old)
			vec_push(pass->arena, &gathered->barriers, entry);
		else if (use > old->use)
			*old = entry;
	}
}

void pass_note_clock(struct pass *pass, const struct ir_expr *call)
{
	enum cuda_op op = ir_cuda(call)->op;
	const char *name = ir_callee_name(call);
	/* functions of the project that are called so may read it in assembly */
	bool is_named = strstr(name, "clock") || strstr(name, "timer");
	if (is_named || op == CUDA_CLOCK || op == CUDA_SLEEP)
		gathered_of(pass)->reads_clock = true;
}

void pass_barriers(struct pass *pass, barrier_list *out)
{
	const struct gathered *gathered = pass->state;
	for (size_t i = 0; gathered && !gathered->reads_clock && i < gathered->barriers.count; i++)
		if (gathered->barriers.data[i].use < BARRIER_OF_BLOCK)
			vec_push(pass->arena, out, gathered->barriers.data[i]);
}
