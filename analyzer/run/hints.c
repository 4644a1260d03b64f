/* `cudalint: launch` comments, wherever they stand in the unit's files. */
#include "analyzer/run/hints.h"

#include <string.h>

#include "analyzer/finding/directive.h"
#include "analyzer/simt/hint.h"

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
	if (file->is_system || !file->text || !strstr(file->text, "cudalint:"))
		return;
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
	return out;
}
