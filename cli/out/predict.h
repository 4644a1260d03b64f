/* Inside `cudalint predict`: what its printers get. */
#ifndef CUDALINT_CLI_PREDICT_H
#define CUDALINT_CLI_PREDICT_H

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

/* A table per kernel and launch, with the numbers beside the source line (predict_text.c). */
void predict_text(const struct predict_out *out);

/* The format cudalint-predict/1 (predict_json.c). */
void predict_json(const struct predict_out *out);

#endif
