/* The documentation as pages of the site, and a page to try things from. */
#include "cli/site/site.h"

#include <string.h>

#include "analyzer/base/path.h"

enum { LARGEST_FILE = 8 * 1024 * 1024 };

static const struct {
	const char *path, *name, *title, *about;
} guides[] = {
	{"docs/usage.md", "usage", "Using cudalint",
		"files and flags, all options, the cache, launches, predictions"},
	{"docs/configuration.md", "configuration", "Configuration", "<code>.cudalint.yml</code>, key by key"},
	{"docs/fixes.md", "fixes", "Fixes", "what <code>--fix</code> changes, and what it doesn't"},
	{"docs/adoption.md", "adoption", "Adoption", "baselines, changes alone, suppressions"},
	{"docs/ci.md", "ci", "CI", "formats, pull requests, ready pipelines"},
	{"docs/shards.md", "shards", "Runs in parts", "large trees on many machines"},
	{"ide/EDITORS.md", "editors", "Editors", "Helix, Sublime Text, Kate, Zed, CLion, Vim; beside clangd"},
	{"ide/vscode/README.md", "vscode", "VS Code", "the extension"},
	{"ide/nvim/README.md", "neovim", "Neovim", "the module"},
	{"ide/emacs/README.md", "emacs", "Emacs", "Eglot and lsp-mode"},
	{"packaging/README.md", "packages", "Packages", "archives, npm, containers, pipelines"},
	{"SECURITY.md", "security", "Security", "what code from strangers can do, and what it can't"},
};

/* ---- links ----------------------------------------------------------------------------------- */

static const char *guide_address(struct site *site, const char *path, const char *anchor)
{
	for (size_t i = 0; i < sizeof guides / sizeof *guides; i++)
		if (!strcmp(guides[i].path, path))
			return arena_printf(
				site->arena, "%sguide/%s.html%s", site->up, guides[i].name, anchor);
	if (!strcmp(path, "docs/rules.md") || !strcmp(path, "README.md"))
		return arena_printf(site->arena, "%sindex.html", site->up);
	return NULL;
}

/* A picture is copied beside the guides. */
static const char *picture_address(struct site *site, const char *path)
{
	const char *extension = path_extension(path), *name = path_name(path);
	struct buffer picture = {0};
	if (strcmp(extension, "png") != 0 && strcmp(extension, "svg") != 0)
		return NULL;
	if (buffer_read_file(&picture, path_join(site->arena, site->source, path), LARGEST_FILE)) {
		site_fail(site, "%s can't be read", path);
		return NULL;
	}
	site_write(site, arena_printf(site->arena, "guide/%s", name), picture.data, picture.size);
	buffer_free(&picture);
	return arena_printf(site->arena, "%sguide/%s", site->up, name);
}

const char *site_link(struct site *site, const char *page, const char *target)
{
	const char *anchor = target + strcspn(target, "#");
	if (anchor == target)
		return target;
	const char *relative = arena_strndup(site->arena, target, (size_t)(anchor - target));
	const struct rule *rule = html_linked_rule(site->arena, relative);
	const char *around = path_join(site->arena, "/", path_parent(site->arena, page));
	const char *path =
		path_normalize(site->arena, arena_printf(site->arena, "%s/%s", around, relative)) + 1;
	const char *address = guide_address(site, path, anchor);
	if (!address && rule)
		return arena_printf(site->arena, "%srules/%s.html", site->up, rule->code);
	return address ? address : picture_address(site, path);
}

/* ---- a guide --------------------------------------------------------------------------------- */

struct guide {
	struct site *site;
	const char *path;
};

static const char *link_of(void *context, const char *target)
{
	const struct guide *guide = context;
	return site_link(guide->site, guide->path, target);
}

static void write_code(void *context, const char *info, const char *text, size_t size)
{
	const struct guide *guide = context;
	const struct site_code code = {.text = text, .size = size, .is_cuda = !strncmp(info, "cuda", 4)};
	site_code(guide->site, &code);
}

/* Comments of HTML are lines of their own; they go. */
static const char *without_comments(struct arena *arena, const char *text)
{
	struct buffer out = {0};
	for (const char *line = text; *line;) {
		size_t size = strcspn(line, "\n");
		size += line[size] == '\n';
		if (strncmp(line, "<!--", 4) != 0)
			buffer_add(&out, line, size);
		line += size;
	}
	const char *copy = arena_strndup(arena, out.size ? out.data : "", out.size);
	buffer_free(&out);
	return copy;
}

static void write_guide(struct site *site, size_t i)
{
	struct guide guide = {site, guides[i].path};
	const struct html_markdown_way way = {.context = &guide, .link = link_of, .code = write_code};
	struct buffer text = {0};
	if (buffer_read_file(&text, path_join(site->arena, site->source, guides[i].path), LARGEST_FILE)) {
		site_fail(site, "%s can't be read", guides[i].path);
		return;
	}
	site_open(site, arena_printf(site->arena, "guide/%s.html", guides[i].name),
		arena_printf(site->arena, "cudalint: %s", guides[i].title), guides[i].title, "guide");
	fputs("<div class=\"prose\">\n<p class=\"crumbs\"><a href=\"index.html\">Guide</a></p>\n",
		site->html.stream);
	html_markdown_as(&site->html, without_comments(site->arena, text.data), &way);
	fputs("</div>\n", site->html.stream);
	site_close(site);
	buffer_free(&text);
}

void site_guide(struct site *site)
{
	site_open(site, "guide/index.html", "cudalint: guide", "How to get cudalint, and how to use it",
		"guide");
	FILE *stream = site->html.stream;
	fputs("<h1>Guide</h1>\n<p class=\"lead\">cudalint reads <code>.cu</code> files, executes kernels on an abstract GPU, and "
	      "reports bugs and costly code. It needs neither a GPU nor a CUDA toolkit.</p>\n"
	      "<div class=\"prose\"><h2 id=\"start\">Start</h2>\n<pre class=\"src\"><code>",
		stream);
	fputs("<span class=\"p\">tar -xf cudalint-" CUDALINT_VERSION
	      "-linux-x86_64.tar.xz   # any Linux; or: npx cudalint\n</span>"
	      "<span class=\"p\">cudalint-" CUDALINT_VERSION "-linux-x86_64/bin/cudalint check src\n</span>"
	      "<span class=\"p\">cudalint explain CU201                          # a rule's page, on a terminal\n</span>"
	      "</code></pre></div>\n<ul class=\"cards\">\n",
		stream);
	for (size_t i = 0; i < sizeof guides / sizeof *guides; i++)
		fprintf(stream, "<li><a href=\"%s.html\">%s</a><span class=\"sum\">%s</span></li>\n",
			guides[i].name, guides[i].title, guides[i].about);
	fputs("</ul>\n", stream);
	site_close(site);
	for (size_t i = 0; i < sizeof guides / sizeof *guides; i++)
		write_guide(site, i);
}

/* ---- the playground -------------------------------------------------------------------------- */

void site_playground(struct site *site)
{
	site_open(site, "playground.html", "cudalint: playground",
		"Try a kernel: edit it here, run it with one command", "playground");
	fputs("<h1>Playground</h1>\n<p class=\"lead\">cudalint runs on your machine, in a tenth of a second; no server reads your "
	      "code. Edit a kernel here and paste the command into a terminal.</p>\n"
	      "<form id=\"play\" class=\"js-only\">\n<div class=\"row\"><label>Example <select id=\"example\"></select></label>"
	      "<label>Targets <select id=\"arch\"><option value=\"\">as by default</option><option>sm_75</option><option>sm_80</option>"
	      "<option>sm_90</option><option>sm_100</option><option>sm_120</option></select></label>"
	      "<label>Run with <select id=\"how\"><option value=\"cudalint\">cudalint</option><option value=\"npx cudalint\">npx</option>"
	      "<option value=\"docker run --rm -i cudalint\">docker</option></select></label>"
	      "<label><input type=\"checkbox\" id=\"every\"> all rules</label></div>\n"
	      "<textarea id=\"text\" spellcheck=\"false\" rows=\"22\" aria-label=\"CUDA C++\"></textarea>\n"
	      "<h2>The command</h2>\n<pre class=\"src\"><code id=\"command\"></code></pre></form>\n"
	      "<div class=\"prose\"><h2 id=\"how-it-is-run\">How it is run</h2>\n"
	      "<p><code>cudalint check -</code> reads standard input, so a kernel that isn't in a file can be tried, too. What it "
	      "launches matters: a function with <code>kernel&lt;&lt;&lt;grid, block&gt;&gt;&gt;(...)</code> beside the kernel tells "
	      "sizes; without one, a block of 256 threads is assumed, and findings say so.</p>\n"
	      "<div class=\"wide\"><table><tbody>"
	      "<tr><th scope=\"row\"><code>cudalint check -v -f full -</code></th><td>also pictures of requests and lanes</td></tr>\n"
	      "<tr><th scope=\"row\"><code>cudalint predict kernel.cu</code></th><td>what a profiler would count, per line</td></tr>\n"
	      "<tr><th scope=\"row\"><code>cudalint prove kernel.cu</code></th><td>races, bounds, barriers, overflow, for every size</td></tr>\n"
	      "<tr><th scope=\"row\"><code>cudalint check -f html=report.html -</code></th><td>a page with pictures</td></tr>\n"
	      "</tbody></table></div>\n<p><a href=\"guide/usage.html\">All options</a>; <a href=\"guide/packages.html\">how to "
	      "get it</a>.</p></div>\n<script src=\"search.js\"></script>\n",
		site->html.stream);
	site_close(site);
}
