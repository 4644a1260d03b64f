/* The list of all rules, and what each set has. */
#include "cli/site/site.h"

#include <string.h>

#include "rules/registry.h"

static const struct {
	const char *code, *name, *about;
} families[] = {
	{"CU0", "The run itself", "what could not be parsed or executed; suppressions"},
	{"CU1", "Global, local and constant memory",
		"coalescing, alignment, bounds, lifetimes, the L2 cache"},
	{"CU2", "Shared memory", "bank conflicts, limits"},
	{"CU3", "Synchronization", "races, barriers"},
	{"CU4", "Warps", "masks, shuffles, divergence, waits"},
	{"CU5", "Atomics, fences, memory order", "contention, scopes, publication"},
	{"CU6", "Launches", "limits, occupancy, clusters, dependent launches"},
	{"CU7", "The host", "streams, events, graphs, copies, waits"},
	{"CU8", "Cooperative groups, copies, tensor cores", "pipelines, fragments, libraries"},
	{"CU9", "The language", "what it or the toolkit removed, literals, inline assembly"},
};

const char *site_family(const char *code)
{
	for (size_t i = 0; i < sizeof families / sizeof *families; i++)
		if (!strncmp(families[i].code, code, 3))
			return families[i].name;
	return NULL;
}

static void write_row(struct site *site, const struct rule *rule)
{
	FILE *stream = site->html.stream;
	const char *severity = severity_name(rule->severity);
	fprintf(stream,
		"<tr data-c=\"%s\"><td class=\"code\"><a href=\"rules/%s.html\">%s</a></td><td class=\"what\"><a "
		"href=\"rules/%s.html\">%s</a><span class=\"sum\">",
		rule->code, rule->code, rule->code, rule->code, rule->name);
	html_text(stream, rule->summary);
	fprintf(stream, "</span></td><td class=\"marks\"><span class=\"sev %s\">%s</span>%s%s</td></tr>\n",
		severity, severity,
		strcmp(pages_set(rule), "recommended")
			? arena_printf(site->arena, " <span class=\"chip\">%s</span>", pages_set(rule))
			: "",
		pages_is_fixable(rule) ? " <span class=\"chip can\">fix</span>" : "");
}

static void write_family(struct site *site, size_t family)
{
	FILE *stream = site->html.stream;
	const char *code = families[family].code;
	fprintf(stream,
		"<section class=\"family\" id=\"%s\"><h2><span class=\"code\">%s</span> %s</h2><p class=\"sum\">%s</p>\n"
		"<table class=\"rules\"><tbody>\n",
		code, code, families[family].name, families[family].about);
	for (size_t i = 0; rules_registry[i]; i++)
		if (!strncmp(rules_registry[i]->code, code, 3))
			write_row(site, rules_registry[i]);
	fputs("</tbody></table></section>\n", stream);
}

static void write_filter(const struct site *site, size_t count)
{
	fprintf(site->html.stream,
		"<form id=\"find\" class=\"js-only\" role=\"search\"><input type=\"search\" name=\"q\" id=\"q\" "
		"placeholder=\"Search %zu rules: a code, a name, a word of a page\" aria-label=\"Search rules\" "
		"autocomplete=\"off\">\n<div class=\"choices\">"
		"<label><input type=\"checkbox\" name=\"error\" checked> error</label>"
		"<label><input type=\"checkbox\" name=\"warning\" checked> warning</label>"
		"<label><input type=\"checkbox\" name=\"info\" checked> info</label>"
		"<label><input type=\"checkbox\" name=\"fix\"> with a fix only</label>"
		"<label><input type=\"checkbox\" name=\"set\"> recommended only</label></div>"
		"<p id=\"shown\" role=\"status\"></p></form>\n"
		"<ol id=\"found\" hidden></ol>\n",
		count);
}

void site_index(struct site *site)
{
	size_t count = 0;
	while (rules_registry[count])
		count++;
	site_open(site, "index.html", "cudalint: rules for CUDA C++",
		"Bugs and costly code in CUDA C++, found without a GPU: all rules of cudalint", "rules");
	FILE *stream = site->html.stream;
	fprintf(stream,
		"<h1>Rules</h1>\n<p class=\"lead\">What cudalint finds in CUDA C++ without running it: %zu rules, each with "
		"examples that are linted as this page is made. <a href=\"guide/index.html\">How to get and use it</a>, "
		"<a href=\"playground.html\">how to try it on your own code</a>.</p>\n",
		count);
	write_filter(site, count);
	fputs("<div id=\"all\">\n", stream);
	for (size_t i = 0; i < sizeof families / sizeof *families; i++)
		write_family(site, i);
	fputs("</div>\n<script src=\"search.js\"></script>\n", stream);
	site_close(site);
}

/* ---- sets ------------------------------------------------------------------------------------ */

static void write_set(struct site *site, const char *set, const char *about)
{
	FILE *stream = site->html.stream;
	size_t count = 0;
	for (size_t i = 0; rules_registry[i]; i++)
		count += !strcmp(pages_set(rules_registry[i]), set);
	fprintf(stream, "<section id=\"%s\"><h2>%s <span class=\"code\">%zu rule%s</span></h2>\n<p>%s</p>\n",
		set, set, count, count == 1 ? "" : "s", about);
	fputs(count ? "<table class=\"rules\"><tbody>\n" : "", stream);
	for (size_t i = 0; rules_registry[i]; i++)
		if (!strcmp(pages_set(rules_registry[i]), set))
			write_row(site, rules_registry[i]);
	fputs(count ? "</tbody></table></section>\n" : "</section>\n", stream);
}

void site_sets(struct site *site)
{
	site_open(site, "sets.html", "cudalint: sets of rules",
		"Which rules are on, and how to choose others", "sets");
	fputs("<h1>Sets</h1>\n<p class=\"lead\">Rules come in sets, so that a first run shows what is worth a look, and "
	      "nothing else.</p>\n<div class=\"prose\"><p>Without <code>--select</code>, <code>recommended</code> is on. "
	      "<code>--extend-select=strict</code> adds a set, <code>--select=CU2,CU301</code> chooses by code or its "
	      "beginning, <code>--preview</code> turns on preview rules and findings that are only possible. The same as keys "
	      "of <code>.cudalint.yml</code>: see <a href=\"guide/configuration.html\">configuration</a>.</p></div>\n",
		site->html.stream);
	write_set(site, "strict",
		"Right, but not for everyone: costs that are often accepted, or that only matter in hot code.");
	write_set(site, "preview", "New rules, whose findings may still change much.");
	write_set(site, "recommended", "On by default: bugs, and costs that are rarely meant.");
	site_close(site);
}
