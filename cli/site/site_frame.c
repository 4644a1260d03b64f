/* What all pages of the site have around them, and files. */
#include "cli/site/site.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "analyzer/base/path.h"

void site_fail(struct site *site, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	if (!*site->error)
		vsnprintf(site->error, sizeof site->error, format, args);
	va_end(args);
}

static FILE *open_file(struct site *site, const char *path)
{
	const char *whole = path_join(site->arena, site->folder, path);
	path_make_folders(site->arena, path_parent(site->arena, whole));
	FILE *stream = fopen(whole, "wb");
	if (stream)
		return stream;
	site_fail(site, "%s: %s", whole, strerror(errno));
	return fopen("/dev/null", "wb");
}

static void close_file(struct site *site, FILE *stream)
{
	bool failed = ferror(stream) != 0;
	if (fclose(stream) || failed)
		site_fail(site, "%s: a file could not be written", site->folder);
}

void site_write(struct site *site, const char *path, const char *text, size_t size)
{
	FILE *stream = open_file(site, path);
	fwrite(text, 1, size, stream);
	close_file(site, stream);
}

static void write_navigation(struct site *site, const char *part)
{
	static const struct {
		const char *part, *path, *name;
	} entries[] = {{"rules", "index.html", "Rules"}, {"sets", "sets.html", "Sets"},
		{"guide", "guide/index.html", "Guide"}, {"playground", "playground.html", "Playground"}};
	FILE *stream = site->html.stream;
	fprintf(stream,
		"<header class=\"top\"><a class=\"brand\" href=\"%sindex.html\">cudalint</a>\n"
		"<nav aria-label=\"Site\">",
		site->up);
	for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
		fprintf(stream, "<a href=\"%s%s\"%s>%s</a> ", site->up, entries[i].path,
			strcmp(entries[i].part, part) ? "" : " aria-current=\"page\"", entries[i].name);
	fputs("</nav>\n", stream);
	if (strcmp(part, "rules") != 0 || *site->up)
		fprintf(stream,
			"<form class=\"js-only find\" role=\"search\" action=\"%sindex.html\"><input type=\"search\" "
			"name=\"q\" placeholder=\"Search rules\" aria-label=\"Search rules\"></form>\n",
			site->up);
	fputs("<button type=\"button\" id=\"theme\" class=\"js-only\">Theme: auto</button></header>\n",
		stream);
}

void site_open(struct site *site, const char *path, const char *title, const char *about, const char *part)
{
	FILE *stream = site->html.stream = open_file(site, path);
	site->up = strchr(path, '/') ? "../" : "";
	site->html.pictures = 0;
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self' data:; "
	      "style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'self'\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" "
	      "content=\"cudalint " CUDALINT_VERSION "\">\n<meta name=\"description\" content=\"",
		stream);
	html_plain(stream, about);
	fputs("\">\n<title>", stream);
	html_plain(stream, title);
	fprintf(stream,
		"</title>\n<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"%ssite.css\">\n"
		"<script src=\"%ssite.js\" defer></script>\n</head>\n<body data-up=\"%s\">\n"
		"<a class=\"skip\" href=\"#content\">Skip to the contents</a>\n",
		site->up, site->up, site->up);
	write_navigation(site, part);
	fputs("<main id=\"content\">\n", stream);
}

void site_close(struct site *site)
{
	fputs("</main>\n<footer><p>cudalint " CUDALINT_VERSION
	      ", a static analyzer for CUDA C++. Findings on these pages were made by it as the site was written; times "
	      "are estimates of its model of the chip.</p></footer>\n</body>\n</html>\n",
		site->html.stream);
	close_file(site, site->html.stream);
	site->html.stream = NULL;
}
