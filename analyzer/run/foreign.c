/* Looking at the paths of a result; see foreign.h. */
#include "analyzer/run/foreign.h"

#include <string.h>

#include "analyzer/base/path.h"

struct look {
	struct arena *arena;
	const line_list *readable;
	const char *last; /* the path that was right last: findings come in long rows of one file */
};

static bool is_foreign(struct look *look, const char *path)
{
	if (!path || !*path || (look->last && !strcmp(look->last, path)))
		return false;
	if (!path_is_among(path_absolute(look->arena, path), look->readable))
		return true;
	look->last = path;
	return false;
}

static bool has_foreign_edit(struct look *look, const struct fix *fix)
{
	for (size_t i = 0; i < fix->edits.count; i++)
		if (is_foreign(look, fix->edits.data[i].path))
			return true;
	return false;
}

static bool has_foreign_place(struct look *look, const struct finding *finding)
{
	bool is_any = is_foreign(look, finding->span.path);
	if (finding->has_expansion)
		is_any |= is_foreign(look, finding->expansion.path);
	for (size_t i = 0; i < finding->related.count && !is_any; i++)
		is_any = is_foreign(look, finding->related.data[i].span.path);
	for (size_t i = 0; i < finding->fixes.count && !is_any; i++)
		is_any = has_foreign_edit(look, &finding->fixes.data[i]);
	return is_any;
}

bool foreign_any(struct arena *arena, const struct unit_result *result, const line_list *readable)
{
	struct look look = {.arena = arena, .readable = readable};
	for (size_t i = 0; i < result->findings.count; i++)
		if (has_foreign_place(&look, result->findings.data[i]))
			return true;
	return false;
}
