/* Formulas in the format `cudalint-predict/1`: as text, and as a tree for who evaluates them. */
#include "cli/out/predict.h"
#include "cli/text.h"

#include <math.h>

static json_t *text(const struct predict_out *out, const char *value)
{
	return json_string_nocheck(text_valid(out->arena, value));
}

static json_t *tree(const struct predict_out *out, const struct formula *formula, const char *const *names)
{
	static const char *const ops[] = {
		"number", "size", "sum", "product", "ceil", "floor", "rest", "min", "max"};
	json_t *object = json_object(), *parts = json_array();
	json_object_set_new(object, "op", json_string(ops[formula->op]));
	if (formula->op == FORMULA_NUMBER)
		json_object_set_new(object, "value", json_integer(formula->number));
	if (formula->op == FORMULA_SIZE)
		json_object_set_new(object, "name", text(out, names[formula->size]));
	bool divides =
		formula->op == FORMULA_CEIL || formula->op == FORMULA_FLOOR || formula->op == FORMULA_REST;
	if (divides || (formula->op == FORMULA_NUMBER && formula->divisor != 1))
		json_object_set_new(object, "divisor", json_integer(formula->divisor));
	for (size_t i = 0; i < formula->count; i++)
		json_array_append_new(parts, tree(out, formula->parts[i], names));
	if (formula->count)
		json_object_set(object, "parts", parts);
	json_decref(parts);
	return object;
}

static json_t *formula_object(
	const struct predict_out *out, const struct formula *formula, const char *const *names)
{
	json_t *object = json_object();
	json_object_set_new(object, "text", text(out, formula_text(out->arena, formula, names)));
	json_object_set_new(object, "tree", tree(out, formula, names));
	return object;
}

/* What a formula holds for; nothing where that is all sizes from 1 on. */
static void set_conditions(const struct predict_out *out, const struct formula_subject *subject,
	const struct fit_value *value, json_t *object)
{
	json_t *multiples = json_object(), *least = json_object();
	for (size_t i = 0; i < subject->count; i++) {
		const char *name = text_valid(out->arena, subject->names[i]);
		if (value->multiple[i] > 1)
			json_object_set_new_nocheck(multiples, name, json_integer(value->multiple[i]));
		if (value->least[i] > 1)
			json_object_set_new_nocheck(least, name, json_integer(value->least[i]));
	}
	if (json_object_size(multiples))
		json_object_set(object, "multiples", multiples);
	if (json_object_size(least))
		json_object_set(object, "at_least", least);
	json_decref(multiples);
	json_decref(least);
	if (!value->order.is_asked)
		return;
	json_t *order = json_object();
	json_object_set_new(order, "above", text(out, subject->names[value->order.above]));
	json_object_set_new(order, "below", text(out, subject->names[value->order.below]));
	json_object_set_new(order, "by", json_integer(value->order.by));
	json_object_set_new(object, "order", order);
}

static void set_value(const struct predict_out *out, const struct formula_subject *subject, const char *name,
	const struct fit_value *value, int64_t factor, json_t *object)
{
	if (!value)
		return;
	json_t *member =
		formula_object(out, formula_scale(out->arena, value->formula, factor, 1), subject->names);
	set_conditions(out, subject, value, member);
	json_object_set_new(object, name, member);
}

void predict_counts_json(const struct predict_out *out, const struct predict_kernel *kernel,
	const struct predict_counts *counts, const char *names[3], json_t *object)
{
	const struct formula_subject *subject = kernel->subject;
	json_t *formulas = json_object();
	if (subject && subject->count) {
		if (names[0])
			set_value(out, subject, names[0], counts->requests_formula, 1, formulas);
		set_value(out, subject, names[1], counts->count_formula, 1, formulas);
		set_value(out, subject, names[2], counts->ideal_formula, 1, formulas);
		if (counts->is_bounded) {
			json_t *bounds = json_object();
			set_value(out, subject, "at_least", counts->requests_formula, 1, bounds);
			set_value(out, subject, "at_most", counts->requests_formula, 32, bounds);
			json_object_set_new(formulas, "bounds", bounds);
		}
	}
	if (json_object_size(formulas))
		json_object_set(object, "formulas", formulas);
	json_decref(formulas);
}

static json_t *sizes_array(const struct predict_out *out, const struct formula_subject *subject)
{
	static const char *const origins[] = {"host", "parameter", "grid"};
	json_t *sizes = json_array();
	for (size_t i = 0; i < subject->count; i++) {
		json_t *size = json_object();
		json_object_set_new(size, "name", text(out, subject->names[i]));
		json_object_set_new(size, "origin", json_string(origins[subject->sizes[i].origin]));
		json_array_append_new(sizes, size);
	}
	return sizes;
}

static json_t *sweep_array(const struct predict_out *out, const struct predict_kernel *kernel)
{
	const struct formula_subject *subject = kernel->subject;
	json_t *sweep = json_array();
	for (size_t k = 0; k < kernel->sweep.count; k++) {
		const struct predict_sample *sample = &kernel->sweep.data[k];
		json_t *object = json_object(), *sizes = json_object();
		for (size_t i = 0; i < subject->count; i++)
			json_object_set_new_nocheck(sizes, text_valid(out->arena, subject->names[i]),
				json_integer(sample->sizes[i]));
		json_object_set_new(object, "sizes", sizes);
		if (sample->counts_known) {
			json_object_set_new(object, "requests", json_integer(llround(sample->requests)));
			json_object_set_new(object, "sectors", json_integer(llround(sample->sectors)));
			json_object_set_new(object, "wavefronts", json_integer(llround(sample->wavefronts)));
		}
		if (sample->price.known) {
			double us = sample->price.time.seconds * 1e6;
			json_object_set_new(object, "time_us", json_real(round(us * 100) / 100));
			json_object_set_new(
				object, "bound", json_string(model_bound_name(sample->price.time.bound)));
		}
		json_array_append_new(sweep, object);
	}
	return sweep;
}

static json_t *growth_array(const struct predict_out *out, const struct predict_kernel *kernel)
{
	const struct formula_subject *subject = kernel->subject;
	json_t *growth = json_array();
	for (unsigned i = 0; i < subject->count; i++) {
		int degree = formula_degree(out->arena, kernel->sectors->formula, i);
		if (degree < 0)
			continue;
		json_t *object = json_object();
		json_object_set_new(object, "size", text(out, subject->names[i]));
		json_object_set_new(object, "power", json_integer(degree));
		json_array_append_new(growth, object);
	}
	return growth;
}

void predict_formulas_json(const struct predict_out *out, const struct predict_kernel *kernel, json_t *object)
{
	const struct formula_subject *subject = kernel->subject;
	if (!subject || !subject->count || subject->refused)
		return;
	json_t *formulas = json_object(), *grid = json_array();
	for (int axis = 0; axis < 3; axis++)
		json_array_append_new(grid, subject->grid[axis]
						    ? formula_object(out, subject->grid[axis], subject->names)
						    : json_null());
	json_object_set_new(formulas, "sizes", sizes_array(out, subject));
	json_object_set_new(formulas, "grid", grid);
	json_object_set_new(formulas, "covers", json_boolean(subject->covers));
	set_value(out, subject, "bytes", kernel->sectors, 32, formulas);
	set_value(out, subject, "instructions", kernel->instructions, 1, formulas);
	set_value(out, subject, "operations", kernel->operations, 32, formulas);
	if (kernel->sectors) {
		const struct formula *leading = formula_leading(out->arena, kernel->sectors->formula);
		if (leading)
			json_object_set_new(formulas, "leading",
				formula_object(
					out, formula_scale(out->arena, leading, 32, 1), subject->names));
		json_object_set_new(formulas, "growth", growth_array(out, kernel));
	}
	json_object_set_new(object, "formulas", formulas);
	if (kernel->sweep.count)
		json_object_set_new(object, "sweep", sweep_array(out, kernel));
}
