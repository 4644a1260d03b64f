/* The tables of `cudalint predict`: for each kernel and launch what holds for all of it, then its lines. */
#include "cli/out/predict.h"
#include "cli/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { SOURCE_WIDTH = 60, COLUMN = 12 };

static void print_extents(FILE *stream, const int64_t values[3])
{
	int last = values[2] != 1 ? 2 : values[1] != 1 ? 1 : 0;
	for (int dim = 0; dim <= last; dim++)
		fprintf(stream, "%s%" PRId64, dim ? "x" : "", values[dim]);
}

static bool is_one(const int64_t values[3])
{
	return values[0] == 1 && values[1] == 1 && values[2] == 1;
}

static void print_launch(const struct predict_out *out, const struct simt_launch *launch)
{
	static const char *const sources[] = {
		"assumed", "launch bounds", "launch site", "configuration", "source comment", "command line"};
	FILE *stream = out->stream;
	fputs("  launch      ", stream);
	if (launch->grid_known) {
		print_extents(stream, launch->grid);
		fprintf(stream, " block%s of ", is_one(launch->grid) ? "" : "s");
	} else {
		fputs("unknown grid of blocks of ", stream);
	}
	print_extents(stream, launch->block);
	fprintf(stream, " thread%s (%s)\n", is_one(launch->block) ? "" : "s", sources[launch->source]);
}

/* The names that the model has for scripts, for people. */
static const char *in_words(const char *name)
{
	static const char *const words[][2] = {{"shared", "shared memory"},
		{"l1-shared", "L1 and shared memory"}, {"dram", "DRAM"}, {"l2", "L2"},
		{"issue", "instruction issue"}, {"launch", "launch overhead"},
		{"virtual", "the chip's limit of resident blocks"}};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (strcmp(words[i][0], name) == 0)
			return words[i][1];
	return name;
}

static void print_occupancy(const struct predict_out *out, const struct simt_price *price)
{
	if (!price->occupancy_known || price->occupancy.blocks_per_sm == 0)
		return;
	const struct model_occupancy *occupancy = &price->occupancy;
	fprintf(out->stream, "  occupancy   %s%.0f %%: %d block%s per SM", out->registers ? "" : "up to ",
		occupancy->occupancy * 100, occupancy->blocks_per_sm,
		occupancy->blocks_per_sm == 1 ? "" : "s");
	if (occupancy->limiters)
		fprintf(out->stream, ", limited by %s",
			in_words(model_limiter_name(model_limiter_first(occupancy->limiters))));
	if (price->shared_bytes > 0)
		fprintf(out->stream, "; %d bytes of shared memory", price->shared_bytes);
	fputc('\n', out->stream);
}

static void print_time(const struct predict_out *out, const struct predict_kernel *kernel)
{
	if (kernel->fails)
		fprintf(out->stream, "  this launch fails: %s\n", kernel->fails);
	else if (!kernel->launch.grid_known && kernel->lines.count)
		fputs("  counts      per request, as the grid is not known; --launch tells it\n",
			out->stream);
	if (kernel->price.known)
		fprintf(out->stream, "  time        %.3g us on %s, bound by %s\n",
			kernel->price.time.seconds * 1e6, kernel->chip->name,
			in_words(model_bound_name(kernel->price.time.bound)));
	if (kernel->gave_up)
		fprintf(out->stream, "  given up    %s\n", kernel->gave_up);
}

static void print_number(const struct predict_out *out, bool any, bool known, double value)
{
	if (!any)
		fprintf(out->stream, "%*s", COLUMN, "");
	else if (!known)
		fprintf(out->stream, "%*s", COLUMN, "?");
	else
		fprintf(out->stream, "%*.0f", COLUMN, value);
}

/* For a grid that isn't known: what one request takes on the average. */
static void print_ratio(const struct predict_out *out, const struct predict_counts *counts, double value)
{
	if (counts->any && counts->per_request && counts->requests > 0)
		fprintf(out->stream, "%*.4g", COLUMN, value / counts->requests);
	else
		fprintf(out->stream, "%*s", COLUMN, counts->any ? "?" : "");
}

static void print_counts(const struct predict_out *out, const struct predict_counts *counts, bool grid_known)
{
	if (grid_known) {
		print_number(out, counts->any, counts->known, counts->count);
		print_number(out, counts->any, counts->known, counts->ideal);
	} else {
		print_ratio(out, counts, counts->count);
		print_ratio(out, counts, counts->ideal);
	}
}

static void print_source(const struct predict_out *out, const struct predict_line *line)
{
	const char *text;
	size_t size;
	if (!source_line(out->sources, line->path, line->line, &text, &size))
		return;
	while (size > 0 && (*text == ' ' || *text == '\t')) {
		text++;
		size--;
	}
	struct buffer shown = {0};
	buffer_add(&shown, text, size > SOURCE_WIDTH ? SOURCE_WIDTH : size);
	text_write(out->stream, shown.data ? shown.data : "");
	fputs(size > SOURCE_WIDTH ? "..." : "", out->stream);
	buffer_free(&shown);
}

static bool is_exact(const struct predict_line *line, bool grid_known)
{
	return grid_known ? line->exact : line->exact_per_request;
}

static void print_line(const struct predict_out *out, const struct predict_line *line, bool grid_known)
{
	FILE *stream = out->stream;
	fprintf(stream, "%s%6" PRIu32 "%s %c", out->paint->gutter, line->line, out->paint->reset,
		is_exact(line, grid_known) ? ' ' : '~');
	print_number(out, line->global.any && grid_known, line->global.requests_known, line->global.requests);
	print_counts(out, &line->global, grid_known);
	print_counts(out, &line->shared, grid_known);
	fputs("  ", stream);
	print_source(out, line);
	fputc('\n', stream);
	const char *why = line->global.why ? line->global.why : line->shared.why;
	if (why)
		fprintf(stream, "%s%*s? %s%s\n", out->paint->dim, 7 + 2 + 5 * COLUMN, "", why,
			out->paint->reset);
}

static void print_kernel(const struct predict_out *out, const struct predict_kernel *kernel)
{
	FILE *stream = out->stream;
	fputs(out->paint->bold, stream);
	text_write(stream, kernel->function->display);
	fprintf(stream, "%s  ", out->paint->reset);
	text_write(stream, kernel->path);
	fprintf(stream, ":%" PRIu32 "\n", kernel->line);
	print_launch(out, &kernel->launch);
	print_occupancy(out, &kernel->price);
	print_time(out, kernel);
	if (kernel->fails)
		return;
	if (!kernel->lines.count) {
		fputs("  no access of global or shared memory\n", stream);
		return;
	}
	fprintf(stream, "\n%6s  %*s%*s%*s%*s%*s\n", "line", COLUMN,
		kernel->launch.grid_known ? "requests" : "", COLUMN, "sectors", COLUMN, "ideal", COLUMN,
		"wavefronts", COLUMN, "ideal");
	const char *path = kernel->path;
	for (size_t i = 0; i < kernel->lines.count; i++) {
		const struct predict_line *line = &kernel->lines.data[i];
		if (strcmp(line->path, path) != 0) {
			fputs("  in ", stream);
			text_write(stream, line->path);
			fputs(":\n", stream);
			path = line->path;
		}
		print_line(out, line, kernel->launch.grid_known);
	}
}

void predict_text(const struct predict_out *out)
{
	bool inexact = false;
	for (size_t i = 0; i < out->kernels->count; i++) {
		const struct predict_kernel *kernel = out->kernels->data[i];
		if (i)
			fputc('\n', out->stream);
		print_kernel(out, kernel);
		predict_formulas_text(out, kernel);
		for (size_t k = 0; k < kernel->lines.count; k++)
			inexact |= !is_exact(&kernel->lines.data[k], kernel->launch.grid_known);
	}
	if (!out->kernels->count)
		fputs("no kernel\n", out->stream);
	if (inexact)
		fputs("\n~ not exact: rests on an assumption, or the compiler may change the count\n",
			out->stream);
}
