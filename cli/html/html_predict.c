/* `cudalint predict -f html`: a page like the report's, with the same style and script. Each kernel has its
 * counts as numbers and as formulas, what its launch fills and keeps busy, and its sweep as a picture and as
 * a table. */
#include "cli/html/html.h"
#include "cli/out/fact.h"
#include "cli/out/predict.h"

#include <inttypes.h>
#include <string.h>

struct page {
	struct html html; /* no findings: what parts of the report ask for */
	const struct predict_out *out;
	bool inexact; /* a count has a mark, which has to be told */
};

static struct kernel_summary summarize(const struct page *page, const struct predict_kernel *kernel)
{
	struct kernel_summary summary = {
		.name = kernel->function->display, .path = kernel->path, .line = kernel->line};
	kernel_set_launch(page->html.arena, &kernel->launch, &summary.launch);
	kernel_set_price(&kernel->price, kernel->chip, &summary);
	return summary;
}

/* The place of the size that was swept over; false: the kernel has no sweep. */
static bool find_swept(const struct page *page, const struct predict_kernel *kernel, size_t *swept)
{
	*swept = 0;
	if (!kernel->sweep.count)
		return false;
	while (strcmp(kernel->subject->names[*swept], page->out->sweep) != 0)
		++*swept;
	return true;
}

/* ---- counts ---------------------------------------------------------------------------------- */

/* A row: what is counted, for this launch, for every size. Either may be NULL. */
static void write_count(const struct page *page, const char *what, const char *number, const char *words)
{
	FILE *stream = page->html.stream;
	fprintf(stream,
		"<tr><td></td><td class=\"what\">%s</td><td class=\"num\">%s</td><td class=\"formula\">",
		what, number ? number : "");
	if (words)
		html_text(stream, words);
	fputs("</td></tr>\n", stream);
}

static const char *number_of(const struct page *page, const struct predict_kernel *kernel,
	const struct predict_counts *counts, double value)
{
	struct arena *arena = page->html.arena;
	if (kernel->launch.grid_known)
		return counts->known ? arena_printf(arena, "%.0f", value) : "?";
	if (counts->per_request && counts->requests > 0)
		return arena_printf(arena, "%.4g per request", value / counts->requests);
	return "?";
}

static const char *words_of(
	const struct page *page, const struct predict_kernel *kernel, const struct fit_value *value)
{
	return value ? predict_value_words(page->html.arena, kernel->subject, value, 1) : NULL;
}

static void write_counts(const struct page *page, const struct predict_kernel *kernel,
	const struct predict_counts *counts, const char *name)
{
	struct arena *arena = page->html.arena;
	const char *words = counts->is_bounded
				    ? predict_bounds_words(arena, kernel->subject, counts->requests_formula)
				    : words_of(page, kernel, counts->count_formula);
	const char *number = number_of(page, kernel, counts, counts->count);
	const char *ideal = number_of(page, kernel, counts, counts->ideal);
	bool same = predict_same_value(counts->count_formula, counts->ideal_formula) ||
		    (!counts->count_formula && !counts->ideal_formula);
	if (!counts->any)
		return;
	if (same && strcmp(number, ideal) == 0) {
		write_count(page, arena_printf(arena, "%s = ideal", name), number, words);
		return;
	}
	write_count(page, name, number, words);
	write_count(page, "ideal", ideal, words_of(page, kernel, counts->ideal_formula));
}

static void write_reason(const struct page *page, const char *reason)
{
	if (!reason)
		return;
	fputs("<tr><td></td><td colspan=\"3\" class=\"what\">? ", page->html.stream);
	html_text(page->html.stream, reason);
	fputs("</td></tr>\n", page->html.stream);
}

static void write_requests(
	const struct page *page, const struct predict_kernel *kernel, const struct predict_counts *counts)
{
	const char *number = NULL;
	if (!counts->any)
		return;
	if (kernel->launch.grid_known)
		number = counts->requests_known ? arena_printf(page->html.arena, "%.0f", counts->requests)
						: "?";
	if (number || counts->requests_formula)
		write_count(page, "requests", number, words_of(page, kernel, counts->requests_formula));
}

static void write_line(
	struct page *page, const struct predict_kernel *kernel, const struct predict_line *line)
{
	const char *source = html_source_text(page->html.arena, page->out->sources, line->path, line->line);
	FILE *stream = page->html.stream;
	const char *why = line->global.why ? line->global.why : line->shared.why;
	bool exact = kernel->launch.grid_known ? line->exact : line->exact_per_request;
	page->inexact |= !exact;
	fputs("<tbody class=\"line\"><tr><th scope=\"rowgroup\">", stream);
	if (strcmp(line->path, kernel->path) != 0) {
		html_text(stream, line->path);
		fputs(":", stream);
	}
	fprintf(stream, "%" PRIu32 "%s</th><td class=\"code\" colspan=\"3\"><code>", line->line,
		exact ? "" : " ~");
	html_code(stream, source, strlen(source));
	fputs("</code></td></tr>\n", stream);
	write_requests(page, kernel, &line->global);
	write_counts(page, kernel, &line->global, "sectors");
	write_counts(page, kernel, &line->shared, "wavefronts");
	write_reason(page, why);
	if (!why || !line->no_formula || strcmp(why, line->no_formula) != 0)
		write_reason(page, line->no_formula);
	fputs("</tbody>\n", stream);
}

/* What holds for the whole kernel, for every size. */
static void write_all(const struct page *page, const struct predict_kernel *kernel)
{
	struct arena *arena = page->html.arena;
	const struct formula_subject *subject = kernel->subject;
	const char *intensity = predict_intensity_words(arena, kernel);
	const char *growth = predict_growth_words(arena, kernel);
	fputs("<tbody class=\"line\"><tr><th scope=\"rowgroup\">all</th><td class=\"code\" colspan=\"3\">",
		page->html.stream);
	html_text(page->html.stream, predict_grid_words(arena, subject));
	fputs("</td></tr>\n", page->html.stream);
	if (kernel->sectors)
		write_count(page, "bytes", NULL, predict_value_words(arena, subject, kernel->sectors, 32));
	if (kernel->operations && !formula_is_number(kernel->operations->formula, 0))
		write_count(page, "operations", NULL,
			predict_value_words(arena, subject, kernel->operations, 32));
	if (intensity)
		write_count(page, "intensity", NULL, intensity);
	if (growth)
		write_count(page, "growth", NULL, growth);
	fputs("</tbody>\n", page->html.stream);
}

static void write_table(struct page *page, const struct predict_kernel *kernel)
{
	const struct formula_subject *subject = kernel->subject;
	bool has_formulas = subject && subject->count && !subject->refused;
	FILE *stream = page->html.stream;
	if (!kernel->lines.count) {
		fputs("<p>No access of global or shared memory.</p>\n", stream);
		return;
	}
	fprintf(stream,
		"<div class=\"wide\"><table class=\"hot formulas\"><caption>What is counted</caption><thead><tr>"
		"<th scope=\"col\">line</th><td></td><th scope=\"col\" class=\"num\">this launch</th><th "
		"scope=\"col\">%s</th></tr></thead>\n",
		has_formulas ? "every size" : "");
	for (size_t i = 0; i < kernel->lines.count; i++)
		write_line(page, kernel, &kernel->lines.data[i]);
	if (has_formulas)
		write_all(page, kernel);
	fputs("</table></div>\n", stream);
	if (subject && subject->refused) {
		fputs("<p>No formulas: ", stream);
		html_text(stream, subject->refused);
		fputs(".</p>\n", stream);
	}
}

/* ---- a sweep --------------------------------------------------------------------------------- */

/* From size to size and from time to time, and the power of the size with which time grows between them. */
static void write_range(const struct page *page, const struct predict_kernel *kernel, size_t swept,
	const struct predict_sample *first, const struct predict_sample *last)
{
	FILE *stream = page->html.stream;
	struct arena *arena = page->html.arena;
	double from = first->price.time.seconds, to = last->price.time.seconds;
	fprintf(stream,
		"<tr><th scope=\"row\">%s</th><td class=\"num\">%" PRId64 "</td><td class=\"num\">%" PRId64
		"</td><td class=\"num\">%s</td><td class=\"num\">%s</td><td>",
		html_part_name(first->price.time.bound), first->sizes[swept], last->sizes[swept],
		fact_time(arena, from * 1e6), fact_time(arena, to * 1e6));
	if (last != first && from > 0) {
		html_text(stream, kernel->subject->names[swept]);
		fprintf(stream, "<sup>%.2f</sup>",
			html_log10(to / from) /
				html_log10((double)last->sizes[swept] / (double)first->sizes[swept]));
	}
	fputs("</td></tr>\n", stream);
}

static void write_ranges(const struct page *page, const struct predict_kernel *kernel, size_t swept)
{
	FILE *stream = page->html.stream;
	fputs("<div class=\"wide\"><table class=\"list growths\"><caption>What binds where</caption><thead><tr><th "
	      "scope=\"col\">bound by</th><th scope=\"col\" class=\"num\">from ",
		stream);
	html_text(stream, kernel->subject->names[swept]);
	fputs("</th><th scope=\"col\" class=\"num\">to</th><th scope=\"col\" class=\"num\">from time</th><th "
	      "scope=\"col\" class=\"num\">to</th><th scope=\"col\">grows as</th></tr></thead><tbody>\n",
		stream);
	for (size_t begin = 0, end; begin < kernel->sweep.count; begin = end) {
		end = html_sweep_range(kernel, begin);
		if (kernel->sweep.data[begin].price.known)
			write_range(page, kernel, swept, &kernel->sweep.data[begin],
				&kernel->sweep.data[end - 1]);
	}
	fputs("</tbody></table></div>\n", stream);
}

/* The cells of a time, and of what takes it. */
static void write_time(const struct page *page, const struct simt_price *price)
{
	FILE *stream = page->html.stream;
	if (price->known)
		fprintf(stream, "<td class=\"num\">%s</td><td>%s</td>",
			fact_time(page->html.arena, price->time.seconds * 1e6),
			html_part_name(price->time.bound));
	else
		fputs("<td class=\"num\">?</td><td></td>", stream);
}

static void write_sample(
	const struct page *page, const struct formula_subject *subject, const struct predict_sample *sample)
{
	FILE *stream = page->html.stream;
	const double counts[3] = {sample->requests, sample->sectors, sample->wavefronts};
	fputs("<tr>", stream);
	for (size_t i = 0; i < subject->count; i++)
		fprintf(stream, "<td class=\"num\">%" PRId64 "</td>", sample->sizes[i]);
	for (size_t i = 0; i < 3; i++)
		fprintf(stream, "<td class=\"num\">%s</td>",
			sample->counts_known ? arena_printf(page->html.arena, "%.6g", counts[i]) : "?");
	write_time(page, &sample->price);
	fputs("</tr>\n", stream);
}

static void write_samples(const struct page *page, const struct predict_kernel *kernel)
{
	FILE *stream = page->html.stream;
	const struct formula_subject *subject = kernel->subject;
	fputs("<details class=\"more\"><summary>All sizes that were tried</summary><div class=\"wide\"><table "
	      "class=\"list\"><thead><tr>",
		stream);
	for (size_t i = 0; i < subject->count; i++) {
		fputs("<th scope=\"col\" class=\"num\">", stream);
		html_text(stream, subject->names[i]);
		fputs("</th>", stream);
	}
	fputs("<th scope=\"col\" class=\"num\">requests</th><th scope=\"col\" class=\"num\">sectors</th><th "
	      "scope=\"col\" class=\"num\">wavefronts</th><th scope=\"col\" class=\"num\">time</th><th "
	      "scope=\"col\">bound by</th></tr></thead><tbody>\n",
		stream);
	for (size_t i = 0; i < kernel->sweep.count; i++)
		write_sample(page, subject, &kernel->sweep.data[i]);
	fputs("</tbody></table></div></details>\n", stream);
}

static void write_sweep(const struct page *page, const struct predict_kernel *kernel)
{
	FILE *stream = page->html.stream;
	size_t swept, times = 0;
	if (!find_swept(page, kernel, &swept)) {
		if (page->out->sweep) {
			fputs("<p>No size <code>", stream);
			html_text(stream, page->out->sweep);
			fputs("</code> here to sweep over.</p>\n", stream);
		}
		return;
	}
	for (size_t i = 0; i < kernel->sweep.count; i++)
		times += kernel->sweep.data[i].price.known && kernel->sweep.data[i].price.time.seconds > 0;
	if (times >= 2)
		html_svg_sweep(&page->html, kernel, swept);
	else if (!times)
		fputs("<p>The time of these launches isn't known.</p>\n", stream);
	if (times)
		write_ranges(page, kernel, swept);
	write_samples(page, kernel);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void write_kernel(struct page *page, size_t rank)
{
	const struct predict_kernel *kernel = page->out->kernels->data[rank - 1];
	struct kernel_summary summary = summarize(page, kernel);
	FILE *stream = page->html.stream;
	fprintf(stream, "<article id=\"k-%zu\" class=\"kernel\"><details open><summary><h3><code>", rank);
	html_plain(stream, summary.name);
	fputs("</code></h3>", stream);
	html_kernel_meta(&page->html, &summary, summary.path);
	fputs("</summary><div class=\"body\">\n", stream);
	if (kernel->fails || kernel->gave_up) {
		fputs(kernel->fails ? "<p>This launch fails: " : "<p>Given up: ", stream);
		html_text(stream, kernel->fails ? kernel->fails : kernel->gave_up);
		fputs("</p>\n", stream);
	}
	if (!kernel->fails) {
		fputs("<div class=\"parts\"><div>\n", stream);
		write_sweep(page, kernel);
		write_table(page, kernel);
		fputs("</div><div class=\"beside\">\n", stream);
		html_occupancy(&page->html, &summary);
		html_terms(&page->html, &summary);
		fputs("</div></div>\n", stream);
	}
	fputs("</div></details></article>\n", stream);
}

static void write_row(const struct page *page, size_t rank)
{
	const struct predict_kernel *kernel = page->out->kernels->data[rank - 1];
	const char *growth = kernel->subject ? predict_growth_words(page->html.arena, kernel) : NULL;
	FILE *stream = page->html.stream;
	fprintf(stream, "<tr><th scope=\"row\"><a href=\"#k-%zu\">", rank);
	html_plain(stream, kernel->function->display);
	fputs("</a></th>", stream);
	write_time(page, &kernel->price);
	fputs("<td>", stream);
	if (growth)
		html_text(stream, growth);
	fputs("</td></tr>\n", stream);
}

static void write_header(const struct page *page)
{
	FILE *stream = page->html.stream;
	size_t count = page->out->kernels->count;
	fprintf(stream,
		"<body>\n<a class=\"skip\" href=\"#kernels\">Skip to the kernels</a>\n<header><h1><span "
		"class=\"brand\">cudalint predict</span> %zu %s on %s</h1>\n<nav aria-label=\"Parts of this page\"><a "
		"href=\"#overview\">Overview</a> <a href=\"#kernels\">Kernels</a> <button type=\"button\" "
		"id=\"theme\" class=\"js-only\">Theme: auto</button></nav></header>\n<main>\n",
		count, count == 1 ? "launch" : "launches", page->out->chip->label);
}

static void write_overview(const struct page *page)
{
	FILE *stream = page->html.stream;
	fputs("<section id=\"overview\" aria-labelledby=\"h-overview\"><h2 id=\"h-overview\">Overview</h2>\n"
	      "<p>What Nsight Compute would count, without running it",
		stream);
	if (page->out->sweep) {
		fputs("; and times as <code>", stream);
		html_text(stream, page->out->sweep);
		fputs("</code> grows: what isn't known of the other sizes is as large", stream);
	}
	fputs(".</p>\n<div class=\"wide\"><table class=\"list growths\"><thead><tr><th scope=\"col\">launch</th><th "
	      "scope=\"col\" class=\"num\">time</th><th scope=\"col\">bound by</th><th "
	      "scope=\"col\">growth</th></tr></thead><tbody>\n",
		stream);
	for (size_t i = 1; i <= page->out->kernels->count; i++)
		write_row(page, i);
	fputs("</tbody></table></div>\n</section>\n", stream);
}

void predict_html(const struct predict_out *out)
{
	struct page page = {.html = {.stream = out->stream, .arena = out->arena}, .out = out};
	html_begin(out->stream, "predict");
	write_header(&page);
	write_overview(&page);
	fputs("<section id=\"kernels\" tabindex=\"-1\" aria-labelledby=\"h-kernels\"><h2 "
	      "id=\"h-kernels\">Kernels</h2>\n",
		out->stream);
	if (!out->kernels->count)
		fputs("<p>No kernel.</p>\n", out->stream);
	for (size_t i = 1; i <= out->kernels->count; i++)
		write_kernel(&page, i);
	if (page.inexact)
		fputs("<p>~ not exact: rests on an assumption, or the compiler may change the count.</p>\n",
			out->stream);
	fputs("</section>\n", out->stream);
	html_end(out->stream);
}
