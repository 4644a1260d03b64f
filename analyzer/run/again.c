/* Which results of an earlier run still hold: those of files that neither have changed nor include one that
 * has. What a file includes is read from its text alone, so that a result is rather thrown away than kept. */
#include "analyzer/run/again.h"

#include <string.h>

static bool is_changed(const struct run_options *options, const char *absolute)
{
	for (size_t i = 0; i < options->changed_count; i++)
		if (!strcmp(options->changed[i], absolute))
			return true;
	return false;
}

static bool has_changed(const struct plan *plan, size_t index)
{
	if (is_changed(plan->options, plan->inputs.data[index].absolute))
		return true;
	struct arena *arena = arena_new();
	struct includes includes = {0};
	bool changed = false;
	unit_includes(arena, &plan->units[index].parse, &includes);
	for (size_t i = 0; i < includes.local.count && !changed; i++)
		changed = is_changed(plan->options, includes.local.data[i]);
	arena_free(arena);
	return changed;
}

/* Both are in the order of the paths. */
bool *again_keep(const struct plan *plan, struct unit_result **results)
{
	const struct run_report *previous = plan->options->previous;
	bool *kept = ARENA_ARRAY(plan->arena, bool, plan->inputs.count + 1);
	size_t at = 0;
	for (size_t i = 0; previous && i < plan->inputs.count; i++) {
		const char *path = plan->inputs.data[i].path;
		while (at < previous->units.count && strcmp(previous->units.data[at]->path, path) < 0)
			at++;
		if (at == previous->units.count || strcmp(previous->units.data[at]->path, path) != 0)
			continue;
		/* What was read as a part of another file depends on that one, too; so does what is told. */
		kept[i] = !previous->units.data[at]->is_fragment && !previous->units.data[at]->is_told &&
			  !has_changed(plan, i);
		if (kept[i])
			results[i] = previous->units.data[at];
	}
	return kept;
}
