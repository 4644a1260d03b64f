/* `cudalint_website SOURCE FOLDER CACHE`: writes the site of the source tree SOURCE into FOLDER. */
#include "cli/site/site.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/base/path.h"

static const char *text_of(const struct page_data *table, const char *name)
{
	while (table->name && strcmp(table->name, name) != 0)
		table++;
	return table->name ? table->text : "";
}

/* The report's style and what the site has besides. */
static void write_style(struct site *site)
{
	const char *style = arena_printf(
		site->arena, "%s\n%s", text_of(html_data, "report.css"), text_of(site_data, "site.css"));
	const char *script = text_of(site_data, "site.js");
	site_write(site, "site.css", style, strlen(style));
	site_write(site, "site.js", script, strlen(script));
}

static void write_search(struct site *site)
{
	buffer_add_text(&site->search, "];\n");
	site_write(site, "search.js", site->search.data, site->search.size);
}

int main(int argc, char **argv)
{
	if (argc != 4) {
		fputs("usage: cudalint_website SOURCE FOLDER CACHE\n", stderr);
		return 2;
	}
	struct arena *arena = arena_new();
	struct out out = {.arena = arena};
	struct site site = {.arena = arena,
		.source = argv[1],
		.folder = argv[2],
		.cache = path_absolute(arena, argv[3]),
		.html = {.out = &out, .arena = arena}};
	buffer_add_text(
		&site.search, "/* Written by ./dev site: what is searched. */\nwindow.cudalintPages = [\n");
	write_style(&site);
	site_rules(&site);
	site_index(&site);
	site_sets(&site);
	site_guide(&site);
	site_playground(&site);
	write_search(&site);
	buffer_free(&site.search);
	if (*site.error)
		fprintf(stderr, "cudalint_website: %s\n", site.error);
	bool failed = *site.error != '\0';
	arena_free(arena);
	return failed ? 1 : 0;
}
