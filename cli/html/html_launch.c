/* One launch in pictures: the warps that an SM holds of it, and how long each part of the chip alone would
 * take. */
#include "cli/html/html.h"
#include "cli/out/fact.h"
#include "cli/text.h"
#include "model/model.h"

#include <string.h>

const char *html_part_name(enum model_bound bound)
{
	static const char *const names[MODEL_BOUND_COUNT] = {[MODEL_BOUND_NONE] = "nothing",
		[MODEL_BOUND_DRAM] = "DRAM",
		[MODEL_BOUND_L2] = "L2",
		[MODEL_BOUND_L1] = "L1 and shared",
		[MODEL_BOUND_ISSUE] = "instructions",
		[MODEL_BOUND_ATOMIC] = "atomics",
		[MODEL_BOUND_LATENCY] = "waiting",
		[MODEL_BOUND_LAUNCH] = "launch"};
	return names[bound];
}

static const char *limiter_of(const struct kernel_summary *kernel)
{
	const char *name = model_limiter_name(model_limiter_first(kernel->limiters));
	return strcmp(name, "shared") == 0    ? "shared memory"
	       : strcmp(name, "virtual") == 0 ? "the chip's limit of resident blocks"
					      : name;
}

void html_occupancy(const struct html *html, const struct kernel_summary *kernel)
{
	enum { IN_ROW = 16, STEP = 15, SIZE = 13 };
	FILE *stream = html->stream;
	unsigned resident = kernel->blocks_per_sm * kernel->warps_per_block;
	if (!kernel->occupancy_known || !kernel->most_warps || !kernel->warps_per_block)
		return;
	unsigned rows = (kernel->most_warps + IN_ROW - 1) / IN_ROW;
	fprintf(stream,
		"<figure class=\"occupancy\"><svg viewBox=\"0 0 %d %u\" width=\"%d\" height=\"%u\" role=\"img\" "
		"aria-label=\"%u of %u warps\">",
		IN_ROW * STEP, rows * STEP, IN_ROW * STEP, rows * STEP, resident, kernel->most_warps);
	static const char *const classes[] = {"full", "full odd", "free"};
	for (int kind = 0; kind < 3; kind++) {
		fprintf(stream, "<path class=\"%s\" d=\"", classes[kind]);
		for (unsigned warp = 0; warp < kernel->most_warps; warp++) {
			int of = warp >= resident ? 2 : (int)(warp / kernel->warps_per_block % 2);
			if (of == kind)
				fprintf(stream, "M%u %uh%dv%dh-%dz", warp % IN_ROW * STEP,
					warp / IN_ROW * STEP, SIZE, SIZE, SIZE);
		}
		fputs("\"/>", stream);
	}
	fprintf(stream, "</svg><figcaption><b>Up to %.0f %%</b> of an SM's warps: %s of %u warps",
		100 * kernel->occupancy, text_count(html->arena, kernel->blocks_per_sm, "block"),
		kernel->warps_per_block);
	if (kernel->limiters && resident < kernel->most_warps)
		fprintf(stream, ", limited by %s", limiter_of(kernel));
	else if (resident >= kernel->most_warps)
		fputs(", as many as fit", stream);
	if (kernel->time_known && kernel->waves >= 1)
		fprintf(stream, "; %.0f %s", kernel->waves, kernel->waves < 1.5 ? "wave" : "waves");
	fputs("</figcaption></figure>\n", stream);
}

void html_terms(const struct html *html, const struct kernel_summary *kernel)
{
	FILE *stream = html->stream;
	double most = 0;
	for (int part = 1; part < MODEL_BOUND_COUNT; part++)
		most = kernel->term[part] > most ? kernel->term[part] : most;
	if (!kernel->time_known || most <= 0)
		return;
	fputs("<table class=\"terms\"><caption>Each part alone would take</caption><tbody>\n", stream);
	for (int part = 1; part < MODEL_BOUND_COUNT; part++) {
		if (kernel->term[part] < most / 500)
			continue;
		fprintf(stream,
			"<tr%s><th scope=\"row\">%s</th><td class=\"bar\"><svg width=\"100%%\" height=\"10\" "
			"aria-hidden=\"true\"><rect width=\"%.4g%%\" height=\"10\" rx=\"2\"/></svg></td><td "
			"class=\"num\">%s</td></tr>\n",
			part == (int)kernel->bound ? " class=\"binds\"" : "",
			html_part_name((enum model_bound)part), 100 * kernel->term[part] / most,
			fact_time(html->arena, kernel->term[part] * 1e6));
	}
	fputs("</tbody></table>\n", stream);
}

void html_kernel_meta(const struct html *html, const struct kernel_summary *kernel, const char *location)
{
	FILE *stream = html->stream;
	fputs("<span class=\"meta\"><span class=\"loc\">", stream);
	html_text(stream, location);
	fprintf(stream, ":%u</span>", (unsigned)kernel->line);
	if (kernel->time_known)
		fprintf(stream, "<span class=\"saves\">%s</span><span>bound by %s</span>",
			fact_time(html->arena, kernel->seconds * 1e6), html_part_name(kernel->bound));
	else
		fputs("<span>its time isn't known</span>", stream);
	if (kernel->occupancy_known)
		fprintf(stream, "<span>occupancy up to %.0f %%</span>", 100 * kernel->occupancy);
	fputs("<span>", stream);
	html_text(stream, fact_launch(html->arena, &kernel->launch));
	fputs("</span></span>", stream);
}
