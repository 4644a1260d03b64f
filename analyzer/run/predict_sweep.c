/* One size takes both ends of a range and values of 1, 2 and 5 in each decade between; sizes that nobody
 * tells are as large. */
#include "analyzer/run/predict.h"

#include <string.h>

/* Counts of the sample: as executed; of lines where that doesn't tell, as their formulas say. */
static void add_counts(
	const struct predict_kernel *kernel, const struct predict_line *line, struct predict_sample *out)
{
	const struct predict_line *own = NULL;
	struct predict_counts global = line->global, shared = line->shared;
	for (size_t i = 0; i < kernel->lines.count && !own; i++)
		if (kernel->lines.data[i].line == line->line &&
			strcmp(kernel->lines.data[i].path, line->path) == 0)
			own = &kernel->lines.data[i];
	if (own) {
		predict_evaluate(kernel->subject, &own->global, out->sizes, &global);
		predict_evaluate(kernel->subject, &own->shared, out->sizes, &shared);
	}
	out->counts_known &=
		(!global.any || (global.known && global.requests_known)) && (!shared.any || shared.known);
	out->requests += global.requests;
	out->sectors += global.count;
	out->wavefronts += shared.count;
}

static void take_sample(struct arena *arena, const struct ir_module *module,
	const struct predict_options *options, struct predict_kernel *kernel, struct predict_sample *sample)
{
	struct arena *scratch = arena_new();
	struct predict_kernel one = {
		.function = kernel->function, .path = kernel->path, .line = kernel->line};
	sample->counts_known = true;
	if (subject_launch(scratch, kernel->subject, sample->sizes, &one.launch)) {
		predict_execute(scratch, module, options, &one);
		for (size_t i = 0; i < one.lines.count; i++)
			add_counts(kernel, &one.lines.data[i], sample);
		sample->price = one.price;
		vec_push(arena, &kernel->sweep, *sample);
	}
	arena_free(scratch);
}

/* One size has this value; those that aren't known, too. */
static void try_value(struct arena *arena, const struct ir_module *module,
	const struct predict_options *options, struct predict_kernel *kernel, size_t swept, int64_t value)
{
	const struct formula_subject *subject = kernel->subject;
	struct predict_sample sample = {.counts_known = true};
	for (size_t size = 0; size < subject->count; size++)
		if (size == swept || !subject_known_size(subject, size, &sample.sizes[size]))
			sample.sizes[size] = value;
	take_sample(arena, module, options, kernel, &sample);
}

/* The next value of 1, 2 and 5 in each decade that is above one. */
static int64_t next_value(int64_t value)
{
	static const int64_t steps[] = {1, 2, 5};
	for (int64_t decade = 1; decade < INT64_C(1) << 40; decade *= 10)
		for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
			if (decade * steps[i] > value)
				return decade * steps[i];
	return INT64_MAX;
}

void predict_sweep(struct arena *arena, const struct ir_module *module, const struct predict_options *options,
	struct predict_kernel *kernel)
{
	const struct formula_subject *subject = kernel->subject;
	size_t swept = 0;
	while (swept < subject->count && strcmp(subject->names[swept], options->sweep) != 0)
		swept++;
	if (swept == subject->count || subject->refused)
		return;
	for (int64_t value = options->from; value < options->to; value = next_value(value))
		try_value(arena, module, options, kernel, swept, value);
	try_value(arena, module, options, kernel, swept, options->to);
}
