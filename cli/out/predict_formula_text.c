/* What `cudalint predict` says for every size: formulas under the table of a kernel, how they grow, and the
 * table of a sweep. */
#include "cli/out/predict.h"
#include "cli/text.h"

#include <inttypes.h>
#include <string.h>

enum { LABEL = 16, CELL = 13 };

/* Begins a row: the line's number in the first row of a line (0: it isn't that). */
static void begin_row(const struct predict_out *out, uint32_t *line, bool is_exact, const char *label)
{
	if (*line)
		fprintf(out->stream, "%s%6" PRIu32 "%s %c  ", out->paint->gutter, *line, out->paint->reset,
			is_exact ? ' ' : '~');
	else
		fputs("          ", out->stream);
	*line = 0;
	fprintf(out->stream, "%-*s ", LABEL, label);
}

static void print_row(
	const struct predict_out *out, uint32_t *line, bool is_exact, const char *label, const char *words)
{
	begin_row(out, line, is_exact, label);
	text_write(out->stream, words);
	fputc('\n', out->stream);
}

static void print_value(const struct predict_out *out, const struct predict_kernel *kernel, uint32_t *line,
	bool is_exact, const char *label, const struct fit_value *value)
{
	print_row(out, line, is_exact, label, predict_value_words(out->arena, kernel->subject, value, 1));
}

static void print_counts(const struct predict_out *out, const struct predict_kernel *kernel, uint32_t *line,
	bool is_exact, const struct predict_counts *counts, const char *const labels[3])
{
	bool same = predict_same_value(counts->count_formula, counts->ideal_formula);
	if (counts->count_formula)
		print_value(out, kernel, line, is_exact, same ? labels[2] : labels[0], counts->count_formula);
	if (counts->ideal_formula && !same)
		print_value(out, kernel, line, is_exact, labels[1], counts->ideal_formula);
	if (counts->is_bounded)
		print_row(out, line, false, labels[0],
			predict_bounds_words(out->arena, kernel->subject, counts->requests_formula));
}

static void print_line(
	const struct predict_out *out, const struct predict_kernel *kernel, const struct predict_line *line)
{
	static const char *const global[3] = {"sectors", "  ideal", "sectors = ideal"};
	static const char *const shared[3] = {"wavefronts", "  ideal", "wavefr. = ideal"};
	uint32_t number = line->line;
	if (!line->global.any && !line->shared.any)
		return;
	if (line->global.requests_formula)
		print_value(
			out, kernel, &number, line->exact_formula, "requests", line->global.requests_formula);
	print_counts(out, kernel, &number, line->exact_formula, &line->global, global);
	print_counts(out, kernel, &number, line->exact_formula, &line->shared, shared);
	if (!line->no_formula)
		return;
	print_row(out, &number, false, "?", line->no_formula);
}

/* ---- the whole kernel --------------------------------------------------------------------------- */

/* What moves and what is computed, operations for each byte as sizes grow; and what doubling each size does
 * to the bytes, in the end. */
static void print_roofline(const struct predict_out *out, const struct predict_kernel *kernel)
{
	const struct formula_subject *subject = kernel->subject;
	const char *intensity = predict_intensity_words(out->arena, kernel);
	const char *growth = predict_growth_words(out->arena, kernel);
	bool computes = kernel->operations && !formula_is_number(kernel->operations->formula, 0);
	uint32_t none = 0;
	if (kernel->sectors || computes)
		fputs("   all\n", out->stream);
	if (kernel->sectors)
		print_row(out, &none, true, "bytes",
			predict_value_words(out->arena, subject, kernel->sectors, 32));
	if (computes)
		print_row(out, &none, true, "operations",
			predict_value_words(out->arena, subject, kernel->operations, 32));
	if (intensity)
		print_row(out, &none, true, "intensity", intensity);
	if (growth)
		print_row(out, &none, true, "growth", growth);
}

static void print_sweep(const struct predict_out *out, const struct predict_kernel *kernel)
{
	const struct formula_subject *subject = kernel->subject;
	FILE *stream = out->stream;
	if (!kernel->sweep.count)
		return;
	fputc('\n', stream);
	for (size_t i = 0; i < subject->count; i++)
		fprintf(stream, "%*s", CELL, subject->names[i]);
	fprintf(stream, "%*s%*s%*s%*s  bound\n", CELL, "requests", CELL, "sectors", CELL, "wavefronts", CELL,
		"us");
	for (size_t k = 0; k < kernel->sweep.count; k++) {
		const struct predict_sample *sample = &kernel->sweep.data[k];
		const double counts[3] = {sample->requests, sample->sectors, sample->wavefronts};
		for (size_t i = 0; i < subject->count; i++)
			fprintf(stream, "%*" PRId64, CELL, sample->sizes[i]);
		for (size_t i = 0; i < 3; i++)
			if (sample->counts_known)
				fprintf(stream, "%*.6g", CELL, counts[i]);
			else
				fprintf(stream, "%*s", CELL, "?");
		if (sample->price.known)
			fprintf(stream, "%*.4g  %s\n", CELL, sample->price.time.seconds * 1e6,
				model_bound_name(sample->price.time.bound));
		else
			fprintf(stream, "%*s\n", CELL, "?");
	}
}

void predict_formulas_text(const struct predict_out *out, const struct predict_kernel *kernel)
{
	const struct formula_subject *subject = kernel->subject;
	if (!subject || !kernel->lines.count)
		return;
	if (subject->refused) {
		fputs("\n  formulas    none: ", out->stream);
		text_write(out->stream, subject->refused);
		fputc('\n', out->stream);
		return;
	}
	if (!subject->count)
		return;
	const char *path = kernel->path;
	fputs("\n  formulas    ", out->stream);
	text_write(out->stream, predict_grid_words(out->arena, subject));
	fputc('\n', out->stream);
	for (size_t i = 0; i < kernel->lines.count; i++) {
		const struct predict_line *line = &kernel->lines.data[i];
		if (strcmp(line->path, path) != 0) {
			fputs("  in ", out->stream);
			text_write(out->stream, line->path);
			fputs(":\n", out->stream);
			path = line->path;
		}
		print_line(out, kernel, line);
	}
	print_roofline(out, kernel);
	print_sweep(out, kernel);
}
