/* Kernels: where the time of all launches goes, how each fills an SM, which parts of the chip it keeps busy,
 * and the lines that cost most. Numbers are the model's (analyzer/engine/kernel.h); drawings are SVG whose
 * widths are in per cent, so that they fit any window without a script. */
#include "cli/html/html.h"
#include "cli/out/fact.h"
#include "cli/text.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 40, OPEN = 2, COLOURS = 6, MOST_ROWS = 8 };

/* ---- which there are ------------------------------------------------------------------------- */

static bool is_same(const struct kernel_summary *a, const struct kernel_summary *b)
{
	return a->line == b->line && a->seconds == b->seconds && a->occupancy == b->occupancy &&
	       !strcmp(a->path, b->path) && !strcmp(a->name, b->name) &&
	       !memcmp(a->launch.grid, b->launch.grid, sizeof a->launch.grid) &&
	       !memcmp(a->launch.block, b->launch.block, sizeof a->launch.block);
}

/* Longest first, those of unknown time last; else by place. */
static int compare_kernels(const void *left, const void *right)
{
	const struct kernel_summary *a = *(const struct kernel_summary *const *)left,
				    *b = *(const struct kernel_summary *const *)right;
	if (a->seconds != b->seconds)
		return a->seconds > b->seconds ? -1 : 1;
	int order = strcmp(a->path, b->path);
	if (order || a->line != b->line)
		return order ? order : a->line < b->line ? -1 : 1;
	order = strcmp(a->name, b->name);
	return order ? order : memcmp(a->launch.block, b->launch.block, sizeof a->launch.block);
}

/* Kernels of a header are launched in each unit that includes it: each launch is shown once. */
void html_list_kernels(struct html *html)
{
	const struct run_report *report = html->out->report;
	for (size_t i = 0; i < report->units.count; i++)
		for (size_t k = 0; k < report->units.data[i]->launches.count; k++)
			vec_push(html->arena, &html->kernels, report->units.data[i]->launches.data[k]);
	size_t kept = 0;
	if (html->kernels.count)
		qsort(html->kernels.data, html->kernels.count, sizeof *html->kernels.data, compare_kernels);
	for (size_t i = 0; i < html->kernels.count; i++)
		if (!kept || !is_same(html->kernels.data[kept - 1], html->kernels.data[i]))
			html->kernels.data[kept++] = html->kernels.data[i];
	html->kernels.count = kept;
}

static const char *time_of(const struct html *html, double seconds)
{
	return fact_time(html->arena, seconds * 1e6);
}

/* What takes time that is no line's. */
static const char *const rests[MODEL_BOUND_COUNT] = {[MODEL_BOUND_NONE] = "other memory accesses",
	[MODEL_BOUND_ISSUE] = "instructions",
	[MODEL_BOUND_LATENCY] = "waiting, with too few warps to hide it",
	[MODEL_BOUND_LAUNCH] = "starting the kernel and its blocks"};

/* ---- flames ---------------------------------------------------------------------------------- */

/* Links in drawings are for pointers: the table beside them has the same ones.
 *
 * A box of a flame: x and width in per cent. What is too narrow to be seen isn't drawn. */
struct box {
	double x, width;
	int row;
	const char *class, *title, *label;
	size_t link; /* to the kernel of that rank, from 1 on; 0: none */
};

static void write_box(const struct html *html, const struct box *box)
{
	enum { ROW = 26, HEIGHT = 24 };
	FILE *stream = html->stream;
	if (box->width < 0.15)
		return;
	if (box->link)
		fprintf(stream, "<a href=\"#k-%zu\" tabindex=\"-1\">", box->link);
	fprintf(stream,
		"<svg x=\"%.4g%%\" y=\"%d\" width=\"%.4g%%\" height=\"%d\" class=\"fb %s\" aria-hidden=\"true\"><title>",
		box->x, box->row * ROW, box->width, HEIGHT, box->class);
	html_plain(stream, box->title);
	fputs("</title><rect width=\"100%\" height=\"100%\" rx=\"3\"/>", stream);
	if (box->width > 2.5) {
		fputs("<text x=\"6\" y=\"16\">", stream);
		html_plain(stream, box->label);
		fputs("</text>", stream);
	}
	fputs(box->link ? "</svg></a>\n" : "</svg>\n", stream);
}

static const char *short_place(const struct html *html, const char *path, uint32_t line)
{
	const char *name = strrchr(path, '/');
	return arena_printf(html->arena, "%s:%u", name ? name + 1 : path, (unsigned)line);
}

/* The boxes of a kernel's lines and of what is no line's, below that of the kernel. */
static void write_line_boxes(const struct html *html, const struct kernel_summary *kernel, double x,
	double width, int row, size_t link)
{
	for (size_t i = 0; i < kernel->lines.count; i++) {
		const struct kernel_line *line = &kernel->lines.data[i];
		const char *code = html_source_text(html->arena, html->out->sources, line->path, line->line);
		struct box box = {.x = x, .width = width * line->share, .row = row, .class = "line"};
		box.label = *code ? code : short_place(html, line->path, line->line);
		box.title = arena_printf(html->arena, "%s: %s, %.3g %% of `%s`\n%s",
			short_place(html, line->path, line->line),
			time_of(html, line->share * kernel->seconds), 100 * line->share, kernel->name, code);
		box.link = link;
		write_box(html, &box);
		x += box.width;
	}
	for (int part = 0; part < MODEL_BOUND_COUNT; part++) {
		struct box box = {.x = x, .width = width * kernel->rest[part], .row = row, .class = "rest"};
		box.label = rests[part];
		box.title = arena_printf(html->arena, "%s: %s of `%s`", rests[part] ? rests[part] : "",
			time_of(html, kernel->rest[part] * kernel->seconds), kernel->name);
		box.link = link;
		if (rests[part])
			write_box(html, &box);
		x += box.width;
	}
}

static double total_time(const struct html *html, size_t *priced)
{
	double total = 0;
	*priced = 0;
	for (size_t i = 0; i < html->kernels.count; i++) {
		total += html->kernels.data[i]->seconds;
		*priced += html->kernels.data[i]->time_known;
	}
	return total;
}

static const char *chip_of(const struct html *html)
{
	return html->kernels.count && html->kernels.data[0]->chip ? html->kernels.data[0]->chip : "the chip";
}

void html_flame(const struct html *html)
{
	size_t priced;
	double total = total_time(html, &priced), x = 0;
	FILE *stream = html->stream;
	if (!priced)
		return;
	fputs("<figure class=\"flame\"><svg width=\"100%\" height=\"76\" role=\"img\" "
	      "aria-labelledby=\"h-flame\"><title id=\"h-flame\">Where the time of all launches goes: "
	      "kernels, and their lines</title>\n",
		stream);
	struct box all = {.width = 100, .class = "all"};
	all.label = arena_printf(html->arena, "%zu %s on %s, each once: %s", priced,
		priced == 1 ? "launch" : "launches", chip_of(html), time_of(html, total));
	all.title = all.label;
	write_box(html, &all);
	for (size_t i = 0; i < priced && i < SHOWN; i++) {
		const struct kernel_summary *kernel = html->kernels.data[i];
		struct box box = {.x = x, .width = 100 * kernel->seconds / total, .row = 1, .link = i + 1};
		box.class = arena_printf(html->arena, "k%zu", i % COLOURS);
		box.label = arena_printf(html->arena, "%s  %s", kernel->name, time_of(html, kernel->seconds));
		box.title = arena_printf(html->arena, "%s: %s, bound by %s", kernel->name,
			time_of(html, kernel->seconds), html_part_name(kernel->bound));
		write_box(html, &box);
		write_line_boxes(html, kernel, x, box.width, 2, i + 1);
		x += box.width;
	}
	fputs("</svg><figcaption>Where the time goes: all launches, their kernels, the lines that take it. "
	      "Estimated; pointing at a box tells more.</figcaption></figure>\n",
		stream);
}

/* ---- the roofline ---------------------------------------------------------------------------- */

enum { ROOF_W = 560, ROOF_H = 300 };

/* Warp instructions per byte of DRAM, and per second. */
static const struct html_axes roof = {
	.left = 56, .right = 550, .top = 14, .bottom = 264, .x_from = -3, .x_to = 2, .y_from = 8, .y_to = 13};

static void write_axes(FILE *stream)
{
	static const char *const per_byte[] = {"0.001", "0.01", "0.1", "1", "10", "100"};
	static const char *const per_second[] = {"0.1 G", "1 G", "10 G", "100 G", "1 T", "10 T"};
	fputs("<path class=\"grid\" d=\"", stream);
	for (int i = 0; i <= 5; i++)
		fprintf(stream, "M%.4g %dV%dM%d %.4gH%d", html_axis_x(&roof, roof.x_from + i), roof.top,
			roof.bottom, roof.left, html_axis_y(&roof, roof.y_from + i), roof.right);
	fputs("\"/>\n", stream);
	for (int i = 0; i <= 5; i++) {
		fprintf(stream, "<text x=\"%.4g\" y=\"%d\" text-anchor=\"middle\">%s</text>",
			html_axis_x(&roof, roof.x_from + i), roof.bottom + 14, per_byte[i]);
		fprintf(stream, "<text x=\"%d\" y=\"%.4g\" text-anchor=\"end\">%s</text>\n", roof.left - 6,
			html_axis_y(&roof, roof.y_from + i) + 4, per_second[i]);
	}
	fprintf(stream,
		"<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">instructions of warps per byte of DRAM</text>\n",
		(ROOF_W + roof.left) / 2, ROOF_H - 6);
}

/* Instructions that the SMs issue in a second. */
static double issue_rate(const struct model_chip *chip)
{
	enum { SCHEDULERS = 4, OF_PASCAL = 2, PASCAL = 60 };
	return chip->sms.value * chip->ghz.value * 1e9 * (chip->cc == PASCAL ? OF_PASCAL : SCHEDULERS);
}

static void write_roofs(FILE *stream, const struct model_chip *chip)
{
	double bytes = html_log10(chip->dram_gbs.value * 1e9), issue = html_log10(issue_rate(chip));
	double begin = roof.y_from - bytes > roof.x_from ? roof.y_from - bytes : roof.x_from,
	       middle = (begin + issue - bytes) / 2;
	fprintf(stream, "<path class=\"roof\" d=\"M%.4g %.4gL%.4g %.4gH%d\"/>\n", html_axis_x(&roof, begin),
		html_axis_y(&roof, begin + bytes), html_axis_x(&roof, issue - bytes),
		html_axis_y(&roof, issue), roof.right);
	fprintf(stream, "<text x=\"%d\" y=\"%.4g\" text-anchor=\"end\">%.3g T instructions a second</text>\n",
		roof.right, html_axis_y(&roof, issue) - 6, issue_rate(chip) / 1e12);
	fprintf(stream, "<text x=\"%.4g\" y=\"%.4g\" text-anchor=\"end\">DRAM: %.4g GB/s</text>\n",
		html_axis_x(&roof, middle) - 12, html_axis_y(&roof, middle + bytes) - 4,
		chip->dram_gbs.value);
}

static double within(double value, double low, double high)
{
	return value < low ? low : value > high ? high : value;
}

/* What is found in L2 moves no byte of DRAM: then those of L2 count. */
static double bytes_of(const struct kernel_summary *kernel)
{
	return kernel->dram_bytes > 0 ? kernel->dram_bytes : kernel->l2_bytes;
}

/* A dot where the launch is, with its rank; hollow where bytes are those of L2. */
static void write_dot(const struct html *html, const struct kernel_summary *kernel, size_t rank, bool link)
{
	FILE *stream = html->stream;
	double bytes = bytes_of(kernel),
	       x = within(html_log10(kernel->instructions / bytes), roof.x_from, roof.x_to);
	double y = within(html_log10(kernel->instructions / kernel->seconds), roof.y_from, roof.y_to);
	if (link)
		fprintf(stream, "<a href=\"#k-%zu\" tabindex=\"-1\">", rank);
	fprintf(stream, "<g class=\"dot k%zu%s\"><title>", (rank - 1) % COLOURS,
		kernel->dram_bytes > 0 ? "" : " hollow");
	html_plain(stream, kernel->name);
	fprintf(stream, ": %.3g instructions of warps per byte, %.3g a second</title>",
		kernel->instructions / bytes, kernel->instructions / kernel->seconds);
	fprintf(stream, "<circle cx=\"%.4g\" cy=\"%.4g\" r=\"8\"/>", html_axis_x(&roof, x),
		html_axis_y(&roof, y));
	fprintf(stream, "<text x=\"%.4g\" y=\"%.4g\" text-anchor=\"middle\">%zu</text></g>",
		html_axis_x(&roof, x), html_axis_y(&roof, y) + 4, rank);
	fputs(link ? "</a>\n" : "\n", stream);
}

static bool is_on_roofline(const struct kernel_summary *kernel)
{
	return kernel->time_known && bytes_of(kernel) > 0 && kernel->instructions > 0 && kernel->chip;
}

/* One for each chip that launches are priced on. `only`: a rank, with the other kernels left out; 0: all. */
static void write_roofline(const struct html *html, const char *name, size_t only)
{
	FILE *stream = html->stream;
	const struct model_chip *chip = model_chip_find(name);
	if (!chip)
		return;
	fprintf(stream,
		"<figure class=\"roofline\"><div class=\"scroll\"><svg class=\"pic\" viewBox=\"0 0 %d %d\" "
		"role=\"img\" aria-label=\"Roofline of %s\">\n",
		ROOF_W, ROOF_H, name);
	write_axes(stream);
	write_roofs(stream, chip);
	for (size_t i = html->kernels.count < SHOWN ? html->kernels.count : SHOWN; i > 0; i--) {
		const struct kernel_summary *kernel = html->kernels.data[i - 1];
		if (is_on_roofline(kernel) && !strcmp(kernel->chip, name) && (!only || only == i))
			write_dot(html, kernel, i, !only);
	}
	fputs("</svg></div>", stream);
	if (!only)
		fprintf(stream,
			"<figcaption>The roofline of %s: on the slope, DRAM sets the pace; under the flat part, "
			"issuing instructions does; far below both, something else. Hollow: everything is found "
			"in L2, and its bytes count.</figcaption>",
			name);
	fputs("</figure>\n", stream);
}

static void write_rooflines(const struct html *html)
{
	line_list done = {0};
	for (size_t i = 0; i < html->kernels.count && i < SHOWN; i++) {
		const struct kernel_summary *kernel = html->kernels.data[i];
		size_t at = 0;
		while (at < done.count && is_on_roofline(kernel) && strcmp(done.data[at], kernel->chip) != 0)
			at++;
		if (!is_on_roofline(kernel) || at < done.count)
			continue;
		vec_push(html->arena, &done, kernel->chip);
		write_roofline(html, kernel->chip, 0);
	}
}

/* ---- one kernel ------------------------------------------------------------------------------ */

static void write_counts(const struct html *html, const struct kernel_line *line)
{
	FILE *stream = html->stream;
	const char *unit = line->wavefronts > 0 ? "wavefronts" : "sectors";
	double count = line->wavefronts > 0 ? line->wavefronts : line->sectors;
	double ideal = line->wavefronts > 0 ? line->ideal_wavefronts : line->ideal;
	if (count <= 0)
		return;
	fprintf(stream, "%s %s", fact_number(html->arena, count), unit);
	if (ideal > 0 && count > ideal * 1.01)
		fprintf(stream, ", <b class=\"over\">%.3g&times; what it takes</b>", count / ideal);
}

static void write_row(const struct html *html, const struct kernel_summary *kernel, double share,
	const char *number, const char *code, const struct kernel_line *line)
{
	FILE *stream = html->stream;
	fprintf(stream, "<tr><th scope=\"row\">%s</th><td class=\"code\">", number);
	if (line) {
		fputs("<code>", stream);
		html_code(stream, code, strlen(code));
		fputs("</code>", stream);
	} else {
		html_text(stream, code);
	}
	fputs("<span class=\"counts\">", stream);
	if (line)
		write_counts(html, line);
	fputs("</span></td>", stream);
	if (kernel->time_known)
		fprintf(stream,
			"<td class=\"bar\"><svg width=\"100%%\" height=\"10\" aria-hidden=\"true\"><rect "
			"class=\"%s\" width=\"%.4g%%\" height=\"10\" rx=\"2\"/></svg></td><td class=\"num\">%s</td>",
			line ? "line" : "rest", 100 * share, time_of(html, share * kernel->seconds));
	fputs("</tr>\n", stream);
}

static void write_lines(const struct html *html, const struct kernel_summary *kernel)
{
	FILE *stream = html->stream;
	fputs("<table class=\"hot\"><caption>Where its time goes</caption><tbody>\n", stream);
	for (size_t i = 0; i < kernel->lines.count && i < MOST_ROWS; i++) {
		const struct kernel_line *line = &kernel->lines.data[i];
		bool is_own = strcmp(line->path, kernel->path) == 0;
		const char *number = is_own ? arena_printf(html->arena, "%u", (unsigned)line->line)
					    : short_place(html, line->path, line->line);
		write_row(html, kernel, line->share, number,
			html_source_text(html->arena, html->out->sources, line->path, line->line), line);
	}
	for (int part = 0; part < MODEL_BOUND_COUNT && kernel->time_known; part++)
		if (rests[part] && kernel->rest[part] > 0.01)
			write_row(html, kernel, kernel->rest[part], "", rests[part], NULL);
	fputs("</tbody></table>\n", stream);
}

/* What was proven of a kernel: of several launches, the worst. NULL: nothing was asked. */
static const struct proof_mark *mark_of(const struct html *html, const struct kernel_summary *kernel)
{
	static const int badness[] = {[PROOF_PROVEN] = 0, [PROOF_UNDECIDED] = 1, [PROOF_REFUTED] = 2};
	const proof_marks *marks = html->out->proofs;
	const struct proof_mark *worst = NULL;
	for (size_t i = 0; marks && i < marks->count; i++) {
		const struct proof_mark *mark = &marks->data[i];
		bool is_it = mark->line == kernel->line && !strcmp(mark->path, kernel->path) &&
			     !strcmp(mark->kernel, kernel->name);
		if (is_it &&
			(!worst || badness[proof_mark_verdict(mark)] > badness[proof_mark_verdict(worst)]))
			worst = mark;
	}
	return worst;
}

static const char *const signs[] = {
	[PROOF_PROVEN] = "&#10003;", [PROOF_REFUTED] = "&#10007;", [PROOF_UNDECIDED] = "?"};

static void write_proofs(const struct html *html, const struct proof_mark *mark)
{
	FILE *stream = html->stream;
	fputs("<table class=\"proofs\"><caption>For every size</caption><tbody>\n", stream);
	for (int i = 0; i < PROOF_PROPERTIES; i++) {
		const char *verdict = proof_verdict_name(mark->verdicts[i]);
		fprintf(stream, "<tr><th scope=\"row\">%s</th><td><span class=\"mark %s\">%s %s</span> ",
			proof_property_name((enum proof_property)i), verdict, signs[mark->verdicts[i]],
			verdict);
		if (mark->reasons[i])
			html_message(stream, mark->reasons[i]);
		fputs("</td></tr>\n", stream);
	}
	fputs("</tbody></table>\n", stream);
}

static void write_kernel(const struct html *html, size_t rank)
{
	FILE *stream = html->stream;
	const struct kernel_summary *kernel = html->kernels.data[rank - 1];
	const struct proof_mark *mark = mark_of(html, kernel);
	fprintf(stream,
		"<article id=\"k-%zu\" class=\"kernel\"><details%s><summary><h3><span class=\"rank k%zu\">%zu</span> <code>",
		rank, rank <= OPEN && kernel->time_known ? " open" : "", (rank - 1) % COLOURS, rank);
	html_plain(stream, kernel->name);
	fputs("</code>", stream);
	if (mark)
		fprintf(stream, " <span class=\"mark %s\">%s %s</span>",
			proof_verdict_name(proof_mark_verdict(mark)), signs[proof_mark_verdict(mark)],
			proof_verdict_name(proof_mark_verdict(mark)));
	fputs("</h3>", stream);
	html_kernel_meta(html, kernel, out_location(html->out, kernel->path));
	fputs("</summary><div class=\"body\"><div class=\"parts\">\n", stream);
	fputs("<div>\n", stream);
	if (kernel->lines.count || kernel->time_known)
		write_lines(html, kernel);
	if (mark)
		write_proofs(html, mark);
	if (is_on_roofline(kernel))
		write_roofline(html, kernel->chip, rank);
	fputs("</div><div class=\"beside\">\n", stream);
	html_occupancy(html, kernel);
	html_terms(html, kernel);
	fputs("</div></div></div></details></article>\n", stream);
}

/* All in a table, beside the roofline. */
static void write_summary_row(const struct html *html, size_t rank)
{
	FILE *stream = html->stream;
	const struct kernel_summary *kernel = html->kernels.data[rank - 1];
	fprintf(stream,
		"<tr><td><span class=\"rank k%zu\">%zu</span></td><th scope=\"row\"><a href=\"#k-%zu\">",
		(rank - 1) % COLOURS, rank, rank);
	html_plain(stream, kernel->name);
	fprintf(stream, "</a></th><td class=\"num\">%s</td><td>%s</td><td class=\"bar\">",
		kernel->time_known ? time_of(html, kernel->seconds) : "?",
		kernel->time_known ? html_part_name(kernel->bound) : "");
	if (kernel->occupancy_known)
		fprintf(stream,
			"<svg width=\"100%%\" height=\"10\" aria-hidden=\"true\"><rect class=\"back\" "
			"width=\"100%%\" height=\"10\" rx=\"2\"/><rect width=\"%.4g%%\" height=\"10\" "
			"rx=\"2\"/></svg>",
			100 * kernel->occupancy);
	fputs("</td><td class=\"num\">", stream);
	if (kernel->occupancy_known)
		fprintf(stream, "%.0f %%", 100 * kernel->occupancy);
	fputs("</td></tr>\n", stream);
}

static void write_summary(const struct html *html, size_t count)
{
	enum { ROWS = 12 };
	fputs("<div class=\"wide\"><table class=\"list summary\"><thead><tr><th scope=\"col\">#</th><th scope=\"col\">launch, "
	      "longest first</th><th scope=\"col\" class=\"num\">time</th><th scope=\"col\">bound by</th><th "
	      "scope=\"col\" colspan=\"2\">occupancy, up to</th></tr></thead><tbody>\n",
		html->stream);
	for (size_t i = 1; i <= count && i <= ROWS; i++)
		write_summary_row(html, i);
	fputs("</tbody></table></div>\n", html->stream);
}

void html_kernels(const struct html *html)
{
	FILE *stream = html->stream;
	size_t count = html->kernels.count < SHOWN ? html->kernels.count : SHOWN;
	if (!count)
		return;
	fputs("<section id=\"kernels\" aria-labelledby=\"h-kernels\"><h2 id=\"h-kernels\">Kernels</h2>\n"
	      "<p>Each launch that was executed, the longest first.</p>\n",
		stream);
	fputs("<div class=\"glance\"><div>\n", stream);
	write_summary(html, count);
	fputs("</div><div>\n", stream);
	write_rooflines(html);
	fputs("</div></div>\n", stream);
	for (size_t i = 1; i <= count; i++)
		write_kernel(html, i);
	if (count < html->kernels.count)
		fprintf(stream, "<p>%zu more launches take less time and are left out.</p>\n",
			html->kernels.count - count);
	fputs("</section>\n", stream);
}
