/* A sweep as a picture: time as a function of one size, both logarithmic. Dashed lines are what each part of
 * the chip alone would take, the bar above says which of them binds; between two sizes that were tried, the
 * change from one to the other is drawn in the middle. */
#include "cli/html/html.h"
#include "cli/out/fact.h"
#include "cli/out/predict.h"

#include <inttypes.h>
#include <string.h>

enum { WIDTH = 640, HEIGHT = 330, BAND_TOP = 8, BAND_HEIGHT = 18, LETTER = 7 };

struct chart {
	const struct html *html;
	const struct predict_kernel *kernel;
	size_t swept;
	struct html_axes axes;
};

static const struct predict_sample *sample_at(const struct chart *chart, size_t index)
{
	return &chart->kernel->sweep.data[index];
}

static double micros(const struct predict_sample *sample)
{
	return sample->price.time.seconds * 1e6;
}

static double x_of(const struct chart *chart, size_t index)
{
	double size = (double)sample_at(chart, index)->sizes[chart->swept];
	return html_axis_x(&chart->axes, html_log10(size));
}

static double y_of(const struct chart *chart, double us)
{
	return html_axis_y(&chart->axes, html_log10(us));
}

/* The whole decade at or below; what is a hair below the next one counts as that, as logarithms are near. */
static int decade_below(double decade)
{
	const double hair = 1e-3;
	int whole = (int)(decade + hair);
	return whole > decade + hair ? whole - 1 : whole;
}

/* Whole decades around the sizes and times; at least one. */
static void lay_out(struct chart *chart)
{
	struct html_axes *axes = &chart->axes;
	double least = 0, most = 0;
	size_t count = chart->kernel->sweep.count;
	for (size_t i = 0; i < count; i++) {
		const struct predict_sample *sample = sample_at(chart, i);
		if (!sample->price.known || micros(sample) <= 0)
			continue;
		least = least > 0 && least < micros(sample) ? least : micros(sample);
		most = most > micros(sample) ? most : micros(sample);
	}
	axes->x_from = decade_below(html_log10((double)sample_at(chart, 0)->sizes[chart->swept]));
	axes->x_to = -decade_below(-html_log10((double)sample_at(chart, count - 1)->sizes[chart->swept]));
	axes->y_from = decade_below(html_log10(least));
	axes->y_to = -decade_below(-html_log10(most));
	axes->x_to += axes->x_to <= axes->x_from;
	axes->y_to += axes->y_to <= axes->y_from;
}

static double power_of_10(int decade)
{
	double value = 1;
	for (; decade > 0; decade--)
		value *= 10;
	for (; decade < 0; decade++)
		value /= 10;
	return value;
}

static void write_grid(const struct chart *chart)
{
	const struct html_axes *axes = &chart->axes;
	FILE *stream = chart->html->stream;
	for (int decade = (int)axes->x_from; decade <= (int)axes->x_to; decade++) {
		double x = html_axis_x(axes, decade);
		fprintf(stream, "<path class=\"grid\" d=\"M%.4g %dV%d\"/>", x, axes->top, axes->bottom);
		fprintf(stream, "<text x=\"%.4g\" y=\"%d\" text-anchor=\"middle\">1e%d</text>\n", x,
			axes->bottom + 16, decade);
	}
	for (int decade = (int)axes->y_from; decade <= (int)axes->y_to; decade++) {
		double y = html_axis_y(axes, decade);
		fprintf(stream, "<path class=\"grid\" d=\"M%d %.4gH%d\"/>", axes->left, y, axes->right);
		fprintf(stream, "<text x=\"%d\" y=\"%.4g\" text-anchor=\"end\">%s</text>\n", axes->left - 8,
			y + 4, fact_time(chart->html->arena, power_of_10(decade)));
	}
	fprintf(stream, "<text class=\"big\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">",
		(axes->left + axes->right) / 2, HEIGHT - 6);
	html_text(stream, chart->kernel->subject->names[chart->swept]);
	fputs("</text>\n", stream);
}

/* The sizes from `begin` on, up to that before `end`, for which the same part binds. */
static void write_band(const struct chart *chart, size_t begin, size_t end)
{
	FILE *stream = chart->html->stream;
	enum model_bound bound = sample_at(chart, begin)->price.time.bound;
	const char *name = html_part_name(bound);
	double from = x_of(chart, begin), to = x_of(chart, end - 1);
	if (begin && sample_at(chart, begin - 1)->price.known)
		from = (from + x_of(chart, begin - 1)) / 2;
	if (end < chart->kernel->sweep.count && sample_at(chart, end)->price.known)
		to = (to + x_of(chart, end)) / 2;
	fprintf(stream,
		"<g class=\"band p%d\"><title>%s</title><rect x=\"%.4g\" y=\"%d\" width=\"%.4g\" height=\"%d\"/>",
		(int)bound, name, from, BAND_TOP, to - from, BAND_HEIGHT);
	if (to - from > (double)(LETTER * strlen(name)))
		fprintf(stream, "<text x=\"%.4g\" y=\"%d\" text-anchor=\"middle\">%s</text>", (from + to) / 2,
			BAND_TOP + 13, name);
	fputs("</g>\n", stream);
}

size_t html_sweep_range(const struct predict_kernel *kernel, size_t begin)
{
	size_t end = begin + 1;
	const struct simt_price *price = &kernel->sweep.data[begin].price;
	while (end < kernel->sweep.count && kernel->sweep.data[end].price.known == price->known &&
		(!price->known || kernel->sweep.data[end].price.time.bound == price->time.bound))
		end++;
	return end;
}

static void write_bands(const struct chart *chart)
{
	for (size_t begin = 0, end; begin < chart->kernel->sweep.count; begin = end) {
		end = html_sweep_range(chart->kernel, begin);
		if (sample_at(chart, begin)->price.known)
			write_band(chart, begin, end);
	}
}

/* A line through what a part takes, or the launch (MODEL_BOUND_NONE); broken where it isn't known. */
static void write_line(const struct chart *chart, enum model_bound part)
{
	FILE *stream = chart->html->stream;
	bool joins = false;
	if (part == MODEL_BOUND_NONE)
		fputs("<path class=\"roof\" d=\"", stream);
	else
		fprintf(stream, "<path class=\"term p%d\" d=\"", (int)part);
	for (size_t i = 0; i < chart->kernel->sweep.count; i++) {
		const struct predict_sample *sample = sample_at(chart, i);
		double us = part == MODEL_BOUND_NONE ? micros(sample) : sample->price.time.term[part] * 1e6;
		bool shown = sample->price.known && us > 0;
		if (shown)
			fprintf(stream, "%c%.4g %.5g", joins ? 'L' : 'M', x_of(chart, i), y_of(chart, us));
		joins = shown;
	}
	fputs("\"/>\n", stream);
}

static void write_sample(const struct chart *chart, size_t index)
{
	FILE *stream = chart->html->stream;
	const struct predict_sample *sample = sample_at(chart, index);
	enum model_bound bound = sample->price.time.bound;
	if (!sample->price.known || micros(sample) <= 0)
		return;
	fprintf(stream, "<g class=\"sample p%d\"><title>", (int)bound);
	html_text(stream, chart->kernel->subject->names[chart->swept]);
	fprintf(stream, " = %" PRId64 ": %s, bound by %s</title>", sample->sizes[chart->swept],
		fact_time(chart->html->arena, micros(sample)), html_part_name(bound));
	fprintf(stream, "<circle cx=\"%.4g\" cy=\"%.4g\" r=\"4\"/></g>\n", x_of(chart, index),
		y_of(chart, micros(sample)));
}

static bool is_broken(const struct chart *chart)
{
	for (size_t i = 0; i < chart->kernel->sweep.count; i++)
		if (!sample_at(chart, i)->price.known)
			return true;
	return false;
}

/* Whether a part's line gets into the picture: a piece of it that isn't below. */
static bool is_seen(const struct chart *chart, enum model_bound part)
{
	double before = 0;
	for (size_t i = 0; i < chart->kernel->sweep.count; i++) {
		const struct simt_price *price = &sample_at(chart, i)->price;
		double us = price->known ? price->time.term[part] * 1e6 : 0;
		double higher = us > before ? us : before;
		if (us > 0 && before > 0 && html_log10(higher) > chart->axes.y_from)
			return true;
		before = us;
	}
	return false;
}

/* Lines may leave the drawing, which cuts them off. */
static void write_lines(const struct chart *chart)
{
	const struct html_axes *axes = &chart->axes;
	FILE *stream = chart->html->stream;
	int width = axes->right - axes->left, height = axes->bottom - axes->top;
	fprintf(stream,
		"<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" viewBox=\"%d %d %d %d\" aria-hidden=\"true\">\n",
		axes->left, axes->top, width, height, axes->left, axes->top, width, height);
	for (int part = 1; part < MODEL_BOUND_COUNT; part++)
		if (is_seen(chart, (enum model_bound)part))
			write_line(chart, (enum model_bound)part);
	write_line(chart, MODEL_BOUND_NONE);
	fputs("</svg>\n", stream);
}

static void write_legend(const struct chart *chart)
{
	FILE *stream = chart->html->stream;
	fputs("<ul class=\"legend\">", stream);
	for (int part = 1; part < MODEL_BOUND_COUNT; part++)
		if (is_seen(chart, (enum model_bound)part))
			fprintf(stream,
				"<li class=\"p%d\"><svg width=\"12\" height=\"10\" aria-hidden=\"true\"><rect "
				"width=\"12\" height=\"10\" rx=\"2\"/></svg> %s</li>",
				part, html_part_name((enum model_bound)part));
	fputs("</ul>", stream);
}

void html_svg_sweep(const struct html *html, const struct predict_kernel *kernel, size_t swept)
{
	struct chart chart = {.html = html,
		.kernel = kernel,
		.swept = swept,
		.axes = {.left = 70, .right = WIDTH - 20, .top = 36, .bottom = HEIGHT - 40}};
	FILE *stream = html->stream;
	lay_out(&chart);
	fprintf(stream,
		"<figure class=\"sweep\"><div class=\"scroll\"><svg class=\"pic\" viewBox=\"0 0 %d %d\" "
		"role=\"img\" aria-label=\"Time as ",
		WIDTH, HEIGHT);
	html_text(stream, kernel->subject->names[swept]);
	fputs(" grows\">\n", stream);
	write_grid(&chart);
	write_bands(&chart);
	write_lines(&chart);
	for (size_t i = 0; i < kernel->sweep.count; i++)
		write_sample(&chart, i);
	fputs("</svg></div><figcaption><b>Time as <code>", stream);
	html_text(stream, kernel->subject->names[swept]);
	fputs("</code> grows</b>, and what each part of the chip alone would take, dashed. The bar says which of "
	      "them binds.",
		stream);
	if (is_broken(&chart))
		fputs(" Where there is no line, the time isn't known.", stream);
	write_legend(&chart);
	fputs("</figcaption></figure>\n", stream);
}
