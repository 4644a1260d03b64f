/* Planning a run without running it, and scanning the includes of its units. */
#include "analyzer/run/includers.h"

#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "analyzer/run/mention.h"
#include "analyzer/run/plan_config.h"

enum { LARGEST = 5 * 1000 * 1000 };

static bool is_known(const struct includers *includers, const char *absolute)
{
	for (size_t i = 0; i < includers->units.count; i++)
		if (!strcmp(includers->units.data[i].absolute, absolute))
			return true;
	return false;
}

static void scan(struct arena *arena, const struct plan *plan, size_t index, struct includers *out)
{
	const struct input *input = &plan->inputs.data[index];
	struct includer unit = {
		.path = input->path, .absolute = input->absolute, .is_stdin = input->is_stdin};
	struct unit_options options = plan->units[index].parse;
	struct includes includes = {0};
	options.path = input->absolute;
	unit_includes(arena, &options, &includes);
	for (size_t i = 0; i < includes.local.count; i++) {
		const char *resolved = path_resolve(arena, includes.local.data[i]);
		if (resolved)
			vec_push(arena, &unit.headers, resolved);
	}
	vec_push(arena, &out->units, unit);
}

static int add(
	struct arena *arena, const struct run_options *options, struct includers *out, const char **fatal)
{
	struct run_report *report = ARENA_NEW(arena, struct run_report);
	struct plan *plan = ARENA_NEW(arena, struct plan);
	*plan = (struct plan){.arena = arena, .options = options, .report = report};
	out->plan = plan;
	if (plan_make(plan, out->registry)) {
		*fatal = report->fatal;
		return -1;
	}
	for (size_t i = 0; i < plan->inputs.count; i++)
		if (!is_known(out, plan->inputs.data[i].absolute))
			scan(arena, plan, i, out);
	return 0;
}

int includers_find(struct arena *arena, const struct run_options *options, const struct rule *const *registry,
	struct includers *out, const char **fatal)
{
	*out = (struct includers){.registry = registry, .is_whole = options->path_count == 0};
	if (add(arena, options, out, fatal))
		return -1;
	if (!out->is_whole)
		return 0;
	const char *here = path_resolve(arena, ".");
	const char *top = here ? path_repository(arena, here) : NULL;
	if (!top)
		return 0;
	const char **paths = ARENA_NEW(arena, const char *);
	struct run_options *whole = ARENA_NEW(arena, struct run_options);
	paths[0] = top;
	*whole = *options;
	whole->paths = paths;
	whole->path_count = 1;
	return add(arena, whole, out, fatal);
}

/* ---- of a change ----------------------------------------------------------------------------- */

/* Marks the changed files that a unit is or includes; returns whether there are any. */
static bool reaches_change(const struct includer *unit, const struct change *change, bool *reached)
{
	const struct change_file *own = change_find(change, unit->absolute);
	bool any = unit->is_stdin || own || !path_is_file(unit->absolute); /* which the run has to say */
	if (own)
		reached[own - change->files.data] = true;
	for (size_t i = 0; i < unit->headers.count; i++) {
		const struct change_file *header = change_find(change, unit->headers.data[i]);
		if (header)
			reached[header - change->files.data] = true;
		any |= header != NULL;
	}
	return any;
}

/* The names of functions that the text of changed files of units calls. */
static void add_called(
	struct arena *arena, const struct change *change, const bool *reached, line_list *names)
{
	for (size_t i = 0; i < change->files.count; i++) {
		struct buffer text = {0};
		if (reached[i] && buffer_read_file(&text, change->files.data[i].path, LARGEST) == 0 &&
			text.data)
			mention_called(arena, text.data, names);
		buffer_free(&text);
	}
}

/* What is launched by a file that was changed may be defined in one that wasn't. */
static void add_launched(struct arena *arena, const struct includers *includers, const struct change *change,
	const bool *reached, const bool *is_there, line_list *paths)
{
	line_list names = {0};
	add_called(arena, change, reached, &names);
	const struct mention *mention = mention_new(arena, names.data, names.count);
	for (size_t i = 0; i < includers->units.count && names.count; i++) {
		struct buffer text = {0};
		const char *path = includers->units.data[i].absolute;
		if (!is_there[i] && buffer_read_file(&text, path, LARGEST) == 0 && text.data &&
			mention_is_defined(mention, text.data))
			vec_push(arena, paths, path);
		buffer_free(&text);
	}
}

static bool is_excluded(const struct includers *includers, const char *absolute)
{
	const struct plan_config *settings = plan_config_for(includers->plan, includers->registry, absolute);
	return !settings || config_excludes(settings->config, absolute);
}

void includers_of_change(
	struct arena *arena, const struct includers *includers, const struct change *change, line_list *paths)
{
	bool *reached = ARENA_ARRAY(arena, bool, change->files.count + 1);
	bool *is_there = ARENA_ARRAY(arena, bool, includers->units.count + 1);
	for (size_t i = 0; i < includers->units.count; i++) {
		const struct includer *unit = &includers->units.data[i];
		is_there[i] = reaches_change(unit, change, reached);
		if (is_there[i])
			vec_push(arena, paths, unit->is_stdin ? "-" : unit->absolute);
	}
	add_launched(arena, includers, change, reached, is_there, paths);
	for (size_t i = 0; i < change->files.count && includers->is_whole; i++) {
		const char *path = change->files.data[i].path, *extension = path_extension(path);
		bool is_cuda = !strcmp(extension, "cu") || !strcmp(extension, "cuh");
		if (is_cuda && !reached[i] && !is_excluded(includers, path))
			vec_push(arena, paths, path);
	}
}
