/* Outline and prediction of an analysed unit; see lsp_outline.h. */
#include "ide/answer/lsp_outline.h"

#include <math.h>
#include <string.h>

#include "analyzer/engine/hints.h"
#include "analyzer/run/predict.h"
#include "ide/protocol/lsp_json.h"
#include "model/model.h"

/* Where a range is in the document; false: elsewhere. */
static bool place_in(
	const struct unit *unit, const char *document, struct ir_range range, struct ir_place *place)
{
	const struct ir_module *module = unit->module;
	return ir_locate(module, range, NULL, place) && place->file < module->files.count &&
	       strcmp(module->files.data[place->file].absolute, document) == 0;
}

static void set_offset(json_t *object, const char *name, uint32_t offset)
{
	json_object_set_new(object, name, json_integer((json_int_t)offset));
}

/* ---- outline --------------------------------------------------------------------------------- */

static json_t *launch_object(const struct ir_launch *launch, const struct ir_place *place)
{
	json_t *object = json_object();
	const char *name = launch->kernel ? launch->kernel->display : "kernel";
	json_object_set_new(object, "kernel", lsp_json_text(name));
	set_offset(object, "start", place->begin);
	set_offset(object, "end", place->end);
	return object;
}

static json_t *launches_of_function(
	const struct unit *unit, const char *document, const struct ir_function *function)
{
	const struct ir_module *module = unit->module;
	json_t *list = json_array();
	for (size_t i = 0; i < module->launches.count; i++) {
		const struct ir_launch *launch = module->launches.data[i];
		struct ir_place place;
		if (launch->function == function && place_in(unit, document, launch->range, &place))
			json_array_append_new(list, launch_object(launch, &place));
	}
	return list;
}

static const char *detail_of(const struct ir_function *function)
{
	if (function->is_kernel)
		return "__global__";
	return function->is_device ? "__device__" : "";
}

json_t *lsp_outline(const struct unit *unit, const char *document)
{
	const struct ir_module *module = unit->module;
	json_t *functions = json_array();
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *function = module->functions.data[i];
		struct ir_place place, name;
		if (function->is_system || function->is_lambda || !function->body ||
			!place_in(unit, document, function->range, &place))
			continue;
		json_t *launches = launches_of_function(unit, document, function);
		if ((!function->is_kernel && !json_array_size(launches)) ||
			!place_in(unit, document, function->name_range, &name)) {
			json_decref(launches);
			continue;
		}
		json_t *object = json_pack("{sosssbso}", "name", lsp_json_text(function->display), "detail",
			detail_of(function), "kernel", function->is_kernel, "launches", launches);
		set_offset(object, "start", place.begin);
		set_offset(object, "end", place.end);
		set_offset(object, "name_start", name.begin);
		set_offset(object, "name_end", name.end);
		json_array_append_new(functions, object);
	}
	return json_pack("{so}", "functions", functions);
}

static void move_offsets(json_t *object, const struct lsp_edit *edit)
{
	static const char *const names[] = {"start", "end", "name_start", "name_end"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		json_t *offset = json_object_get(object, names[i]);
		if (offset)
			json_integer_set(
				offset, (json_int_t)lsp_edit_move(edit, (size_t)json_integer_value(offset)));
	}
}

void lsp_outline_move(json_t *outline, const struct lsp_edit *edit)
{
	size_t i, k;
	json_t *function, *launch;
	json_array_foreach(json_object_get(outline, "functions"), i, function)
	{
		move_offsets(function, edit);
		json_array_foreach(json_object_get(function, "launches"), k, launch)
			move_offsets(launch, edit);
	}
}

/* ---- prediction ------------------------------------------------------------------------------ */

static json_t *count(double value)
{
	return json_integer((json_int_t)llround(value));
}

static json_t *extents(const int64_t values[3])
{
	return json_pack("[III]", (json_int_t)values[0], (json_int_t)values[1], (json_int_t)values[2]);
}

static void set_counts(
	json_t *object, const struct predict_counts *counts, const char *name, const char *ideal)
{
	if (!counts->any)
		return;
	if (counts->known) {
		json_object_set_new(object, name, count(counts->count));
		json_object_set_new(object, ideal, count(counts->ideal));
	} else if (counts->per_request && counts->requests > 0) {
		char each[64];
		snprintf(each, sizeof each, "%s_each", name);
		json_object_set_new(object, each, json_real(counts->count / counts->requests));
		snprintf(each, sizeof each, "%s_each", ideal);
		json_object_set_new(object, each, json_real(counts->ideal / counts->requests));
	} else {
		json_object_set_new(object, "unknown",
			lsp_json_text(counts->why ? counts->why : "the grid is not known"));
	}
}

static json_t *line_object(const struct predict_line *line)
{
	json_t *object = json_pack("{sI}", "line", (json_int_t)line->line);
	if (line->global.any && line->global.requests_known)
		json_object_set_new(object, "requests", count(line->global.requests));
	set_counts(object, &line->global, "sectors", "ideal_sectors");
	set_counts(object, &line->shared, "wavefronts", "ideal_wavefronts");
	json_object_set_new(object, "exact", json_boolean(line->exact));
	return object;
}

static void set_price(json_t *object, const struct predict_kernel *kernel)
{
	const struct simt_price *price = &kernel->price;
	if (price->occupancy_known) {
		const struct model_occupancy *occupancy = &price->occupancy;
		json_object_set_new(object, "occupancy", json_real(occupancy->occupancy));
		json_object_set_new(object, "blocks_per_sm", json_integer(occupancy->blocks_per_sm));
		if (occupancy->limiters)
			json_object_set_new(object, "limiter",
				json_string(model_limiter_name(model_limiter_first(occupancy->limiters))));
		if (price->shared_known)
			json_object_set_new(object, "shared_bytes", json_integer(price->shared_bytes));
		const int64_t *grid = kernel->launch.grid;
		double resident = (double)occupancy->blocks_per_sm * kernel->chip->sms.value;
		if (kernel->launch.grid_known && resident > 0)
			json_object_set_new(object, "waves",
				json_real((double)grid[0] * (double)grid[1] * (double)grid[2] / resident));
	}
	if (price->known) {
		json_object_set_new(object, "time_us", json_real(price->time.seconds * 1e6));
		json_object_set_new(object, "bound", json_string(model_bound_name(price->time.bound)));
	}
}

static json_t *kernel_object(
	const struct unit *unit, const char *document, const struct predict_kernel *kernel)
{
	const struct simt_launch *launch = &kernel->launch;
	json_t *object = json_object(), *lines = json_array();
	struct ir_place place;
	json_object_set_new(object, "kernel", lsp_json_text(kernel->function->display));
	json_object_set_new(object, "line", json_integer((json_int_t)kernel->line));
	if (place_in(unit, document, kernel->function->name_range, &place)) {
		set_offset(object, "name_start", place.begin);
		set_offset(object, "name_end", place.end);
	}
	if (launch->site && place_in(unit, document, launch->site->range, &place)) {
		set_offset(object, "site_start", place.begin);
		set_offset(object, "site_end", place.end);
	}
	if (launch->grid_known)
		json_object_set_new(object, "grid", extents(launch->grid));
	json_object_set_new(object, "block", extents(launch->block));
	json_object_set_new(object, "source", json_string(launch_source_name(launch->source)));
	if (kernel->fails)
		json_object_set_new(object, "fails", lsp_json_text(kernel->fails));
	set_price(object, kernel);
	for (size_t i = 0; i < kernel->lines.count; i++) {
		const struct predict_line *line = &kernel->lines.data[i];
		for (size_t k = 0; k < unit->module->files.count; k++) {
			const struct ir_file *file = &unit->module->files.data[k];
			if (!strcmp(file->path, line->path) && !strcmp(file->absolute, document))
				json_array_append_new(lines, line_object(line));
		}
	}
	json_object_set_new(object, "lines", lines);
	return object;
}

/* The chip that was named, or that stands for the highest target. */
static const struct model_chip *choose_chip(const struct target *target)
{
	if (target->chip)
		return model_chip_find(target->chip);
	return model_chip_default(model_arch_nearest(target->archs[target->arch_count - 1]));
}

json_t *lsp_prediction(struct arena *arena, const struct unit *unit, const struct run_unit_input *input,
	const char *document)
{
	const struct model_chip *chip = choose_chip(&input->target);
	json_t *kernels = json_array();
	predict_list found = {0};
	const struct predict_options options = {.hints = hints_gather(arena, unit, input->hints),
		.elsewhere = input->given ? &input->given->uses : NULL,
		.chip = chip,
		.is_unwanted = input->parse.is_unwanted,
		.unwanted_context = input->parse.unwanted_context};
	predict_module(arena, unit->module, &options, &found);
	for (size_t i = 0; i < found.count; i++)
		json_array_append_new(kernels, kernel_object(unit, document, found.data[i]));
	return json_pack("{ssso}", "chip", chip->name, "kernels", kernels);
}
