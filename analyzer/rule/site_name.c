/* What a message calls things of the source. */
#include <string.h>

#include "analyzer/rule/rule.h"
#include "analyzer/site/describe.h"

enum { LONGEST_TEXT = 40 };

const char *pass_short_text(const struct pass *pass, const struct ir_expr *expr)
{
	const char *text = expr ? pass_text(pass, expr->range) : "";
	return *text && strlen(text) <= LONGEST_TEXT && !strchr(text, '\n') ? text : NULL;
}

const char *pass_site_name(
	const struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	struct simt_pattern pattern;
	simt_describe(&pattern, report, site);
	const char *text = pass_short_text(pass, pattern.base);
	if (text)
		return text;
	return site->object ? arena_strdup(pass->arena, simt_object_name(site->object)) : "memory";
}
