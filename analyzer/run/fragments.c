/* Finding the includer of a file that doesn't parse alone. Only the text of the other inputs is looked at,
 * and only when there is such a file; of several includers the first that parsed well is taken. */
#include "analyzer/run/fragments.h"

#include <string.h>

#include "analyzer/run/cached.h"
#include "analyzer/run/outcome.h"

/* Whether one input includes another: as the result store knows it, else from the text, which is looked at
 * once. */
static bool includes_input(struct plan *plan, struct includes **scans, size_t includer, size_t included)
{
	int known = cached_includes(plan->cached, includer, included);
	if (known >= 0)
		return known;
	if (!scans[includer]) {
		struct unit_options options = plan->units[includer].parse;
		options.path = plan->inputs.data[includer].absolute;
		scans[includer] = ARENA_NEW(plan->arena, struct includes);
		unit_includes(plan->arena, &options, scans[includer]);
	}
	const struct includes *includes = scans[includer];
	for (size_t i = 0; i < includes->local.count; i++)
		if (!strcmp(includes->local.data[i], plan->inputs.data[included].absolute))
			return true;
	return false;
}

static bool is_candidate(const struct plan *plan, struct unit_result *const *results, size_t index)
{
	const struct unit_result *result = results[index];
	return result && result->status != UNIT_OK && !result->io_error && !plan->inputs.data[index].is_stdin;
}

static void add_fragment(struct plan *plan, size_t index, size_t includer, fragment_list *out)
{
	struct fragment fragment = {.index = index, .includer = includer, .unit = plan->units[includer]};
	const struct run_unit_input *alone = &plan->units[index]; /* whose configuration is the nearer one */
	fragment.unit.config = alone->config;
	fragment.unit.rules = alone->rules;
	fragment.unit.registry = alone->registry;
	fragment.unit.hints = alone->hints;
	fragment.unit.fragment = plan->inputs.data[index].absolute;
	fragment.unit.fragment_path = plan->inputs.data[index].path;
	vec_push(plan->arena, out, fragment);
}

void fragments_find(struct plan *plan, struct unit_result *const *results, bool each, fragment_list *out)
{
	size_t count = plan->inputs.count, candidates = 0;
	for (size_t i = 0; i < count; i++)
		candidates += is_candidate(plan, results, i);
	if (!candidates)
		return;
	struct includes **scans = ARENA_ARRAY(plan->arena, struct includes *, count);
	for (size_t i = 0; i < count; i++) {
		if (!is_candidate(plan, results, i))
			continue;
		size_t best = count;
		for (size_t k = 0; k < count; k++) {
			bool is_readable = !results[k] || !results[k]->io_error;
			if (k == i || !is_readable || !includes_input(plan, scans, k, i))
				continue;
			if (each)
				add_fragment(plan, i, k, out);
			else if (best == count || outcome_is_better(results[k], results[best]))
				best = k;
		}
		if (best < count)
			add_fragment(plan, i, best, out);
	}
}
