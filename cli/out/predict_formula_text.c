/* What `cudalint predict` says for every size: formulas under the table of a kernel, how they grow, and the
 * table of a sweep. */
#include "cli/out/predict.h"
#include "cli/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { LABEL = 16, CELL = 13 };

static void print_text(
	const struct predict_out *out, const struct predict_kernel *kernel, const struct formula *formula)
{
	text_write(out->stream, formula_text(out->arena, formula, kernel->subject->names));
}

/* ", for nj a multiple of 8 and n >= k + 2" */
static void print_condition(
	const struct predict_out *out, const struct formula_subject *subject, const struct fit_value *value)
{
	const char *join = ", for ";
	const struct fit_order *order = &value->order;
	for (size_t i = 0; i < subject->count; i++) {
		if (value->multiple[i] > 1) {
			fputs(join, out->stream);
			text_write(out->stream, subject->names[i]);
			fprintf(out->stream, " a multiple of %" PRId64, value->multiple[i]);
			join = " and ";
		}
		if (value->least[i] > value->multiple[i]) {
			fputs(join, out->stream);
			text_write(out->stream, subject->names[i]);
			fprintf(out->stream, " >= %" PRId64, value->least[i]);
			join = " and ";
		}
	}
	if (!order->is_asked)
		return;
	fputs(join, out->stream);
	text_write(out->stream, subject->names[order->above]);
	fputs(" >= ", out->stream);
	text_write(out->stream, subject->names[order->below]);
	if (order->by)
		fprintf(out->stream, " + %" PRId64, order->by);
}

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

static void print_value(const struct predict_out *out, const struct predict_kernel *kernel, uint32_t *line,
	bool is_exact, const char *label, const struct fit_value *value)
{
	begin_row(out, line, is_exact, label);
	print_text(out, kernel, value->formula);
	print_condition(out, kernel->subject, value);
	fputc('\n', out->stream);
}

static bool is_same(const struct fit_value *a, const struct fit_value *b)
{
	return a && b && formula_same(a->formula, b->formula) &&
	       memcmp(a->multiple, b->multiple, sizeof a->multiple) == 0 &&
	       memcmp(a->least, b->least, sizeof a->least) == 0 &&
	       memcmp(&a->order, &b->order, sizeof a->order) == 0;
}

static void print_bounds(const struct predict_out *out, const struct predict_kernel *kernel, uint32_t *line,
	const char *label, const struct predict_counts *counts)
{
	begin_row(out, line, false, label);
	fputs("data decides: 1 to 32 per request, ", out->stream);
	print_text(out, kernel, counts->requests_formula->formula);
	fputs(" to ", out->stream);
	print_text(out, kernel, formula_scale(out->arena, counts->requests_formula->formula, 32, 1));
	print_condition(out, kernel->subject, counts->requests_formula);
	fputc('\n', out->stream);
}

static void print_counts(const struct predict_out *out, const struct predict_kernel *kernel, uint32_t *line,
	bool is_exact, const struct predict_counts *counts, const char *const labels[3])
{
	bool same = is_same(counts->count_formula, counts->ideal_formula);
	if (counts->count_formula)
		print_value(out, kernel, line, is_exact, same ? labels[2] : labels[0], counts->count_formula);
	if (counts->ideal_formula && !same)
		print_value(out, kernel, line, is_exact, labels[1], counts->ideal_formula);
	if (counts->is_bounded)
		print_bounds(out, kernel, line, labels[0], counts);
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
	begin_row(out, &number, false, "?");
	text_write(out->stream, line->no_formula);
	fputc('\n', out->stream);
}

/* ---- the whole kernel --------------------------------------------------------------------------- */

static void print_grid(const struct predict_out *out, const struct predict_kernel *kernel)
{
	const struct formula_subject *subject = kernel->subject;
	int last = 0;
	for (int axis = 1; axis < 3; axis++)
		if (!subject->grid[axis] || !formula_is_number(subject->grid[axis], 1))
			last = axis;
	fprintf(out->stream, "\n  formulas    for %s", subject->covers ? "a grid that covers: " : "");
	for (int axis = 0; axis <= last; axis++) {
		fputs(axis ? " by " : "", out->stream);
		if (subject->grid[axis])
			print_text(out, kernel, subject->grid[axis]);
		else
			fputs("the host's", out->stream);
	}
	fputs(" blocks\n", out->stream);
}

/* Operations for each byte that moves, as sizes grow. */
static void print_intensity(const struct predict_out *out, const struct predict_kernel *kernel)
{
	const struct formula *operations = formula_leading(out->arena, kernel->operations->formula);
	const struct formula *sectors = formula_leading(out->arena, kernel->sectors->formula);
	if (!operations || !sectors || formula_is_number(operations, 0) || formula_is_number(sectors, 0))
		return;
	static const int64_t large[2][FORMULA_MOST_SIZES] = {
		{1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20},
		{1 << 21, 1 << 21, 1 << 21, 1 << 21, 1 << 21, 1 << 21}};
	double at[2];
	for (int i = 0; i < 2; i++)
		at[i] = formula_value(operations, large[i]) / formula_value(sectors, large[i]);
	uint32_t none = 0;
	begin_row(out, &none, true, "intensity");
	if (fabs(at[0] - at[1]) < 1e-9 * at[0])
		fprintf(out->stream, "%.3g operations per byte as sizes grow\n", at[0]);
	else
		fprintf(out->stream, "grows %.3g times when all sizes double\n", at[1] / at[0]);
}

static void print_roofline(const struct predict_out *out, const struct predict_kernel *kernel)
{
	uint32_t none = 0;
	if (!kernel->sectors && (!kernel->operations || formula_is_number(kernel->operations->formula, 0)))
		return;
	fputs("   all\n", out->stream);
	if (kernel->sectors) {
		struct fit_value bytes = *kernel->sectors;
		bytes.formula = formula_scale(out->arena, bytes.formula, 32, 1);
		print_value(out, kernel, &none, true, "bytes", &bytes);
	}
	if (kernel->operations && !formula_is_number(kernel->operations->formula, 0)) {
		struct fit_value operations = *kernel->operations;
		operations.formula = formula_scale(out->arena, operations.formula, 32, 1);
		print_value(out, kernel, &none, true, "operations", &operations);
	}
	if (kernel->sectors && kernel->operations)
		print_intensity(out, kernel);
}

/* What doubling each size does to the bytes, in the end. */
static void print_growth(const struct predict_out *out, const struct predict_kernel *kernel)
{
	const struct formula_subject *subject = kernel->subject;
	const struct formula *leading =
		kernel->sectors ? formula_leading(out->arena, kernel->sectors->formula) : NULL;
	uint32_t none = 0;
	if (!leading || leading->op == FORMULA_NUMBER)
		return;
	begin_row(out, &none, true, "growth");
	fputs("bytes as ", out->stream);
	print_text(out, kernel, formula_scale(out->arena, leading, 32, 1));
	for (unsigned i = 0; i < subject->count; i++) {
		int degree = formula_degree(out->arena, kernel->sectors->formula, i);
		if (degree < 1)
			continue;
		fputs("; twice ", out->stream);
		text_write(out->stream, subject->names[i]);
		fprintf(out->stream, ": %d times", 1 << (degree > 20 ? 20 : degree));
	}
	fputc('\n', out->stream);
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
	print_grid(out, kernel);
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
	print_growth(out, kernel);
	print_sweep(out, kernel);
}
