/* `cudalint: launch` comments, wherever they stand in the unit's files; hints from outside that name nothing.
 */
#include "analyzer/engine/hints.h"

#include <string.h>

#include "analyzer/base/suggest.h"
#include "analyzer/simt/launch/hint.h"
#include "analyzer/simt/launch/promise.h"
#include "analyzer/suppress/directive.h"

static void read_directive(
	struct arena *arena, const char *text, const struct directive *directive, struct launch_hints *out)
{
	struct launch_hint hint;
	const char *problem;
	if (directive->kind == DIRECTIVE_LAUNCH &&
		launch_hint_read_comment(
			arena, text + directive->end, directive->extent - directive->end, &hint, &problem))
		vec_push(arena, &out->launches, hint);
}

static void read_file(struct arena *arena, const struct ir_file *file, struct launch_hints *out)
{
	if (file->is_system || !file->text)
		return;
	struct launch_hint header;
	if (launch_hint_read_header(file->text, file->size, &header))
		vec_push(arena, &out->launches, header);
	if (!strstr(file->text, "cudalint:"))
		return;
	launch_promises_find(arena, file->text, &out->promises);
	comment_list comments = {0};
	directive_list directives = {0};
	comments_find(arena, file->text, file->size, &comments);
	for (size_t i = 0; i < comments.count; i++)
		directive_find(arena, file->text, &comments.data[i], &directives);
	for (size_t i = 0; i < directives.count; i++)
		read_directive(arena, file->text, &directives.data[i], out);
}

const struct launch_hints *hints_gather(
	struct arena *arena, const struct unit *unit, const struct launch_hints *outside)
{
	struct launch_hints *out = ARENA_NEW(arena, struct launch_hints);
	for (size_t i = 0; i < unit->module->files.count; i++)
		read_file(arena, &unit->module->files.data[i], out);
	for (size_t i = 0; outside && i < outside->launches.count; i++)
		vec_push(arena, &out->launches, outside->launches.data[i]);
	for (size_t i = 0; outside && i < outside->params.count; i++)
		vec_push(arena, &out->params, outside->params.data[i]);
	for (size_t i = 0; outside && i < outside->promises.count; i++)
		vec_push(arena, &out->promises, outside->promises.data[i]);
	return out;
}

bool hints_any(const struct launch_hints *hints)
{
	return hints && (hints->launches.count || hints->params.count);
}

static bool has(const line_list *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (!strcmp(names->data[i], name))
			return true;
	return false;
}

static void add_once(struct arena *arena, line_list *names, const char *name)
{
	if (*name && !has(names, name))
		vec_push(arena, names, name);
}

void hints_names(struct arena *arena, const struct ir_module *module, line_list *names)
{
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *function = module->functions.data[i];
		if (!function->is_kernel || function->is_system)
			continue;
		const char *spellings[] = {function->name, function->qualified, function->display};
		for (size_t k = 0; k < 3; k++) {
			add_once(arena, names, spellings[k]);
			for (size_t p = 0; p < function->param_count; p++)
				add_once(arena, names,
					arena_printf(
						arena, "%s.%s", spellings[k], function->params[p]->name));
		}
	}
}

/* Adds "OPTION: no input has WHAT 'word' (did you mean ...?)" unless the word is one of the names. */
static bool check_word(
	struct arena *arena, const line_list *names, const char *problem, const char *word, line_list *lines)
{
	if (has(names, word))
		return true;
	VEC(const char *) like = {0};
	for (size_t i = 0; i < names->count; i++)
		if (!strchr(names->data[i], '.') == !strchr(word, '.'))
			vec_push(arena, &like, names->data[i]);
	const char *nearest = suggest_nearest(word, like.data, like.count);
	const char *line = arena_printf(arena, "%s '%s'", problem, word);
	if (nearest)
		line = arena_printf(arena, "%s (did you mean '%s'?)", line, nearest);
	vec_push(arena, lines, line);
	return false;
}

void hints_report_unknown(struct arena *arena, const struct launch_hints *hints, struct hint_origin origin,
	const line_list *names, line_list *lines)
{
	const char *no_launch = arena_printf(arena, "%s: no input has a kernel", origin.launch);
	const char *no_kernel = arena_printf(arena, "%s: no input has a kernel", origin.param);
	const char *no_param = arena_printf(arena, "%s: no kernel has a parameter", origin.param);
	for (size_t i = 0; hints && i < hints->launches.count; i++)
		check_word(arena, names, no_launch, hints->launches.data[i].kernel, lines);
	for (size_t i = 0; hints && i < hints->params.count; i++) {
		const struct param_hint *hint = &hints->params.data[i];
		if (check_word(arena, names, no_kernel, hint->kernel, lines))
			check_word(arena, names, no_param,
				arena_printf(arena, "%s.%s", hint->kernel, hint->param), lines);
	}
}
