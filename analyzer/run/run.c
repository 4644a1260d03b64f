/* A run from beginning to end: plan, lint every file in a worker or take it from the result store, lint
 * fragments once more in their includer's context, join what was found; or keep it for somebody who has the
 * other parts. */
#include "analyzer/run/run.h"

#include <stdint.h>

#include "analyzer/run/again.h"
#include "analyzer/run/cached.h"
#include "analyzer/run/fragments.h"
#include "analyzer/run/outcome.h"
#include "analyzer/run/plan.h"
#include "analyzer/run/plan_config.h"
#include "analyzer/run/project.h"
#include "analyzer/run/shard.h"
#include "analyzer/run/shard_file.h"
#include "analyzer/sandbox/sandbox.h"

/* From a launch to the function that launches, to what calls that, to what calls that. */
enum { MOST_ROUNDS = 6 };

/* The run at work. */
struct run {
	struct plan plan;
	struct outcome outcome;
	struct worker_progress progress;
	const unsigned *shards; /* of each input, from 1 on; NULL: the run has no parts */
};

static bool is_own(const struct run *run, size_t index)
{
	return !run->shards || run->shards[index] == run->plan.options->shard;
}

/* What the planning of a file remarked comes before what its worker did. */
static void add_notes(struct run *run, size_t index, struct unit_result *result)
{
	const struct run_unit_input *unit = &run->plan.units[index];
	line_list notes = {0};
	for (size_t k = 0; k < unit->notes.count; k++)
		vec_push(run->plan.arena, &notes, unit->notes.data[k]);
	for (size_t k = 0; k < result->notes.count; k++)
		vec_push(run->plan.arena, &notes, result->notes.data[k]);
	result->notes = notes;
}

/* What a unit took before it was linted once more counts, too. */
static void add_time(struct unit_result *result, const struct unit_result *before)
{
	if (!before)
		return;
	result->is_stored &= before->is_stored;
	result->ms += before->ms;
	result->parse_ms += before->parse_ms;
	result->lower_ms += before->lower_ms;
	result->rules_ms += before->rules_ms;
}

/* Lints inputs; what results they had is replaced. */
static void lint_inputs(
	struct run *run, const size_t *indexes, size_t count, const struct worker_progress *progress)
{
	struct plan *plan = &run->plan;
	struct run_unit_input *units = ARENA_ARRAY(plan->arena, struct run_unit_input, count + 1);
	struct unit_result **found = ARENA_ARRAY(plan->arena, struct unit_result *, count + 1);
	for (size_t i = 0; i < count; i++)
		units[i] = plan->units[indexes[i]];
	struct worker_limits limits = worker_limits_of(plan, count);
	struct cached_batch batch = {
		.units = units, .inputs = indexes, .count = count, .limits = &limits, .progress = progress};
	plan->report->stopped_by = cached_lint(plan->cached, plan->arena, &batch, found);
	for (size_t i = 0; i < count; i++) {
		add_notes(run, indexes[i], found[i]);
		add_time(found[i], run->outcome.results[indexes[i]]);
		found[i]->is_told = project_given_any(units[i].given);
		found[i]->rules = units[i].rules;
		found[i]->config = units[i].config;
		run->outcome.results[indexes[i]] = found[i];
	}
}

static void run_inputs(struct run *run)
{
	struct plan *plan = &run->plan;
	size_t count = plan->inputs.count, own = 0;
	size_t *indexes = ARENA_ARRAY(plan->arena, size_t, count + 1);
	const bool *kept = again_keep(plan, run->outcome.results);
	for (size_t i = 0; i < count; i++)
		if (is_own(run, i) && !kept[i])
			indexes[own++] = i;
	lint_inputs(run, indexes, own, &run->progress);
}

/* Lints inputs once more with what others tell them, and parses other units with it. */
static void lint_told(struct run *run, struct project *project, const size_t *told, size_t count)
{
	struct plan *plan = &run->plan;
	const struct worker_progress silent = {0};
	size_t *own = ARENA_ARRAY(plan->arena, size_t, count + 1);
	size_t *others = ARENA_ARRAY(plan->arena, size_t, count + 1);
	size_t own_count = 0, other_count = 0;
	for (size_t i = 0; i < count; i++)
		if (project->units.data[told[i]].is_own)
			own[own_count++] = told[i];
		else
			others[other_count++] = told[i];
	for (size_t i = 0; i < own_count; i++)
		plan->units[own[i]].given = project->units.data[own[i]].input.given;
	if (own_count)
		lint_inputs(run, own, own_count, &silent);
	for (size_t i = 0; i < own_count; i++)
		project->units.data[own[i]].result = run->outcome.results[own[i]];
	struct worker_limits limits = worker_limits_of(plan, other_count);
	if (other_count && !plan->report->stopped_by)
		plan->report->stopped_by = project_parse(project, others, other_count, &limits);
}

/* What the others have said is still of use when findings are joined. */
static void keep_others(struct run *run, const struct project *project)
{
	struct plan *plan = &run->plan;
	const char **paths = ARENA_ARRAY(plan->arena, const char *, project->units.count + 1);
	struct unit_result **results =
		ARENA_ARRAY(plan->arena, struct unit_result *, project->units.count + 1);
	size_t count = 0;
	for (size_t i = 0; i < project->units.count; i++) {
		const struct project_unit *unit = &project->units.data[i];
		if (unit->is_own || !unit->result)
			continue;
		paths[count] = unit->path;
		results[count++] = unit->result;
	}
	run->outcome.other_paths = paths;
	run->outcome.other_results = results;
	run->outcome.other_count = count;
}

/* Units that others tell something are linted once more, with that; which may give them more to say. */
static void run_told(struct run *run)
{
	struct plan *plan = &run->plan;
	struct project *project = project_open(plan, run->outcome.results);
	struct worker_limits limits = worker_limits_of(plan, SIZE_MAX);
	plan->report->stopped_by = project_ask(project, &limits);
	size_t *told = ARENA_ARRAY(plan->arena, size_t, project->units.count + 1);
	for (unsigned round = 0; round < MOST_ROUNDS && !plan->report->stopped_by; round++) {
		size_t count = project_tell(project, told);
		if (!count)
			break;
		lint_told(run, project, told, count);
	}
	keep_others(run, project);
}

static void run_fragments(struct run *run)
{
	struct plan *plan = &run->plan;
	const struct worker_progress silent = {0};
	fragment_list fragments = {0};
	fragments_find(plan, run->outcome.results, run->shards != NULL, &fragments);
	size_t count = fragments.count;
	if (!count)
		return;
	struct run_unit_input *units = ARENA_ARRAY(plan->arena, struct run_unit_input, count);
	struct unit_result **found = ARENA_ARRAY(plan->arena, struct unit_result *, count);
	for (size_t i = 0; i < count; i++)
		units[i] = fragments.data[i].unit;
	struct worker_limits limits = worker_limits_of(plan, count);
	struct cached_batch batch = {.units = units, .count = count, .limits = &limits, .progress = &silent};
	plan->report->stopped_by = cached_lint(plan->cached, plan->arena, &batch, found);
	for (size_t i = 0; i < count; i++) {
		const struct fragment *fragment = &fragments.data[i];
		struct outcome_fragment entry = {fragment->index, fragment->includer, found[i]};
		add_notes(run, fragment->index, found[i]);
		found[i]->rules = units[i].rules;
		found[i]->config = units[i].config;
		vec_push(plan->arena, &run->outcome.fragments, entry);
	}
}

/* Hints of a configuration are for the whole project: they are judged only when nothing less was asked for.
 */
static void gather_hints(struct run *run)
{
	struct plan *plan = &run->plan;
	struct outcome_hints own = {"--launch", "--param", plan->options->hints, SIZE_MAX};
	vec_push(plan->arena, &run->outcome.hints, own);
	for (size_t i = 0; !plan->options->path_count && i < plan->configs.count; i++) {
		const struct config *config = plan->configs.data[i]->config;
		if (!config->path)
			continue;
		struct outcome_hints entry = {arena_printf(plan->arena, "%s: launch", config->path),
			arena_printf(plan->arena, "%s: params", config->path), &config->hints, i};
		vec_push(plan->arena, &run->outcome.hints, entry);
	}
}

static size_t config_number(const struct plan *plan, const struct config *config)
{
	size_t number = 0;
	while (number < plan->configs.count && plan->configs.data[number]->config != config)
		number++;
	return number;
}

static void begin_outcome(struct run *run)
{
	struct plan *plan = &run->plan;
	struct outcome *outcome = &run->outcome;
	size_t count = plan->inputs.count;
	outcome->arena = plan->arena;
	outcome->count = count;
	outcome->paths = ARENA_ARRAY(plan->arena, const char *, count + 1);
	outcome->configs = ARENA_ARRAY(plan->arena, size_t, count + 1);
	outcome->results = ARENA_ARRAY(plan->arena, struct unit_result *, count + 1);
	for (size_t i = 0; i < count; i++) {
		outcome->paths[i] = plan->inputs.data[i].path;
		outcome->configs[i] = config_number(plan, plan->units[i].config);
	}
	for (size_t i = 0; i < plan->report->warnings.count; i++)
		vec_push(plan->arena, &outcome->warnings, plan->report->warnings.data[i]);
	gather_hints(run);
	if (plan->options->shards)
		run->shards = shard_assign(plan->arena, &plan->inputs, plan->options->shards);
}

/* A run that was stopped has nothing to keep: its part would not be whole. */
static void finish(struct run *run)
{
	struct plan *plan = &run->plan;
	struct run_report *report = plan->report;
	bool is_complete = !report->stopped_by;
	if (is_complete && plan->options->shards)
		shard_file_write(plan, &run->outcome, &report->store_error);
	outcome_join(&run->outcome, is_complete && plan->options->shards <= 1, report);
}

/* What of the sandbox is to be had here. False when that isn't enough. */
static bool check_sandbox(struct plan *plan)
{
	enum run_sandbox wanted = plan->options->sandbox;
	unsigned available = wanted == RUN_SANDBOX_OFF ? SANDBOX_ALL : sandbox_available();
	const char *missing = !(available & SANDBOX_FILES) ? "Landlock" : "seccomp";
	if (available == SANDBOX_ALL)
		return true;
	if (wanted == RUN_SANDBOX_REQUIRED)
		plan->report->fatal =
			arena_printf(plan->arena, "--sandbox=require: this system has no %s", missing);
	else if (plan->inputs.count)
		vec_push(plan->arena, &plan->units[0].notes,
			arena_printf(plan->arena,
				"this system has no %s: workers keep rights that they don't need", missing));
	return !plan->report->fatal;
}

int run_check(struct arena *arena, const struct run_options *options, const struct rule *const *registry,
	struct run_report *report)
{
	struct run run = {.plan = {.arena = arena, .options = options, .report = report},
		.progress = {.report = options->progress,
			.found = options->found,
			.context = options->progress_context}};
	if (plan_make(&run.plan, registry) || !check_sandbox(&run.plan))
		return 2;
	report->is_empty = !run.plan.inputs.count;
	begin_outcome(&run);
	run.plan.cached = cached_open(&run.plan);
	run_inputs(&run);
	if (!report->stopped_by)
		run_told(&run);
	if (!report->stopped_by)
		run_fragments(&run);
	cached_close(run.plan.cached);
	finish(&run);
	return 0;
}
