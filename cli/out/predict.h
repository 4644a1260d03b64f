/* Inside `cudalint predict`: what its printers get. */
#ifndef CUDALINT_CLI_PREDICT_H
#define CUDALINT_CLI_PREDICT_H

#include <jansson.h>
#include <stdio.h>

#include "analyzer/run/predict.h"
#include "cli/out/source.h"
#include "cli/paint.h"

struct predict_out {
	FILE *stream;
	const struct paint *paint;
	struct arena *arena;
	struct source_set *sources;
	const struct model_chip *chip;
	const predict_list *kernels;
	int registers;     /* given; 0: unknown */
	const char *sweep; /* the size that was swept over; NULL: none */
};

/* A formula times a factor, and what it holds for: "rows x cols / 8, for cols a multiple of 8". These are in
 * the arena (predict_words.c), and may have any character that names have. */
const char *predict_value_words(struct arena *arena, const struct formula_subject *subject,
	const struct fit_value *value, int64_t factor);

/* The bounds of a count that data decides, from the formula of its requests. */
const char *predict_bounds_words(
	struct arena *arena, const struct formula_subject *subject, const struct fit_value *requests);

/* "for ceil(n / 256) blocks": what formulas hold for. */
const char *predict_grid_words(struct arena *arena, const struct formula_subject *subject);

/* Operations for each byte that moves; what doubling sizes does to the bytes. NULL: not known. */
const char *predict_intensity_words(struct arena *arena, const struct predict_kernel *kernel);
const char *predict_growth_words(struct arena *arena, const struct predict_kernel *kernel);

/* Whether two formulas are the same and hold for the same sizes; either may be NULL. */
bool predict_same_value(const struct fit_value *a, const struct fit_value *b);

/* The formulas of a kernel, its growth and its sweep, behind its table (predict_formula_text.c). */
void predict_formulas_text(const struct predict_out *out, const struct predict_kernel *kernel);

/* The same as members of the kernel's object and of those of its lines' counts (predict_formula_json.c). */
void predict_formulas_json(
	const struct predict_out *out, const struct predict_kernel *kernel, json_t *object);
void predict_counts_json(const struct predict_out *out, const struct predict_kernel *kernel,
	const struct predict_counts *counts, const char *names[3], json_t *object);

/* A table per kernel and launch, with the numbers beside the source line (predict_text.c). */
void predict_text(const struct predict_out *out);

/* A page like the HTML report's, with a sweep as a picture (../html/html_predict.c). */
void predict_html(const struct predict_out *out);

/* The format cudalint-predict/1 (predict_json.c). */
void predict_json(const struct predict_out *out);

#endif
