/* The format `cudalint-predict/1`: testdata/schemas/cudalint-predict-1.schema.json says what is in it. A
 * count that can't be derived is absent. */
#include "cli/out/predict.h"
#include "cli/text.h"

#include <jansson.h>
#include <math.h>

static json_t *text(const struct predict_out *out, const char *value)
{
	return json_string_nocheck(text_valid(out->arena, value ? value : ""));
}

/* Counts are whole: what blocks of several kinds sum to is rounded only against the last bits of a double. */
static json_t *count(double value)
{
	return json_integer((json_int_t)llround(value));
}

static json_t *extents(const int64_t values[3])
{
	return json_pack("[III]", (json_int_t)values[0], (json_int_t)values[1], (json_int_t)values[2]);
}

static json_t *launch_object(const struct simt_launch *launch)
{
	json_t *object = json_object();
	if (launch->grid_known)
		json_object_set_new(object, "grid", extents(launch->grid));
	json_object_set_new(object, "block", extents(launch->block));
	json_object_set_new(object, "source", json_string(launch_source_name(launch->source)));
	return object;
}

static json_t *occupancy_object(const struct simt_price *price)
{
	const struct model_occupancy *occupancy = &price->occupancy;
	json_t *object = json_object();
	json_object_set_new(object, "theoretical", json_real(occupancy->occupancy));
	json_object_set_new(object, "blocks_per_sm", json_integer(occupancy->blocks_per_sm));
	if (occupancy->limiters)
		json_object_set_new(object, "limiter",
			json_string(model_limiter_name(model_limiter_first(occupancy->limiters))));
	if (price->shared_known)
		json_object_set_new(object, "shared_bytes", json_integer(price->shared_bytes));
	return object;
}

static json_t *counts_object(const struct predict_out *out, const struct predict_kernel *kernel,
	const struct predict_counts *counts, const char *names[3])
{
	const char *requests = names[0], *name = names[1], *ideal = names[2];
	json_t *object = json_object();
	if (requests && counts->requests_known)
		json_object_set_new(object, requests, count(counts->requests));
	if (counts->known) {
		json_object_set_new(object, name, count(counts->count));
		json_object_set_new(object, ideal, count(counts->ideal));
	} else {
		json_object_set_new(object, "unknown",
			text(out, counts->why ? counts->why : "grid is not known; give --launch"));
	}
	if (counts->by_formula)
		json_object_set_new(object, "by_formula", json_true());
	predict_counts_json(out, kernel, counts, names, object);
	return object;
}

static json_t *line_object(
	const struct predict_out *out, const struct predict_kernel *kernel, const struct predict_line *line)
{
	static const char *global[3] = {"requests", "sectors", "ideal_sectors"},
			  *shared[3] = {NULL, "wavefronts", "ideal_wavefronts"};
	json_t *object = json_object();
	json_object_set_new(object, "path", text(out, line->path));
	json_object_set_new(object, "line", json_integer((json_int_t)line->line));
	if (line->global.any)
		json_object_set_new(object, "global", counts_object(out, kernel, &line->global, global));
	if (line->shared.any)
		json_object_set_new(object, "shared", counts_object(out, kernel, &line->shared, shared));
	json_object_set_new(object, "exact", json_boolean(line->exact));
	if (kernel->subject)
		json_object_set_new(object, "exact_formulas", json_boolean(line->exact_formula));
	if (line->no_formula)
		json_object_set_new(object, "no_formula", text(out, line->no_formula));
	return object;
}

static json_t *kernel_object(const struct predict_out *out, const struct predict_kernel *kernel)
{
	json_t *object = json_object(), *lines = json_array();
	json_object_set_new(object, "kernel", text(out, kernel->function->display));
	json_object_set_new(object, "path", text(out, kernel->path));
	json_object_set_new(object, "line", json_integer((json_int_t)kernel->line));
	json_object_set_new(object, "launch", launch_object(&kernel->launch));
	if (kernel->price.occupancy_known)
		json_object_set_new(object, "occupancy", occupancy_object(&kernel->price));
	if (kernel->price.known) {
		double us = kernel->price.time.seconds * 1e6;
		json_object_set_new(object, "time_us", json_real(round(us * 100) / 100));
		json_object_set_new(object, "bound", json_string(model_bound_name(kernel->price.time.bound)));
	}
	for (size_t i = 0; i < kernel->lines.count; i++)
		json_array_append_new(lines, line_object(out, kernel, &kernel->lines.data[i]));
	json_object_set_new(object, "lines", lines);
	predict_formulas_json(out, kernel, object);
	return object;
}

void predict_json(const struct predict_out *out)
{
	json_t *root = json_object(), *kernels = json_array();
	json_object_set_new(root, "schema", json_string("cudalint-predict/1"));
	json_object_set_new(root, "chip", json_string(out->chip->name));
	for (size_t i = 0; i < out->kernels->count; i++)
		json_array_append_new(kernels, kernel_object(out, out->kernels->data[i]));
	json_object_set_new(root, "kernels", kernels);
	json_dumpf(root, out->stream, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
	fputc('\n', out->stream);
	json_decref(root);
}
