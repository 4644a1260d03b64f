/* Running rules over a unit: one walk over the module calls the hooks of all of them.
 *
 * Each hook has a list of the passes that want it, so a node costs only the rules that look at its kind. */
#include "analyzer/run/pass.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/base/clock.h"
#include "analyzer/host/host.h"
#include "analyzer/simt/lone.h"

static bool is_launch_form(const struct ir_expr *expr)
{
	return expr->kind == IR_LAUNCH || expr->kind == IR_CALL;
}

/* Launches written as calls, by the address of the call, for bsearch. */
static int compare_launches(const void *left, const void *right)
{
	const struct ir_launch *a = *(const struct ir_launch *const *)left;
	const struct ir_launch *b = *(const struct ir_launch *const *)right;
	uintptr_t x = (uintptr_t)a->expr, y = (uintptr_t)b->expr;
	return (x > y) - (x < y);
}

static const struct ir_launch *launch_of(const struct run_unit *run, const struct ir_expr *expr)
{
	if (expr->kind == IR_LAUNCH)
		return expr->launch;
	struct ir_launch key = {.expr = (struct ir_expr *)(uintptr_t)expr};
	const struct ir_launch *wanted = &key;
	const struct ir_launch *const *found = run->launch_count
						       ? bsearch(&wanted, run->launches, run->launch_count,
								 sizeof *run->launches, compare_launches)
						       : NULL;
	return found ? *found : NULL;
}

static void sort_launches(struct run_unit *run)
{
	const struct ir_module *module = run->module;
	run->launches = ARENA_ARRAY(run->arena, const struct ir_launch *, module->launches.count + 1);
	for (size_t i = 0; i < module->launches.count; i++)
		if (module->launches.data[i]->expr)
			run->launches[run->launch_count++] = module->launches.data[i];
	if (run->launch_count)
		qsort(run->launches, run->launch_count, sizeof *run->launches, compare_launches);
}

/* The clock, where somebody wants to know. */
static double time_of(const struct run_unit *run)
{
	return run->times ? clock_ms() : 0;
}

#define DISPATCH(run, hook, where, ...)                                                                      \
	do {                                                                                                 \
		for (size_t hook_i_ = 0; hook_i_ < (run)->on_##hook.count; hook_i_++) {                      \
			struct pass *pass_ = (run)->on_##hook.data[hook_i_];                                 \
			pass_->function = (run)->function;                                                   \
			pass_->path = (where);                                                               \
			double start_ = time_of(run);                                                        \
			pass_->rule->hooks.hook(__VA_ARGS__);                                                \
			pass_->ms += time_of(run) - start_;                                                  \
		}                                                                                            \
	} while (0)

static void on_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct run_unit *run = context;
	DISPATCH(run, stmt, path, pass_, stmt);
	if (stmt->kind == IR_ASM)
		DISPATCH(run, assembly, path, pass_, stmt);
}

static void on_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct run_unit *run = context;
	DISPATCH(run, expr, path, pass_, expr);
	if (expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT)
		DISPATCH(run, call, path, pass_, expr);
	const struct ir_launch *launch = is_launch_form(expr) ? launch_of(run, expr) : NULL;
	if (launch)
		DISPATCH(run, launch, path, pass_, launch);
}

static void on_var(void *context, const struct ir_var *var, const struct ir_path *path)
{
	struct run_unit *run = context;
	DISPATCH(run, variable, path, pass_, var);
}

static const struct simt_report *execute(struct run_unit *run, struct arena *arena,
	const struct ir_function *function, const struct simt_launch *launch)
{
	double start = time_of(run);
	const struct simt_report *report = simt_execute(arena, run->module, function, launch);
	if (run->times)
		run->times->kernels_ms += time_of(run) - start;
	return report;
}

static void execute_launches(
	struct run_unit *run, const struct ir_query *query, const struct ir_function *kernel)
{
	launch_list launches = {0};
	launches_of(run->arena, query, run->hints, kernel, &launches);
	run->function = kernel;
	for (size_t i = 0; i < launches.count; i++) {
		struct arena *arena = arena_new(); /* executions are large; findings are copied out of it */
		run->report = execute(run, arena, kernel, &launches.data[i]);
		DISPATCH(run, execution, NULL, pass_, run->report);
		pass_price_ordered(run);
		run->report = NULL;
		arena_free(arena);
	}
}

/* Device functions that no kernel calls, for the rules that want them. */
static void execute_lone(struct run_unit *run, const struct ir_function *function)
{
	struct simt_launch launch = simt_lone_launch(run->arena, function);
	struct arena *arena = arena_new();
	run->function = function;
	run->report = execute(run, arena, function, &launch);
	for (size_t i = 0; i < run->on_execution.count; i++) {
		struct pass *pass = run->on_execution.data[i];
		pass->function = function;
		pass->path = NULL;
		double start = time_of(run);
		if (pass->rule->lone)
			pass->rule->hooks.execution(pass, run->report);
		pass->ms += time_of(run) - start;
	}
	run->report = NULL;
	arena_free(arena);
}

static bool wants_lone(const struct run_unit *run)
{
	bool wants = false;
	for (size_t i = 0; i < run->on_execution.count; i++)
		wants |= run->on_execution.data[i]->rule->lone;
	return wants;
}

static void execute_kernels(struct run_unit *run)
{
	if (!run->on_execution.count && !run->ordered.count)
		return;
	bool lone = wants_lone(run);
	if (!run->query)
		run->query = ir_query_new(run->arena, run->module);
	for (size_t i = 0; i < run->module->functions.count; i++) {
		const struct ir_function *function = run->module->functions.data[i];
		if (function->is_kernel && function->body && !function->is_system &&
			function->body_state != IR_BODY_DAMAGED)
			execute_launches(run, run->query, function);
		else if (lone && simt_lone(run->query, function))
			execute_lone(run, function);
	}
}

static void walk_host(struct run_unit *run, const struct target *target)
{
	if (!run->on_host.count)
		return;
	if (!run->query)
		run->query = ir_query_new(run->arena, run->module);
	const struct host_options options = {target->per_thread_default_stream, target->cuda_version};
	double start = time_of(run);
	struct host_traces traces = host_walk(run->arena, run->module, run->query, &options);
	if (run->times)
		run->times->host_ms += time_of(run) - start;
	for (size_t i = 0; i < traces.count; i++) {
		double begin = time_of(run);
		const struct host_order *order = host_order_new(traces.data[i]);
		if (run->times)
			run->times->host_ms += time_of(run) - begin;
		run->function = traces.data[i]->root;
		DISPATCH(run, host, NULL, pass_, traces.data[i], order);
	}
}

static void visit_module(struct run_unit *run, const struct target *target)
{
	const struct ir_visitor visitor = {.stmt = on_stmt, .expr = on_expr, .var = on_var};
	const struct ir_module *module = run->module;
	DISPATCH(run, unit, NULL, pass_);
	for (size_t i = 0; i < module->globals.count; i++) {
		on_var(run, module->globals.data[i], NULL);
		ir_walk_expr(module->globals.data[i]->init, &visitor, run, NULL);
	}
	for (size_t i = 0; i < module->functions.count; i++) {
		run->function = module->functions.data[i];
		DISPATCH(run, function, NULL, pass_, run->function);
		ir_walk_function(run->function, &visitor, run);
		DISPATCH(run, function_end, NULL, pass_, run->function);
	}
	execute_kernels(run);
	walk_host(run, target);
	run->function = NULL;
	DISPATCH(run, unit_end, NULL, pass_);
}

#define SUBSCRIBE(run, pass, hook)                                                                           \
	do {                                                                                                 \
		if ((pass)->rule->hooks.hook)                                                                \
			vec_push((run)->arena, &(run)->on_##hook, (pass));                                   \
	} while (0)

static void subscribe(struct run_unit *run, struct pass *pass)
{
	SUBSCRIBE(run, pass, unit);
	SUBSCRIBE(run, pass, variable);
	SUBSCRIBE(run, pass, function);
	SUBSCRIBE(run, pass, stmt);
	SUBSCRIBE(run, pass, expr);
	SUBSCRIBE(run, pass, call);
	SUBSCRIBE(run, pass, assembly);
	SUBSCRIBE(run, pass, launch);
	SUBSCRIBE(run, pass, function_end);
	SUBSCRIBE(run, pass, execution);
	SUBSCRIBE(run, pass, host);
	SUBSCRIBE(run, pass, unit_end);
}

static void add_time(struct run_unit *run, const struct pass *pass)
{
	struct run_times *times = run->times;
	for (size_t i = 0; i < times->rules.count; i++)
		if (!strcmp(times->rules.data[i].code, pass->rule->code)) {
			times->rules.data[i].ms += pass->ms;
			return;
		}
	struct rule_time time = {pass->rule->code, pass->ms};
	vec_push(run->arena, &times->rules, time);
}

void run_rules(struct arena *arena, const struct unit *unit, const struct run_unit_input *input,
	const struct target *target, const struct launch_hints *hints, finding_list *findings)
{
	struct run_unit run = {.arena = arena,
		.module = unit->module,
		.target = target,
		.config = input->config,
		.times = input->times,
		.hints = hints};
	VEC(struct pass *) passes = {0};
	for (const struct rule *const *rules = input->rules; *rules; rules++) {
		struct pass *pass = ARENA_NEW(arena, struct pass);
		*pass = (struct pass){.rule = *rules,
			.arena = arena,
			.module = unit->module,
			.target = target,
			.unit = &run};
		subscribe(&run, pass);
		vec_push(arena, &passes, pass);
	}
	sort_launches(&run);
	visit_module(&run, target);
	pass_collect(&run, findings);
	for (size_t i = 0; run.times && i < passes.count; i++)
		add_time(&run, passes.data[i]);
}
