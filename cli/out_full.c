/* For people: each finding with its source, the launch it holds for, what it costs, related places and fixes.
 */
#include "cli/out.h"
#include "cli/text.h"

#include <inttypes.h>
#include <string.h>

static unsigned digits(uint32_t number)
{
	unsigned count = 1;
	for (; number >= 10; number /= 10)
		count++;
	return count;
}

static unsigned gutter_of(const struct finding *finding)
{
	uint32_t largest = finding->span.start.line;
	for (size_t i = 0; i < finding->related.count; i++) {
		if (finding->related.data[i].span.start.line > largest)
			largest = finding->related.data[i].span.start.line;
	}
	if (finding->has_expansion && finding->expansion.start.line > largest)
		largest = finding->expansion.start.line;
	return digits(largest);
}

/* A further line under the excerpt: "   = label: ". */
static void begin_line(const struct out *out, unsigned gutter, const char *label)
{
	fprintf(out->stream, "%s%*s =%s %s%s:%s ", out->paint->gutter, (int)gutter, "", out->paint->reset,
		out->paint->bold, label, out->paint->reset);
}

static void print_extents(FILE *stream, const int64_t extents[3])
{
	fprintf(stream, "%" PRId64, extents[0]);
	int last = extents[2] != 1 ? 2 : extents[1] != 1 ? 1 : 0;
	for (int i = 1; i <= last; i++)
		fprintf(stream, "x%" PRId64, extents[i]);
}

static void print_launch(const struct out *out, const struct finding *finding, unsigned gutter)
{
	const struct finding_launch *launch = &finding->launch;
	if (!launch->source || (!launch->grid_known && !launch->block_known))
		return;
	begin_line(out, gutter, "launch");
	if (launch->grid_known) {
		fputs("grid ", out->stream);
		print_extents(out->stream, launch->grid);
	}
	if (launch->block_known) {
		fputs(launch->grid_known ? ", block " : "block ", out->stream);
		print_extents(out->stream, launch->block);
	}
	fputs(" (", out->stream);
	for (const char *c = launch->source; *c; c++)
		fputc(*c == '-' ? ' ' : *c, out->stream);
	fputs(")\n", out->stream);
}

/* "sectors_per_request" as "sectors/request". */
static void print_metric(FILE *stream, const char *metric)
{
	for (; *metric; metric++) {
		if (strncmp(metric, "_per_", 5) == 0) {
			fputc('/', stream);
			metric += 4;
		} else {
			fputc(*metric == '_' ? ' ' : *metric, stream);
		}
	}
}

/* Four digits, and all of a large number. */
static void print_number(FILE *stream, double number)
{
	fprintf(stream, number < 10000 ? "%.4g" : "%.0f", number);
}

static void print_cost(const struct out *out, const struct finding *finding, unsigned gutter)
{
	const struct cost *cost = &finding->cost;
	if (!cost->metric)
		return;
	begin_line(out, gutter, "cost");
	print_number(out->stream, cost->value);
	fputc(' ', out->stream);
	print_metric(out->stream, cost->metric);
	if (cost->has_ideal) {
		fputs(", ideal ", out->stream);
		print_number(out->stream, cost->ideal);
	}
	if (cost->has_requests)
		fprintf(out->stream, ", %.4g requests/warp", cost->requests_per_warp);
	if (cost->has_time)
		fprintf(out->stream, "; about %.3g us", cost->time_us);
	if (cost->has_speedup)
		fprintf(out->stream, "%s up to %.3gx faster", cost->has_time ? "," : ";", cost->speedup);
	if (cost->chip && (cost->has_time || cost->has_speedup))
		fprintf(out->stream, " on %s", cost->chip);
	fputc('\n', out->stream);
}

/* The architectures, when the finding doesn't hold for all that the run looked at. */
static void print_archs(const struct out *out, const struct finding *finding, unsigned gutter, size_t all)
{
	if (finding->archs.count == 0 || finding->archs.count >= all)
		return;
	begin_line(out, gutter, "arch");
	for (size_t i = 0; i < finding->archs.count; i++)
		fprintf(out->stream, "%ssm_%d", i ? ", " : "", finding->archs.data[i]);
	fputs(" only\n", out->stream);
}

static void print_place(const struct out *out, const struct span *span, unsigned gutter, const char *message)
{
	begin_line(out, gutter, "note");
	text_write(out->stream, span->path);
	fprintf(out->stream, ":%u:%u: ", span->start.line, span->start.column);
	text_write(out->stream, message);
	fputc('\n', out->stream);
	out_excerpt(out, span, gutter, out->paint->info);
}

static void print_finding(const struct out *out, const struct finding *finding, size_t all_archs)
{
	unsigned gutter = gutter_of(finding);
	out_header(out, finding);
	fputc('\n', out->stream);
	out_excerpt(out, &finding->span, gutter, paint_severity(out->paint, finding->severity));
	if (finding->has_expansion)
		print_place(out, &finding->expansion, gutter, "macro used here");
	for (size_t i = 0; i < finding->related.count; i++)
		print_place(out, &finding->related.data[i].span, gutter, finding->related.data[i].message);
	print_launch(out, finding, gutter);
	print_cost(out, finding, gutter);
	if (out->verbose && finding->picture)
		out_picture(out, finding->picture, gutter);
	print_archs(out, finding, gutter, all_archs);
	if (finding->confidence != CONFIDENCE_PROVEN) {
		begin_line(out, gutter, "confidence");
		fprintf(out->stream, "%s\n", confidence_name(finding->confidence));
	}
	if (finding->instances > 1) {
		begin_line(out, gutter, "instances");
		fprintf(out->stream, "%u, the worst is shown\n", finding->instances);
	}
	for (size_t i = 0; i < finding->fixes.count; i++) {
		begin_line(out, gutter, "help");
		text_write(out->stream, finding->fixes.data[i].title);
		fputs(finding->fixes.data[i].safety == FIX_UNSAFE ? " (unsafe fix)\n" : " (safe fix)\n",
			out->stream);
	}
	fputc('\n', out->stream);
}

void out_full(const struct out *out)
{
	size_t all_archs = 0;
	for (size_t i = 0; i < out->findings->count; i++) {
		if (out->findings->data[i]->archs.count > all_archs)
			all_archs = out->findings->data[i]->archs.count;
	}
	for (size_t i = 0; i < out->findings->count; i++)
		print_finding(out, out->findings->data[i], all_archs);
}
