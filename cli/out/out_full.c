/* For people: each entry with its source, the launch it holds for, what it costs, related places and fixes.
 */
#include "cli/out/fact.h"
#include "cli/out/group.h"
#include "cli/text.h"

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

static void print_launch(const struct out *out, const struct finding *finding, unsigned gutter)
{
	const char *launch = fact_launch(out->arena, &finding->launch);
	if (!launch)
		return;
	begin_line(out, gutter, "launch");
	fprintf(out->stream, "%s\n", launch);
}

static void print_cost(const struct out *out, const struct finding *finding, unsigned gutter)
{
	const struct cost *cost = &finding->cost;
	if (!cost->metric)
		return;
	begin_line(out, gutter, "cost");
	fprintf(out->stream, "%s %s", fact_number(out->arena, cost->value),
		fact_metric(out->arena, cost->metric));
	if (cost->has_ideal)
		fprintf(out->stream, ", ideal %s", fact_number(out->arena, cost->ideal));
	if (cost->has_requests)
		fprintf(out->stream, ", %.4g requests/warp", cost->requests_per_warp);
	if (cost->has_time)
		fprintf(out->stream, "; about %.3g us", cost->time_us);
	if (cost->has_speedup && cost->has_time)
		fprintf(out->stream, ", up to %.3gx faster", cost->speedup);
	else if (cost->has_speedup)
		fputs("; saves nothing to speak of", out->stream);
	if (cost->chip && (cost->has_time || cost->has_speedup))
		fprintf(out->stream, " on %s", cost->chip);
	if (cost->assumed)
		fprintf(out->stream, ", assuming %s", cost->assumed);
	fputc('\n', out->stream);
}

/* The architectures, when the finding doesn't hold for all that the run looked at. */
static void print_archs(const struct out *out, const struct finding *finding, unsigned gutter, size_t all)
{
	if (finding->archs.count == 0 || finding->archs.count >= all)
		return;
	begin_line(out, gutter, "arch");
	fprintf(out->stream, "%s only\n", fact_archs(out->arena, finding));
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

/* "   = also: 3 more of `tmp` in lines 24, 25 and 31 (-v shows each)" */
static void print_more(const struct out *out, const struct out_group *group, unsigned gutter)
{
	if (!group->more.count)
		return;
	begin_line(out, gutter, "also");
	text_write(out->stream, out_group_more(out->arena, group));
	fputs(" (-v shows each)\n", out->stream);
}

static void print_group(const struct out *out, const struct out_group *group, size_t all_archs)
{
	const struct finding *finding = group->lead;
	unsigned gutter = gutter_of(finding);
	out_header(out, finding);
	fputc('\n', out->stream);
	out_excerpt(out, &finding->span, gutter, paint_severity(out->paint, finding->severity));
	print_more(out, group, gutter);
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
	out_group_list groups = out_groups(out, out->findings);
	for (size_t i = 0; i < groups.count; i++)
		print_group(out, &groups.data[i], all_archs);
}
