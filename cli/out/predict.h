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
	int registers; /* given; 0: unknown */
};

/* The formulas of a kernel, its growth and its sweep, behind its table (predict_formula_text.c). */
void predict_formulas_text(const struct predict_out *out, const struct predict_kernel *kernel);

/* The same as members of the kernel's object and of those of its lines' counts (predict_formula_json.c). */
void predict_formulas_json(
	const struct predict_out *out, const struct predict_kernel *kernel, json_t *object);
void predict_counts_json(const struct predict_out *out, const struct predict_kernel *kernel,
	const struct predict_counts *counts, const char *names[3], json_t *object);

/* A table per kernel and launch, with the numbers beside the source line (predict_text.c). */
void predict_text(const struct predict_out *out);

/* The format cudalint-predict/1 (predict_json.c). */
void predict_json(const struct predict_out *out);

#endif
