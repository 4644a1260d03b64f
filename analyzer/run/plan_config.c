/* Finding each configuration once, and putting the command line over it. */
#include "analyzer/run/plan_config.h"

#include "analyzer/base/path.h"

/* ---- words ------------------------------------------------------------------------------------ */

bool plan_config_check_words(struct plan *plan, const struct rule *const *registry)
{
	const struct run_options *options = plan->options;
	const char *const lists[] = {options->select, options->extend_select, options->ignore};
	select_list words = {0};
	for (size_t i = 0; i < 3; i++)
		select_override_list(plan->arena, registry, lists[i], true, &words);
	for (size_t i = 0; i < words.count; i++) {
		const char *word = words.data[i].word, *problem = NULL, *ignored = NULL;
		bool is_known = select_is_word(plan->arena, registry, word, &problem);
		for (size_t k = 0; !is_known && k < plan->configs.count; k++)
			is_known = select_is_word(
				plan->arena, plan->configs.data[k]->config->registry, word, &ignored);
		if (is_known)
			continue;
		plan->report->fatal = problem;
		return false;
	}
	return true;
}

/* As in ruff: --select stands in place of what the file selects and ignores, the other options add to it and
 * outrank their equals. */
static const struct rule **choose_rules(struct plan *plan, const struct config *config)
{
	const struct run_options *options = plan->options;
	struct arena *arena = plan->arena;
	select_list words = {0};
	if (options->select)
		select_override_list(arena, config->registry, options->select, true, &words);
	for (size_t i = 0; !options->select && i < config->words.count; i++)
		vec_push(arena, &words, config->words.data[i]);
	select_override_list(arena, config->registry, options->extend_select, true, &words);
	select_override_list(arena, config->registry, options->ignore, false, &words);
	return select_rules(arena, config->registry, &words, options->preview);
}

/* ---- settings --------------------------------------------------------------------------------- */

/* Later hints win over earlier ones of their rank. */
static const struct launch_hints *join_hints(
	struct arena *arena, const struct launch_hints *first, const struct launch_hints *second)
{
	if (!first->launches.count && !first->params.count && !first->promises.count)
		return second;
	struct launch_hints *hints = ARENA_NEW(arena, struct launch_hints);
	const struct launch_hints *const both[] = {first, second};
	for (size_t i = 0; i < 2 && both[i]; i++) {
		for (size_t k = 0; k < both[i]->launches.count; k++)
			vec_push(arena, &hints->launches, both[i]->launches.data[k]);
		for (size_t k = 0; k < both[i]->params.count; k++)
			vec_push(arena, &hints->params, both[i]->params.data[k]);
		for (size_t k = 0; k < both[i]->promises.count; k++)
			vec_push(arena, &hints->promises, both[i]->promises.data[k]);
	}
	return hints;
}

/* The settings of a file (NULL: the defaults), read once. */
static const struct plan_config *settings_of(
	struct plan *plan, const struct rule *const *registry, const char *path, const char *base)
{
	config_errors errors = {0};
	for (size_t i = 0; i < plan->configs.count; i++) {
		const char *other = plan->configs.data[i]->path;
		if (path == other || (path && other && !strcmp(path, other)))
			return plan->configs.data[i];
	}
	struct plan_config *entry = ARENA_NEW(plan->arena, struct plan_config);
	entry->path = path;
	entry->config = path ? config_load(plan->arena, registry, path, base, &errors)
			     : config_default(plan->arena, registry);
	if (!entry->config) {
		size_t more = errors.count - 1;
		const char *form = "%s (and %zu more: 'cudalint config check %s' lists them)";
		plan->report->fatal = errors.data[0].text;
		if (more)
			plan->report->fatal = arena_printf(plan->arena, form, errors.data[0].text, more,
				path_display(plan->arena, path));
		return NULL;
	}
	entry->rules = choose_rules(plan, entry->config);
	entry->hints = join_hints(plan->arena, &entry->config->hints, plan->options->hints);
	vec_push(plan->arena, &plan->configs, entry);
	return entry;
}

const struct plan_config *plan_config_for(
	struct plan *plan, const struct rule *const *registry, const char *absolute)
{
	const struct run_options *options = plan->options;
	struct arena *arena = plan->arena;
	if (options->no_config)
		return settings_of(plan, registry, NULL, NULL);
	if (options->config_path) /* as in ruff: its globs are meant from the working directory */
		return settings_of(plan, registry, options->config_path, path_resolve(arena, "."));
	const char *folder = path_parent(arena, absolute);
	for (size_t i = 0; i < plan->config_folders.count; i++)
		if (!strcmp(plan->config_folders.data[i].folder, folder))
			return plan->config_folders.data[i].settings;
	struct plan_config_folder entry = {folder, NULL};
	entry.settings = settings_of(plan, registry, config_find(arena, folder), NULL);
	vec_push(arena, &plan->config_folders, entry);
	return entry.settings;
}
