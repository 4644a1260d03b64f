/* The inside of the HTML report (out_html.c), shared by the files that write its parts.
 *
 * The page is written front to back, in one go, and needs nothing else: style and script are put into it. All
 * that comes from source files goes through html_text() or html_code(). */
#ifndef CUDALINT_CLI_HTML_H
#define CUDALINT_CLI_HTML_H

#include "analyzer/finding/picture/picture.h"
#include "cli/out/group.h"
#include "cli/out/source.h"
#include "cli/page/pages.h"

/* A file that findings are in. */
struct html_file {
	const char *path;     /* as reported */
	const char *location; /* as shown: from the top of the repository */
	size_t count;
};

/* A rule that has findings. */
struct html_rule {
	const char *code, *name;
	const struct rule *rule; /* NULL: one of the user's */
	struct out_counts counts;
	double time_us; /* sum of what its findings would save */
	bool has_time;
};

struct html {
	const struct out *out;
	FILE *stream;
	struct arena *arena;
	finding_list ranked;         /* by the time that is saved, then severity */
	out_group_list entries;      /* what they are shown as, in the order of their leads */
	VEC(struct html_file) files; /* by path */
	VEC(struct html_rule) rules; /* by code */
	kernel_list kernels;         /* launches, by time */
	size_t all_archs;            /* most that a finding has */
	unsigned pictures;           /* drawn so far: their ids */
};

/* ---- text (html_text.c) ---------------------------------------------------------------------- */

/* Writes text of unknown origin, for an element or between double quotes: markup is escaped, control
 * characters become their pictures (U+2400 and up), characters that can't be seen or reorder text become
 * "[U+202E]", bytes that are no UTF-8 "[xFF]". */
void html_text(FILE *stream, const char *text);

/* The same for bytes in <pre>: tabs stay, and what was replaced is marked as such. */
void html_code(FILE *stream, const char *text, size_t size);

/* A message: what is in backquotes becomes <code>. */
void html_message(FILE *stream, const char *text);

/* The same without the backquotes, where no markup can be. */
void html_plain(FILE *stream, const char *text);

/* A string of the form that ids and links have: letters, digits and hyphens; others become _XX. */
void html_id(FILE *stream, const char *text);

/* ---- the page around them (html_frame.c) ------------------------------------------------------ */

/* The head, with style and policy, and "cudalint: " before the title; behind it <body> has to begin, which
 * holds <main> and a button of the id "theme". */
void html_begin(FILE *stream, const char *title);

/* The end, from </main> on, with the script. */
void html_end(FILE *stream);

/* ---- parts ----------------------------------------------------------------------------------- */

/* Counts, and what could be saved; tables of rules and files (html_overview.c). */
void html_overview(const struct html *html);
void html_tables(const struct html *html);

/* Launches: finds them; as a flame; one by one (html_kernels.c). */
void html_list_kernels(struct html *html);
void html_flame(const struct html *html);
void html_kernels(const struct html *html);

/* One launch (html_launch.c): the warps that an SM holds, as places, those of one block beside each other,
 * every other block darker; and how long each part of the chip alone would take. Nothing where that isn't
 * known. */
void html_occupancy(const struct html *html, const struct kernel_summary *kernel);
void html_terms(const struct html *html, const struct kernel_summary *kernel);

/* The line below its name: place, time, what binds, occupancy, launch. */
void html_kernel_meta(const struct html *html, const struct kernel_summary *kernel, const char *location);

/* "DRAM", "waiting": what binds, for people (html_launch.c). */
const char *html_part_name(enum model_bound bound);

/* The form that filters, which needs the script (html_filter.c). */
void html_filter(const struct html *html);

/* The entry of that rank, in full or in short: without its surroundings, picture, numbers and fixes
 * (html_finding.c). */
void html_finding(struct html *html, size_t rank);
void html_finding_in_short(const struct html *html, size_t rank);

/* The source around an entry, with what belongs to it; and a finding's first line alone (html_source.c). */
void html_source(const struct html *html, const struct out_group *entry);
void html_source_line(const struct html *html, const struct finding *finding);

/* The text of a line without its indentation; of a long one the beginning; "" where it can't be read. In the
 * arena (html_source.c). */
const char *html_source_text(
	struct arena *arena, struct source_set *sources, const char *path, uint32_t line);

/* What a fix changes, as a diff; nothing when the source can't be read (html_diff.c). */
void html_diff(const struct html *html, const struct fix *fix);

/* A picture as SVG with its title and a description in words (html_picture.c). */
void html_picture(struct html *html, const struct picture *picture);

/* The drawings in it: each writes the <svg> element with ids made of `id` (html_svg_*.c). */
void html_svg_sectors(const struct html *html, const struct picture *picture, unsigned id);
void html_svg_banks(const struct html *html, const struct picture *picture, unsigned id);
void html_svg_lanes(const struct html *html, const struct picture *picture, unsigned id);
void html_svg_conflict(const struct html *html, const struct picture *picture, unsigned id);
void html_svg_bounds(const struct html *html, const struct picture *picture, unsigned id);

/* Opens the <svg> element of so many units, with title and description. */
void html_svg_open(
	const struct html *html, const struct picture *picture, unsigned id, unsigned width, unsigned height);

/* Logarithmic axes (html_chart.c): a rectangle of the drawing, and the decades at its sides, as base-10
 * logarithms.
 */
struct html_axes {
	int left, right, top, bottom;
	double x_from, x_to, y_from, y_to;
};

double html_axis_x(const struct html_axes *axes, double decade);
double html_axis_y(const struct html_axes *axes, double decade);

/* Base-10 logarithm, near enough for a drawing; -100 of what has none. */
double html_log10(double value);

/* Time as a function of the size that is swept over, what each part alone would take, and which of them binds
 * where (html_svg_sweep.c). `swept`: the size's place; at least two times are known. */
struct predict_kernel;
void html_svg_sweep(const struct html *html, const struct predict_kernel *kernel, size_t swept);

/* Behind the last sample of those from `begin` on that one part binds, or whose time isn't known. */
size_t html_sweep_range(const struct predict_kernel *kernel, size_t begin);

/* The pages of all rules that have findings (html_rules.c). */
void html_rules(const struct html *html);

/* Markdown as HTML; headings of level 2 become <h4>, and so on (html_markdown.c). */
void html_markdown(const struct html *html, const char *text);

/* How a page is written that stands on a site of its own. */
struct html_markdown_way {
	unsigned deeper; /* levels that headings go down */
	void *context;
	/* The address of what a link or a picture leads to; NULL: nowhere. */
	const char *(*link)(void *context, const char *target);
	/* Writes a block of code, which has that info string. */
	void (*code)(void *context, const char *info, const char *text, size_t size);
};
void html_markdown_as(const struct html *html, const char *text, const struct html_markdown_way *way);

/* The rule that a link to a page leads to ("../memory/bank_conflict.md"); NULL: none. */
const struct rule *html_linked_rule(struct arena *arena, const char *target);

/* The place of a file or a rule in its list. */
size_t html_file_of(const struct html *html, const char *path);
size_t html_rule_of(const struct html *html, const char *code);

/* Style and script, by file name. */
extern const struct page_data html_data[];

#endif
