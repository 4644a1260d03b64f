/* Running rules over a unit: one walk over the module calls the hooks of all of them.
 *
 * Each hook has a list of the passes that want it, so a node costs only the rules that look at its kind. */
#include "analyzer/rule/run_unit.h"

#include <string.h>

#include "analyzer/base/clock.h"
#include "analyzer/engine/ahead.h"
#include "analyzer/engine/facts.h"
#include "analyzer/engine/fixable.h"
#include "analyzer/engine/lint.h"
#include "analyzer/host/host.h"
#include "analyzer/simt/launch/lone.h"

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
	const struct ir_launch *launch = ir_launch_of(expr);
	if (launch)
		DISPATCH(run, launch, path, pass_, launch);
}

static void on_var(void *context, const struct ir_var *var, const struct ir_path *path)
{
	struct run_unit *run = context;
	DISPATCH(run, variable, path, pass_, var);
}

/* A report, and the time that it was waited for. */
static const struct simt_report *take(
	struct run_unit *run, struct ahead *ahead, size_t index, struct arena **arena)
{
	double start = time_of(run);
	const struct simt_report *report = ahead_take(ahead, index, arena);
	if (run->times)
		run->times->kernels_ms += time_of(run) - start;
	return report;
}

/* Shows an execution to the rules; of a device function that no kernel calls, to those that want such. */
static void show_execution(struct run_unit *run, const struct ahead_task *task)
{
	run->function = task->function;
	for (size_t i = 0; i < run->on_execution.count; i++) {
		struct pass *pass = run->on_execution.data[i];
		pass->function = task->function;
		pass->path = NULL;
		double start = time_of(run);
		if (task->launch->trial && pass->rule->hooks.trial)
			pass->rule->hooks.trial(pass, run->report);
		else if (!task->launch->trial && (!task->lone || pass->rule->lone))
			pass->rule->hooks.execution(pass, run->report);
		pass->ms += time_of(run) - start;
	}
	if (!task->lone && !task->launch->trial)
		pass_price_ordered(run);
}

static bool wants_lone(const struct run_unit *run)
{
	bool wants = false;
	for (size_t i = 0; i < run->on_execution.count; i++)
		wants |= run->on_execution.data[i]->rule->lone;
	return wants;
}

static bool wants_trials(const struct run_unit *run)
{
	bool wants = false;
	for (size_t i = 0; i < run->on_execution.count; i++)
		wants |= run->on_execution.data[i]->rule->hooks.trial != NULL;
	return wants;
}

static void add_task(struct run_unit *run, const struct ir_function *function,
	const struct simt_launch *launch, bool lone, ahead_tasks *tasks)
{
	struct simt_launch *kept = ARENA_NEW(run->arena, struct simt_launch);
	*kept = *launch;
	vec_push(run->arena, tasks, (struct ahead_task){function, kept, lone});
}

/* Every launch of every kernel, and the device functions that no kernel calls. */
static void gather_tasks(struct run_unit *run, const struct run_unit_input *input, ahead_tasks *tasks)
{
	bool lone = wants_lone(run), trials = wants_trials(run);
	const struct launch_facts facts = {.query = run->query,
		.walked = run->walked,
		.hints = run->hints,
		.elsewhere = run->given ? &run->given->uses : NULL};
	for (size_t i = 0; i < run->module->functions.count; i++) {
		const struct ir_function *function = run->module->functions.data[i];
		launch_list launches = {0}, tries = {0};
		if (input->executes && !input->executes(input->executes_context, run->unit, function))
			continue;
		if (function->is_kernel && function->body && !function->is_system &&
			function->body_state != IR_BODY_DAMAGED) {
			launches_of(run->arena, &facts, function, &launches);
			if (trials)
				launches_to_try(run->arena, &facts, function, &tries);
			for (size_t k = 0; k < launches.count; k++)
				add_task(run, function, &launches.data[k], false, tasks);
			for (size_t k = 0; k < tries.count; k++)
				add_task(run, function, &tries.data[k], false, tasks);
		} else if (lone && simt_lone(run->query, function)) {
			struct simt_launch launch = simt_lone_launch(run->arena, function);
			add_task(run, function, &launch, true, tasks);
		}
	}
}

static bool is_unwanted(const struct run_unit_input *input)
{
	return input->parse.is_unwanted && input->parse.is_unwanted(input->parse.unwanted_context);
}

static bool is_counted(const struct ir_function *function)
{
	return function->is_kernel && !function->is_system && function->body_state != IR_BODY_NONE;
}

static const char *why_not_executed(const struct ir_function *kernel, const char *gave_up)
{
	if (gave_up)
		return gave_up;
	return kernel->body_state == IR_BODY_DAMAGED ? "parse errors inside" : "no launch of it is possible";
}

/* `ended`, `gave_up`: for each task, whether it was executed to its end, and else why not. */
static void count_executed(struct run_unit *run, const ahead_tasks *tasks, const bool *ended,
	const char *const *gave_up, struct run_executions *out)
{
	size_t task = 0;
	for (size_t i = 0; i < run->module->functions.count; i++) {
		const struct ir_function *function = run->module->functions.data[i];
		bool executed = false;
		const char *why = NULL;
		for (; task < tasks->count && tasks->data[task].function == function; task++) {
			executed |= ended[task];
			why = why ? why : gave_up[task];
		}
		if (!is_counted(function))
			continue;
		out->executed += executed;
		if (!executed)
			vec_push(run->arena, &out->left_out,
				arena_printf(run->arena, "`%s` was not executed: %s", function->display,
					why_not_executed(function, why)));
	}
}

/* The kernels that no task before `late` executes, each once. */
static void name_late(struct run_unit *run, const ahead_tasks *tasks, size_t late, line_list *out)
{
	for (size_t i = late; i < tasks->count; i++) {
		const struct ir_function *function = tasks->data[i].function;
		bool is_known = tasks->data[i].lone || (i && tasks->data[i - 1].function == function);
		if (!is_known)
			vec_push(run->arena, out, function->name);
	}
}

/* What a report shows of the execution. */
static void summarize(struct run_unit *run, kernel_list *out)
{
	struct kernel_summary *kernel =
		kernel_summarize(run->arena, run->module, run->report, pass_chip(run->target));
	if (kernel)
		vec_push(run->arena, out, kernel);
}

/* Executions are large: findings are copied out of them, and they go one by one. */
static void execute_kernels(struct run_unit *run, const struct run_unit_input *input)
{
	ahead_tasks tasks = {0};
	if (is_unwanted(input))
		return;
	gather_tasks(run, input, &tasks);
	bool *ended = ARENA_ARRAY(run->arena, bool, tasks.count + 1);
	const char **gave_up = ARENA_ARRAY(run->arena, const char *, tasks.count + 1);
	struct ahead *ahead = ahead_start(run->arena, run->module, &tasks, input->threads);
	size_t late = tasks.count;
	for (size_t i = 0; i < tasks.count && !is_unwanted(input); i++) {
		struct arena *arena;
		if (run_is_late(input)) {
			late = i;
			break;
		}
		run->report = take(run, ahead, i, &arena);
		show_execution(run, &tasks.data[i]);
		if (input->executions && !tasks.data[i].lone && !tasks.data[i].launch->trial)
			summarize(run, &input->executions->kernels);
		ended[i] = !run->report->result.gave_up;
		gave_up[i] = ended[i] ? NULL : arena_strdup(run->arena, run->report->result.gave_up);
		run->report = NULL;
		arena_free(arena);
	}
	ahead_end(ahead);
	if (!input->executions)
		return;
	for (size_t i = late; i < tasks.count; i++)
		gave_up[i] = "the file's time was nearly used up";
	name_late(run, &tasks, late, &input->executions->late);
	count_executed(run, &tasks, ended, gave_up, input->executions);
}

/* Walks the host's code. The kernels are executed for the launches found there. */
static void walk_host(struct run_unit *run)
{
	double start = time_of(run);
	unit_walk_host(run);
	if (run->times)
		run->times->host_ms += time_of(run) - start;
}

static void show_host(struct run_unit *run)
{
	for (size_t i = 0; run->on_host.count && i < run->traces.count; i++) {
		double begin = time_of(run);
		const struct host_order *order = host_order_new(run->traces.data[i]);
		if (run->times)
			run->times->host_ms += time_of(run) - begin;
		run->function = run->traces.data[i]->root;
		DISPATCH(run, host, NULL, pass_, run->traces.data[i], order);
	}
}

/* One walk for all rules. */
static void visit_source(struct run_unit *run)
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
}

/* What others are told doesn't depend on which rules are on, as long as one wants executions: for those the
 * host's code is walked anyway. */
static void visit_module(struct run_unit *run, const struct run_unit_input *input)
{
	bool gathers = input->facts && run->on_execution.count;
	if (!input->facts_only)
		visit_source(run);
	bool executes = run->on_execution.count || run->ordered.count;
	if (input->executions)
		input->executions->asked = executes;
	if ((executes || run->on_host.count) && !is_unwanted(input))
		walk_host(run);
	if (gathers && !is_unwanted(input))
		facts_gather(run, input->facts);
	if (input->facts_only)
		return;
	if (executes)
		execute_kernels(run, input);
	if (!is_unwanted(input))
		show_host(run);
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
		.unit = unit,
		.module = unit->module,
		.target = target,
		.config = input->config,
		.times = input->times,
		.hints = hints,
		.given = input->given};
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
	visit_module(&run, input);
	pass_attach_fixes(&run);
	fixable_agree(&run);
	pass_collect(&run, findings);
	for (size_t i = 0; run.times && i < passes.count; i++)
		add_time(&run, passes.data[i]);
}
