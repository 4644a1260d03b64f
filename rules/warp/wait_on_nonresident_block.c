/* CU410 wait-on-nonresident-block: blocks that wait for blocks which may not run before those that wait are
 * done: grid barriers made by hand, waits for a block of higher index, and waits for what only a later launch
 * provides.
 *
 * An error is what certainly hangs: a grid of more blocks than the occupancy model lets be resident
 * (registers aren't known, so that is an upper bound), and a later launch in the same stream. Otherwise a
 * warning, as nothing but a cooperative launch promises that all blocks run at once. Cooperative launches,
 * grids of one block, locks, tickets, waits for earlier blocks and last-block patterns are left alone. */
#include "analyzer/rule/rule.h"
#include "analyzer/structure/launch/config.h"
#include "analyzer/structure/reach.h"
#include "analyzer/structure/spin/grid_wait.h"
#include "analyzer/value/rounding.h"
#include "model/model.h"
#include "rules/host/common/api.h"

/* ---- blocks of one launch -------------------------------------------------------------------- */

static double blocks_of(const struct simt_launch *launch)
{
	return (double)launch->grid[0] * (double)launch->grid[1] * (double)launch->grid[2];
}

/* The most blocks of a launch that can run at once; 0 when that isn't known. */
static double resident_blocks(struct pass *pass, const struct simt_report *report, int number)
{
	const struct simt_launch *launch = report->launch;
	const struct model_arch *arch = model_arch_nearest(number);
	int64_t fixed;
	if (!arch || !ir_static_shared(pass->arena, pass_query(pass), report->kernel, &fixed) ||
		fixed > INT32_MAX / 4 || launch->shared > INT32_MAX / 4)
		return 0;
	struct model_occupancy_query query = model_occupancy_query_default(
		arch, (int)(launch->block[0] * launch->block[1] * launch->block[2]));
	query.static_shared = (int)fixed;
	query.dynamic_shared = launch->shared_known && launch->shared > 0 ? (int)launch->shared : 0;
	struct model_occupancy now;
	const struct model_chip *chip = pass->target->chip ? model_chip_find(pass->target->chip) : NULL;
	if (!chip || chip->cc != arch->cc)
		chip = model_chip_default(arch);
	return model_occupancy(&now, &query) ? chip->sms.value * now.blocks_per_sm : 0;
}

static const char *what_waits(const struct ir_grid_wait *wait)
{
	if (wait->kind == IR_GRID_WAIT_HIGHER)
		return "blocks wait here for a block of higher index";
	return wait->is_certain ? "every block waits here until all blocks of the grid have come"
				: "blocks wait here for what other blocks of the grid do";
}

static void add_arrival(struct pass *pass, struct finding *finding, const struct ir_grid_wait *wait)
{
	pass_related(pass, finding, ir_path_range(wait->arrival->path),
		wait->kind == IR_GRID_WAIT_ALL ? "what they wait for is done here" : "set here");
}

/* An error for the first target that can't hold the grid. */
static bool report_excess(struct pass *pass, const struct simt_report *report, const struct ir_spin *spin,
	const struct ir_grid_wait *wait)
{
	const struct simt_launch *launch = report->launch;
	bool any = false;
	if (!launch->grid_known || launch->source < LAUNCH_SITE || !wait->is_certain)
		return false;
	for (size_t i = 0; i < pass->target->arch_count; i++) {
		int number = pass->target->archs[i];
		double resident = resident_blocks(pass, report, number), blocks = blocks_of(launch);
		if (resident <= 0 || blocks <= resident)
			continue;
		struct finding *finding = pass_report(pass, spin->range,
			"%s, but of the %.0f blocks launched at most %.0f can run at once on sm_%d: the "
			"others start only when these are done, and they never are",
			what_waits(wait), blocks, resident, number);
		add_arrival(pass, finding, wait);
		if (launch->site)
			pass_related(pass, finding, launch->site->range, "launched here");
		finding_limit_archs(finding, number, number + 1);
		any = true;
	}
	return any;
}

static void report_unpromised(struct pass *pass, const struct ir_spin *spin, const struct ir_grid_wait *wait,
	const struct ir_launch *site)
{
	struct finding *finding = pass_report(pass, spin->range,
		"%s, and nothing promises that they run at the same time: launch cooperatively%s",
		what_waits(wait),
		wait->kind == IR_GRID_WAIT_ALL && wait->is_certain
			? " and use cooperative groups' grid.sync()"
			: "");
	finding->severity = SEVERITY_WARNING;
	finding->confidence =
		wait->is_certain && spin->function->is_kernel ? CONFIDENCE_PROVEN : CONFIDENCE_LIKELY;
	add_arrival(pass, finding, wait);
	if (site)
		pass_related(pass, finding, site->range, "launched here");
}

/* A launch that is known to be cooperative, or all of them where the execution stands for none in particular.
 */
static bool is_cooperative(struct pass *pass, const struct simt_report *report)
{
	if (report->launch->site)
		return !ir_is_plain_launch(report->launch->site);
	struct ir_launches launches = ir_launches_of(pass_query(pass), report->kernel);
	for (size_t i = 0; i < launches.count; i++)
		if (ir_is_plain_launch(launches.data[i]))
			return false;
	return launches.count > 0;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	struct ir_spins *spins = pass_spins(pass);
	if (is_cooperative(pass, report) || (report->launch->grid_known && blocks_of(report->launch) <= 1))
		return;
	for (size_t i = 0; i < ir_spin_count(spins); i++) {
		const struct ir_spin *spin = ir_spin_at(spins, i);
		struct ir_grid_wait wait;
		if (spin->function == report->kernel && ir_grid_wait(spins, spin, &wait) &&
			!report_excess(pass, report, spin, &wait))
			report_unpromised(pass, spin, &wait, report->launch->site);
	}
}

/* ---- later launches -------------------------------------------------------------------------- */

static bool is_of_device(const struct ir_memory *memory)
{
	return memory->var && (memory->var->storage == IR_DEVICE || memory->var->storage == IR_MANAGED);
}

/* What a launch passes for the parameter that a kernel's memory starts from; NULL: unknown. */
static const struct ir_expr *host_pointer(const struct ir_launch *launch, const struct ir_memory *memory)
{
	if (launch->form != IR_LAUNCH_CHEVRON && launch->form != IR_LAUNCH_EX)
		return NULL;
	for (size_t i = 0; i < launch->kernel->param_count && i < launch->arg_count; i++)
		if (launch->kernel->params[i] == memory->var)
			return ir_strip_casts(launch->args[i]);
	return NULL;
}

/* The host's variable that it starts from. */
static const struct ir_var *host_var(const struct ir_launch *launch, const struct ir_memory *memory)
{
	return is_of_device(memory) ? memory->var : ir_root_var(host_pointer(launch, memory));
}

static bool is_same_element(const struct ir_memory *flag, const struct ir_memory *written)
{
	int64_t at = 0, to = 0;
	if (flag->index && !ir_fold_int(flag->index, &at))
		return true;
	return (!written->index || ir_fold_int(written->index, &to)) && at == to;
}

/* Whether what a kernel writes in one launch is what another kernel waits for in its launch. */
static bool is_same_place(const struct ir_launch *waiter, const struct ir_memory *flag,
	const struct ir_launch *writer, const struct ir_memory *written)
{
	bool same_field = flag->field && written->field ? !strcmp(flag->field, written->field)
							: flag->field == written->field;
	if (!same_field || !is_same_element(flag, written))
		return false;
	if (is_of_device(flag) || is_of_device(written))
		return flag->var == written->var;
	const struct ir_expr *a = host_pointer(waiter, flag), *b = host_pointer(writer, written);
	return a && b && ir_same_expr(a, b);
}

/* What a host function does with the variable, launches of kernels that only wait for it aside. */
struct uses {
	struct ir_spins *spins;
	const struct ir_spin *spin;
	const struct ir_var *var;
	const struct ir_launch *waiter;
	bool waiting;                     /* the launch of the waiter has been passed */
	const struct ir_launch *provider; /* the first one after it */
	const struct ir_spin_write *by;
	bool is_provided; /* before the waiter, by the host, in a loop, or in a way that isn't understood */
};

/* Whether a launch sets what is waited for; before the waiter's, whether it may. */
static bool provides(const struct uses *uses, const struct ir_launch *launch, const struct ir_spin_write **by)
{
	for (size_t i = 0; launch->kernel && i < ir_spin_write_count(uses->spins); i++) {
		*by = ir_spin_write_at(uses->spins, i);
		const struct ir_memory *written = &(*by)->op.memory, *flag = &uses->spin->op.memory;
		if ((*by)->function == launch->kernel && host_var(launch, written) == uses->var &&
			(!uses->waiting || is_same_place(uses->waiter, flag, launch, written)) &&
			ir_spin_value_may_end(uses->spin, *by))
			return true;
	}
	return false;
}

static bool is_in_loop(const struct ir_path *path)
{
	for (; path; path = path->up)
		if (path->stmt && path->stmt->kind >= IR_FOR && path->stmt->kind <= IR_DO)
			return true;
	return false;
}

static bool is_host_write(const struct ir_expr *expr, const struct ir_var *var)
{
	if (expr->kind == IR_ASSIGN)
		return ir_root_var(expr->operands[0]) == var &&
		       ir_strip_casts(expr->operands[0])->kind != IR_VAR;
	enum host_op_kind kind = api_call(expr).kind;
	if (expr->kind != IR_CALL || kind == HOST_MALLOC || kind == HOST_MALLOC_ASYNC || kind == HOST_FREE ||
		kind == HOST_FREE_ASYNC)
		return false;
	for (size_t i = 0; i < expr->operand_count; i++)
		if (ir_root_var(expr->operands[i]) == var)
			return true;
	return expr->call->object && ir_root_var(expr->call->object) == var;
}

static void look_at_host(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct uses *uses = context;
	const struct ir_launch *launch = ir_launch_of(expr);
	const struct ir_spin_write *by;
	if (launch == uses->waiter && launch) {
		uses->waiting = true;
		uses->is_provided |= is_in_loop(path);
	} else if (launch) {
		if (!launch->kernel) {
			uses->is_provided = true;
		} else if (provides(uses, launch, &by)) {
			uses->is_provided |= !uses->waiting;
			if (!uses->provider) {
				uses->provider = launch;
				uses->by = by;
			}
		}
	} else if (uses->waiting && is_host_write(expr, uses->var)) {
		uses->is_provided = true;
	}
}

static bool is_same_stream(const struct ir_launch *a, const struct ir_launch *b)
{
	struct ir_launch_shape left, right;
	int64_t value;
	ir_launch_shape(a, &left);
	ir_launch_shape(b, &right);
	bool default_left = !left.stream || (ir_fold_int(left.stream, &value) && value == 0);
	bool default_right = !right.stream || (ir_fold_int(right.stream, &value) && value == 0);
	if (default_left || default_right)
		return default_left && default_right && a->form == IR_LAUNCH_CHEVRON &&
		       b->form == IR_LAUNCH_CHEVRON;
	return ir_same_expr(ir_strip_casts(left.stream), ir_strip_casts(right.stream));
}

static bool ends_itself(const struct ir_spins *spins, const struct ir_spin *spin)
{
	for (size_t i = 0; i < ir_spin_write_count(spins); i++) {
		const struct ir_spin_write *write = ir_spin_write_at(spins, i);
		if (write->function == spin->function && ir_spin_may_end(spin, write))
			return true;
	}
	return false;
}

static void check_later_launch(struct pass *pass, const struct ir_spin *spin, const struct ir_launch *waiter)
{
	const struct ir_visitor visitor = {.expr = look_at_host};
	struct uses uses = {.spins = pass_spins(pass),
		.spin = spin,
		.var = host_var(waiter, &spin->op.memory),
		.waiter = waiter};
	if (!uses.var || !waiter->function)
		return;
	ir_walk_function(waiter->function, &visitor, &uses);
	const struct ir_launch *provider = uses.provider;
	if (!provider || uses.is_provided)
		return;
	bool is_same = is_same_stream(waiter, provider);
	pass->function = spin->function;
	struct finding *finding = pass_report(pass, spin->range,
		"`%s` waits here for what `%s` sets, which is launched after it in %s stream%s",
		spin->function->name, provider->kernel->name, is_same ? "the same" : "another",
		is_same ? ": that starts only when this has ended"
			: ": nothing promises that both run at the same time");
	finding->severity = is_same ? SEVERITY_ERROR : SEVERITY_WARNING;
	finding->confidence = CONFIDENCE_LIKELY;
	pass_related(pass, finding, waiter->range, "`%s` is launched here", spin->function->name);
	pass_related(pass, finding, provider->range, "`%s` is launched here", provider->kernel->name);
	pass_related(pass, finding, ir_path_range(uses.by->path), "set here");
}

static void check_unlaunched(struct pass *pass, const struct ir_spin *spin)
{
	struct ir_grid_wait wait;
	pass->function = spin->function;
	if (!spin->function->is_kernel && ir_grid_wait(pass_spins(pass), spin, &wait))
		report_unpromised(pass, spin, &wait, NULL);
}

static void on_unit_end(struct pass *pass)
{
	struct ir_spins *spins = pass_spins(pass);
	for (size_t i = 0; i < ir_spin_count(spins); i++) {
		const struct ir_spin *spin = ir_spin_at(spins, i);
		if (!spin->is_top)
			continue;
		check_unlaunched(pass, spin);
		struct ir_launches launches = ir_launches_of(pass_query(pass), spin->function);
		for (size_t j = 0;
			spin->kind == IR_SPIN_FLAG && !ends_itself(spins, spin) && j < launches.count; j++)
			check_later_launch(pass, spin, launches.data[j]);
	}
}

const struct rule rule_wait_on_nonresident_block = {
	.code = "CU410",
	.name = "wait-on-nonresident-block",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Block that waits for a block which may not be running",
	.hooks = {.execution = on_execution, .unit_end = on_unit_end},
};
