/* A run from beginning to end: plan, lint every file in a worker, lint fragments once more in their
 * includer's context, join the findings. */
#include "analyzer/run/run.h"

#include <string.h>
#include <unistd.h>

#include "analyzer/finding/fingerprint.h"
#include "analyzer/finding/suppress.h"
#include "analyzer/run/again.h"
#include "analyzer/run/fragments.h"
#include "analyzer/run/hints.h"
#include "analyzer/run/plan.h"
#include "analyzer/run/plan_config.h"
#include "analyzer/run/workers.h"

static unsigned job_count(const struct run_options *options, size_t files)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	size_t jobs = options->jobs ? options->jobs : cores > 0 ? (size_t)cores : 1;
	if (jobs > files)
		jobs = files;
	return jobs > 512 ? 512 : jobs ? (unsigned)jobs : 1;
}

static struct worker_limits limits_of(const struct run_options *options, size_t files)
{
	return (struct worker_limits){.jobs = job_count(options, files),
		.timeout_s = options->timeout_s,
		.max_memory_mb = options->max_memory_mb};
}

/* A result in the includer's context replaces the one that the fragment had alone, unless it is no better. */
static void run_fragments(struct plan *plan, struct unit_result **results)
{
	const struct worker_progress silent = {0};
	fragment_list fragments = {0};
	fragments_find(plan, results, &fragments);
	if (!fragments.count)
		return;
	struct run_unit_input *units = ARENA_ARRAY(plan->arena, struct run_unit_input, fragments.count);
	struct unit_result **found = ARENA_ARRAY(plan->arena, struct unit_result *, fragments.count);
	for (size_t i = 0; i < fragments.count; i++)
		units[i] = fragments.data[i].unit;
	struct worker_limits limits = limits_of(plan->options, fragments.count);
	plan->report->stopped_by = workers_run(plan->arena, units, fragments.count, &limits, &silent, found);
	for (size_t i = 0; i < fragments.count; i++) {
		const struct fragment *fragment = &fragments.data[i];
		struct unit_result *alone = results[fragment->index];
		if (found[i]->status > alone->status || found[i]->io_error)
			continue;
		const char *note = arena_printf(plan->arena, "analysed as included by %s",
			plan->inputs.data[fragment->includer].path);
		vec_push(plan->arena, &found[i]->notes, note);
		found[i]->path = alone->path;
		found[i]->is_fragment = true;
		results[fragment->index] = found[i];
	}
}

/* A finding that merging may change: those of the units stay as they are. */
static struct finding *merged_copy(struct arena *arena, const struct finding *finding)
{
	struct finding *copy = ARENA_NEW(arena, struct finding);
	*copy = *finding;
	memset(&copy->archs, 0, sizeof copy->archs);
	for (size_t i = 0; i < finding->archs.count; i++)
		vec_push(arena, &copy->archs, finding->archs.data[i]);
	return copy;
}

/* Suppressed findings leave only when those of all units have met: a comment in a header that one unit has no
 * use for may serve another. */
static void join(struct plan *plan, struct unit_result *const *results)
{
	struct run_report *report = plan->report;
	finding_list all = {0};
	for (size_t i = 0; i < plan->inputs.count; i++) {
		vec_push(plan->arena, &report->units, results[i]);
		for (size_t k = 0; k < results[i]->findings.count; k++)
			vec_push(plan->arena, &all, merged_copy(plan->arena, results[i]->findings.data[k]));
	}
	suppress_drop_used(&all);
	finding_merge(plan->arena, &all);
	for (size_t i = 0; i < all.count; i++) {
		finding_list *list = all.data[i]->suppressed ? &report->silenced : &report->findings;
		vec_push(plan->arena, list, all.data[i]);
	}
	report->suppressed = report->silenced.count;
	fingerprint_number(plan->arena, &report->findings);
	fingerprint_number(plan->arena, &report->silenced);
}

/* What the planning of each file remarked comes before what its worker did. */
static void add_notes(struct plan *plan, const bool *kept, struct unit_result *const *results)
{
	for (size_t i = 0; i < plan->inputs.count; i++) {
		line_list notes = {0};
		if (kept[i])
			continue;
		for (size_t k = 0; k < plan->units[i].notes.count; k++)
			vec_push(plan->arena, &notes, plan->units[i].notes.data[k]);
		for (size_t k = 0; k < results[i]->notes.count; k++)
			vec_push(plan->arena, &notes, results[i]->notes.data[k]);
		results[i]->notes = notes;
	}
}

/* The names in the files of one configuration; NULL: in all. */
static void gather_names(const struct plan *plan, struct unit_result *const *results,
	const struct config *config, line_list *names)
{
	for (size_t i = 0; i < plan->inputs.count; i++)
		for (size_t k = 0; k < results[i]->kernel_names.count; k++)
			if (!config || plan->units[i].config == config)
				vec_push(plan->arena, names, results[i]->kernel_names.data[k]);
}

/* Hints that name a kernel of no file are most likely misspelt. Those of a configuration are for the whole
 * project: they are judged only when nothing less was asked for. */
static void check_hints(struct plan *plan, struct unit_result *const *results)
{
	struct arena *arena = plan->arena;
	line_list names = {0}, lines = {0};
	gather_names(plan, results, NULL, &names);
	hints_report_unknown(
		arena, plan->options->hints, (struct hint_origin){"--launch", "--param"}, &names, &lines);
	for (size_t i = 0; !plan->options->path_count && i < plan->configs.count; i++) {
		const struct config *config = plan->configs.data[i]->config;
		if (!config->path)
			continue;
		struct hint_origin origin = {arena_printf(arena, "%s: launch", config->path),
			arena_printf(arena, "%s: params", config->path)};
		line_list own = {0};
		gather_names(plan, results, config, &own);
		hints_report_unknown(arena, &config->hints, origin, &own, &lines);
	}
	for (size_t i = 0; i < lines.count; i++)
		vec_push(arena, &plan->report->warnings, lines.data[i]);
}

/* Lints the files whose results can't be kept. */
static int run_units(struct plan *plan, const bool *kept, struct unit_result **results)
{
	size_t all = plan->inputs.count, count = 0;
	const struct worker_progress progress = {
		.report = plan->options->progress, .context = plan->options->progress_context};
	struct run_unit_input *units = ARENA_ARRAY(plan->arena, struct run_unit_input, all + 1);
	struct unit_result **found = ARENA_ARRAY(plan->arena, struct unit_result *, all + 1);
	for (size_t i = 0; i < all; i++)
		if (!kept[i])
			units[count++] = plan->units[i];
	struct worker_limits limits = limits_of(plan->options, count);
	int stopped = workers_run(plan->arena, units, count, &limits, &progress, found);
	count = 0;
	for (size_t i = 0; i < all; i++)
		if (!kept[i])
			results[i] = found[count++];
	return stopped;
}

int run_check(struct arena *arena, const struct run_options *options, const struct rule *const *registry,
	struct run_report *report)
{
	struct plan plan = {.arena = arena, .options = options, .report = report};
	if (plan_make(&plan, registry))
		return 2;
	size_t count = plan.inputs.count;
	struct unit_result **results = ARENA_ARRAY(arena, struct unit_result *, count + 1);
	bool *kept = again_keep(&plan, results);
	report->stopped_by = run_units(&plan, kept, results);
	if (!report->stopped_by)
		run_fragments(&plan, results);
	add_notes(&plan, kept, results);
	if (!report->stopped_by)
		check_hints(&plan, results);
	join(&plan, results);
	return 0;
}
