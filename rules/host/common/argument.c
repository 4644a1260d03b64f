/* Rewriting one argument of a call by its text, see argument.h. */
#include "rules/host/common/argument.h"

#include <ctype.h>
#include <string.h>

/* Finds an argument in the text of the whole call: [begin, end) of *text. */
static bool find(const struct pass *pass, const struct ir_expr *call, size_t index, const char **text,
	size_t *begin, size_t *end)
{
	const char *all = *text = pass_text(pass, call->range), *open = strchr(all, '(');
	size_t length = strlen(all), argument = 0;
	int depth = 0;
	if (!open || !length || all[length - 1] != ')' || strpbrk(all, "\"'"))
		return false;
	*begin = (size_t)(open - all) + 1;
	for (size_t i = *begin; i < length; i++) {
		bool closes = depth == 0 && i + 1 == length;
		if (closes || (depth == 0 && all[i] == ',')) {
			*end = i;
			if (argument++ == index)
				break;
			*begin = i + 1;
		}
		depth += strchr("([{", all[i]) ? 1 : strchr(")]}", all[i]) ? -1 : 0;
	}
	if (argument != index + 1)
		return false;
	while (*begin < *end && isspace((unsigned char)all[*begin]))
		++*begin;
	while (*end > *begin && isspace((unsigned char)all[*end - 1]))
		--*end;
	return true;
}

const char *argument_text(const struct pass *pass, const struct ir_expr *call, size_t index)
{
	const char *text;
	size_t begin, end;
	if (!find(pass, call, index, &text, &begin, &end))
		return NULL;
	return arena_printf(pass->arena, "%.*s", (int)(end - begin), text + begin);
}

bool argument_replace(
	struct pass *pass, struct fix *fix, const struct ir_expr *call, size_t index, const char *text)
{
	const char *all;
	size_t begin, end;
	if (!find(pass, call, index, &all, &begin, &end))
		return false;
	fix_replace_tail(pass, fix, call->range, (unsigned)(strlen(all) - begin), "%s%s", text, all + end);
	return true;
}
