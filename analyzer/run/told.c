/* Facts of others, for one file; see told.h. */
#include "analyzer/run/told.h"

#include <stdint.h>

#include "analyzer/run/cached.h"
#include "analyzer/run/plan.h"
#include "analyzer/run/project.h"

/* As in a run: from a launch to the function that launches, to what calls that. */
enum { MOST_ROUNDS = 6 };

/* Those of the units told that aren't the file itself: what it says is known. */
static size_t leave_out_own(size_t *told, size_t count)
{
	size_t others = 0;
	for (size_t i = 0; i < count; i++)
		if (told[i] != 0)
			told[others++] = told[i];
	return others;
}

/* `has_own`: of the first unit, whose result stays as it is. */
static int ask_all(struct project *project, bool has_own, const struct worker_limits *limits)
{
	int stopped_by = project_ask(project, limits);
	size_t *told = ARENA_ARRAY(project->plan->arena, size_t, project->units.count + 1);
	for (unsigned round = 0; round < MOST_ROUNDS && !stopped_by; round++) {
		size_t count = project_tell(project, told);
		if (has_own)
			count = leave_out_own(told, count);
		if (!count)
			break;
		stopped_by = project_parse(project, told, count, limits);
	}
	return stopped_by;
}

int told_find(struct arena *arena, const struct run_options *options, const struct rule *const *registry,
	struct unit_result *own, struct project_given *out)
{
	struct run_report report = {0};
	struct plan plan = {.arena = arena, .options = options, .report = &report};
	*out = (struct project_given){0};
	if (plan_make(&plan, registry) || plan.inputs.count != 1)
		return -1;
	plan.cached = cached_open(&plan);
	const struct worker_limits limits = {.jobs = options->jobs ? options->jobs : 1,
		.timeout_s = options->timeout_s,
		.max_memory_mb = options->max_memory_mb,
		.sandbox = options->sandbox,
		.readable = &plan.readable};
	struct project *project = project_open(&plan, &own);
	int stopped_by = ask_all(project, true, &limits);
	const struct project_given *given = project->units.data[0].input.given;
	if (given)
		*out = *given;
	cached_close(plan.cached);
	return stopped_by ? -1 : 0;
}

/* What the inputs say themselves. */
static int look_at_inputs(struct plan *plan, const struct worker_limits *limits, struct unit_result **results)
{
	const struct worker_progress silent = {0};
	size_t count = plan->inputs.count;
	struct run_unit_input *units = ARENA_ARRAY(plan->arena, struct run_unit_input, count + 1);
	for (size_t i = 0; i < count; i++) {
		units[i] = plan->units[i];
		units[i].facts_only = true;
	}
	const struct cached_batch batch = {
		.units = units, .count = count, .limits = limits, .progress = &silent};
	return cached_lint(plan->cached, plan->arena, &batch, results);
}

int told_fill(struct plan *plan)
{
	size_t count = plan->inputs.count;
	struct unit_result **results = ARENA_ARRAY(plan->arena, struct unit_result *, count + 1);
	const struct worker_limits limits = worker_limits_of(plan, SIZE_MAX);
	if (!project_is_larger(plan))
		return 0;
	plan->cached = cached_open(plan);
	int stopped_by = look_at_inputs(plan, &limits, results);
	struct project *project = stopped_by ? NULL : project_open(plan, results);
	if (project)
		stopped_by = ask_all(project, false, &limits);
	for (size_t i = 0; project && i < count; i++)
		plan->units[i].given = project->units.data[i].input.given;
	cached_close(plan->cached);
	plan->cached = NULL;
	if (stopped_by)
		plan->report->fatal = "stopped before the end";
	return stopped_by;
}
