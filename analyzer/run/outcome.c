/* Joining: fragments take the place of what was found of them alone, findings that several units share become
 * one, and hints are looked at that no unit had a use for. */
#include "analyzer/run/outcome.h"

#include <stdint.h>
#include <string.h>

#include "analyzer/engine/hints.h"
#include "analyzer/finding/fingerprint.h"
#include "analyzer/run/project.h"
#include "analyzer/suppress/suppress.h"

bool outcome_is_better(const struct unit_result *includer, const struct unit_result *than)
{
	return !than || (includer && includer->status < than->status);
}

/* A result in the includer's context replaces the one that the fragment had alone, unless it is no better. */
static void place_fragment(struct outcome *outcome, const struct outcome_fragment *fragment)
{
	struct unit_result *alone = outcome->results[fragment->index], *found = fragment->result;
	if (found->status > alone->status || found->io_error)
		return;
	const char *note = arena_printf(
		outcome->arena, "analysed as included by %s", outcome->paths[fragment->includer]);
	vec_push(outcome->arena, &found->notes, note);
	found->path = alone->path;
	found->is_fragment = true;
	outcome->results[fragment->index] = found;
}

/* The results that are looked at are those from before any fragment took its place. */
static void place_fragments(struct outcome *outcome)
{
	size_t count = outcome->fragments.count;
	const struct outcome_fragment **best =
		ARENA_ARRAY(outcome->arena, const struct outcome_fragment *, outcome->count + 1);
	for (size_t i = 0; i < count; i++) {
		const struct outcome_fragment *fragment = &outcome->fragments.data[i];
		const struct outcome_fragment **chosen = &best[fragment->index];
		if (outcome_is_better(outcome->results[fragment->includer],
			    *chosen ? outcome->results[(*chosen)->includer] : NULL))
			*chosen = fragment;
	}
	for (size_t i = 0; i < outcome->count; i++)
		if (best[i])
			place_fragment(outcome, best[i]);
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

static const struct project_index *index_of(const struct outcome *outcome)
{
	size_t count = outcome->count + outcome->other_count;
	const char **paths = ARENA_ARRAY(outcome->arena, const char *, count + 1);
	struct unit_result **results = ARENA_ARRAY(outcome->arena, struct unit_result *, count + 1);
	for (size_t i = 0; i < count; i++) {
		bool is_own = i < outcome->count;
		paths[i] = is_own ? outcome->paths[i] : outcome->other_paths[i - outcome->count];
		results[i] = is_own ? outcome->results[i] : outcome->other_results[i - outcome->count];
	}
	return project_index_of(outcome->arena, results, paths, count);
}

/* Whether another unit launches, or instantiates, the kernel for which this one had to assume something. */
static bool is_outranked(const struct project_index *index, size_t unit, const struct finding *finding)
{
	return finding->assumed_symbol &&
	       project_index_used_elsewhere(index, unit, finding->assumed_symbol, finding->assumed_path);
}

/* Suppressed findings leave only when those of all units have met: a comment in a header that one unit has no
 * use for may serve another. */
static void join_findings(struct outcome *outcome, struct run_report *report)
{
	struct arena *arena = outcome->arena;
	finding_list all = {0};
	const struct project_index *index = index_of(outcome);
	for (size_t i = 0; i < outcome->count; i++) {
		struct unit_result *result = outcome->results[i];
		if (!result)
			continue;
		vec_push(arena, &report->units, result);
		for (size_t k = 0; k < result->findings.count; k++)
			if (!is_outranked(index, i, result->findings.data[k]))
				vec_push(arena, &all, merged_copy(arena, result->findings.data[k]));
	}
	suppress_drop_used(&all);
	finding_merge(arena, &all);
	fingerprint_number(arena, &all);
	for (size_t i = 0; i < all.count; i++) {
		finding_list *list = all.data[i]->suppressed ? &report->silenced : &report->findings;
		vec_push(arena, list, all.data[i]);
	}
	report->suppressed = report->silenced.count;
}

/* Hints that name a kernel of no file are most likely misspelt. */
static void check_hints(const struct outcome *outcome, struct run_report *report)
{
	for (size_t h = 0; h < outcome->hints.count; h++) {
		const struct outcome_hints *place = &outcome->hints.data[h];
		line_list names = {0}, lines = {0};
		for (size_t i = 0; i < outcome->count; i++)
			for (size_t k = 0; k < outcome->results[i]->kernel_names.count; k++)
				if (place->config == SIZE_MAX || outcome->configs[i] == place->config)
					vec_push(outcome->arena, &names,
						outcome->results[i]->kernel_names.data[k]);
		struct hint_origin origin = {place->launch_origin, place->param_origin};
		hints_report_unknown(outcome->arena, place->hints, origin, &names, &lines);
		for (size_t i = 0; i < lines.count; i++)
			vec_push(outcome->arena, &report->warnings, lines.data[i]);
	}
}

void outcome_join(struct outcome *outcome, bool is_whole, struct run_report *report)
{
	place_fragments(outcome);
	if (is_whole)
		check_hints(outcome, report);
	join_findings(outcome, report);
}
