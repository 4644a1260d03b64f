/* Where a rule's page can be read: on a site, else on disk. */
#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "cli/page/pages.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Set by the build: the address of a site with the pages (-DCUDALINT_RULES_URL=...), and the rules of the
 * source tree, so that an uninstalled program has pages, too. */
#ifndef CUDALINT_RULES_URL
#define CUDALINT_RULES_URL ""
#endif
#ifndef CUDALINT_SOURCE_RULES
#define CUDALINT_SOURCE_RULES ""
#endif

enum { LONGEST_HOST = 256 };

/* What would end a link on a terminal, and what isn't ASCII, becomes %XX. */
static const char *escaped(struct arena *arena, const char *text)
{
	struct buffer out = {0};
	buffer_add(&out, "", 0);
	for (; *text; text++)
		if (*text > ' ' && *text < 0x7f && !strchr("\"<>\\^`{|}", *text))
			buffer_add(&out, text, 1);
		else
			buffer_printf(&out, "%%%02X", (unsigned char)*text);
	const char *copy = arena_strndup(arena, out.data ? out.data : "", out.size);
	buffer_free(&out);
	return copy;
}

/* The first path that a pattern finds. */
static const char *first_match(struct arena *arena, const char *pattern)
{
	glob_t found = {0};
	const char *path = NULL;
	if (glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc)
		path = arena_strdup(arena, found.gl_pathv[0]);
	globfree(&found);
	return path;
}

/* The page as a file: beside the program as installed, else in the source tree. */
static const char *page_file(struct arena *arena, const struct rule *rule)
{
	char *name = arena_strdup(arena, rule->name);
	const char *program = path_program(arena);
	for (char *c = name; *c; c++)
		*c = *c == '-' ? '_' : *c;
	if (program) {
		const char *prefix = path_parent(arena, path_parent(arena, program));
		const char *path = first_match(
			arena, arena_printf(arena, "%s/share/doc/cudalint/rules/*/%s.md", prefix, name));
		if (path)
			return path;
	}
	return *CUDALINT_SOURCE_RULES
		       ? first_match(arena, arena_printf(arena, "%s/*/%s.md", CUDALINT_SOURCE_RULES, name))
		       : NULL;
}

const char *pages_site_address(struct arena *arena, const char *code)
{
	const struct rule *rule = pages_find_rule(code);
	const char *site = getenv("CUDALINT_RULES_URL");
	if (!site || !*site)
		site = CUDALINT_RULES_URL;
	if (!rule || !*site)
		return NULL;
	const char *slash = site[strlen(site) - 1] == '/' ? "" : "/";
	return escaped(arena, arena_printf(arena, "%s%s%s.html", site, slash, rule->code));
}

const char *pages_address(struct arena *arena, const char *code)
{
	const struct rule *rule = pages_find_rule(code);
	const char *on_site = pages_site_address(arena, code);
	if (!rule || on_site)
		return on_site;
	char host[LONGEST_HOST] = "";
	const char *path = page_file(arena, rule);
	if (!path || gethostname(host, sizeof host - 1))
		return NULL;
	return arena_printf(arena, "file://%s%s", escaped(arena, host), escaped(arena, path));
}
