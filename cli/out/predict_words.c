/* What `cudalint predict` says of formulas, in words: for the formats that people read. */
#include "analyzer/base/buffer.h"
#include "cli/out/predict.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *take(struct arena *arena, struct buffer *text)
{
	const char *copy = arena_strndup(arena, text->size ? text->data : "", text->size);
	buffer_free(text);
	return copy;
}

static void add_formula(struct arena *arena, struct buffer *out, const struct formula_subject *subject,
	const struct formula *formula)
{
	buffer_add_text(out, formula_text(arena, formula, subject->names));
}

/* ", for nj a multiple of 8 and n >= k + 2" */
static void add_condition(
	struct buffer *out, const struct formula_subject *subject, const struct fit_value *value)
{
	const char *join = ", for ";
	const struct fit_order *order = &value->order;
	for (size_t i = 0; i < subject->count; i++) {
		if (value->multiple[i] > 1) {
			buffer_printf(out, "%s%s a multiple of %" PRId64, join, subject->names[i],
				value->multiple[i]);
			join = " and ";
		}
		if (value->least[i] > value->multiple[i]) {
			buffer_printf(out, "%s%s >= %" PRId64, join, subject->names[i], value->least[i]);
			join = " and ";
		}
	}
	if (!order->is_asked)
		return;
	buffer_printf(out, "%s%s >= %s", join, subject->names[order->above], subject->names[order->below]);
	if (order->by)
		buffer_printf(out, " + %" PRId64, order->by);
}

const char *predict_value_words(struct arena *arena, const struct formula_subject *subject,
	const struct fit_value *value, int64_t factor)
{
	struct buffer out = {0};
	add_formula(arena, &out, subject, formula_scale(arena, value->formula, factor, 1));
	add_condition(&out, subject, value);
	return take(arena, &out);
}

const char *predict_bounds_words(
	struct arena *arena, const struct formula_subject *subject, const struct fit_value *requests)
{
	struct buffer out = {0};
	buffer_add_text(&out, "data decides: 1 to 32 per request, ");
	add_formula(arena, &out, subject, requests->formula);
	buffer_add_text(&out, " to ");
	add_formula(arena, &out, subject, formula_scale(arena, requests->formula, 32, 1));
	add_condition(&out, subject, requests);
	return take(arena, &out);
}

const char *predict_grid_words(struct arena *arena, const struct formula_subject *subject)
{
	struct buffer out = {0};
	int last = 0;
	for (int axis = 1; axis < 3; axis++)
		if (!subject->grid[axis] || !formula_is_number(subject->grid[axis], 1))
			last = axis;
	buffer_printf(&out, "for %s", subject->covers ? "a grid that covers: " : "");
	for (int axis = 0; axis <= last; axis++) {
		buffer_add_text(&out, axis ? " by " : "");
		if (subject->grid[axis])
			add_formula(arena, &out, subject, subject->grid[axis]);
		else
			buffer_add_text(&out, "the host's");
	}
	buffer_add_text(&out, " blocks");
	return take(arena, &out);
}

const char *predict_intensity_words(struct arena *arena, const struct predict_kernel *kernel)
{
	if (!kernel->sectors || !kernel->operations)
		return NULL;
	const struct formula *operations = formula_leading(arena, kernel->operations->formula);
	const struct formula *sectors = formula_leading(arena, kernel->sectors->formula);
	if (!operations || !sectors || formula_is_number(operations, 0) || formula_is_number(sectors, 0))
		return NULL;
	static const int64_t large[2][FORMULA_MOST_SIZES] = {
		{1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20},
		{1 << 21, 1 << 21, 1 << 21, 1 << 21, 1 << 21, 1 << 21}};
	double at[2];
	for (int i = 0; i < 2; i++)
		at[i] = formula_value(operations, large[i]) / formula_value(sectors, large[i]);
	if (fabs(at[0] - at[1]) < 1e-9 * at[0])
		return arena_printf(arena, "%.3g operations per byte as sizes grow", at[0]);
	return arena_printf(arena, "grows %.3g times when all sizes double", at[1] / at[0]);
}

const char *predict_growth_words(struct arena *arena, const struct predict_kernel *kernel)
{
	const struct formula_subject *subject = kernel->subject;
	const struct formula *leading =
		kernel->sectors ? formula_leading(arena, kernel->sectors->formula) : NULL;
	struct buffer out = {0};
	if (!leading || leading->op == FORMULA_NUMBER)
		return NULL;
	buffer_add_text(&out, "bytes as ");
	add_formula(arena, &out, subject, formula_scale(arena, leading, 32, 1));
	for (unsigned i = 0; i < subject->count; i++) {
		int degree = formula_degree(arena, kernel->sectors->formula, i);
		if (degree >= 1)
			buffer_printf(&out, "; twice %s: %d times", subject->names[i],
				1 << (degree > 20 ? 20 : degree));
	}
	return take(arena, &out);
}

bool predict_same_value(const struct fit_value *a, const struct fit_value *b)
{
	return a && b && formula_same(a->formula, b->formula) &&
	       memcmp(a->multiple, b->multiple, sizeof a->multiple) == 0 &&
	       memcmp(a->least, b->least, sizeof a->least) == 0 &&
	       memcmp(&a->order, &b->order, sizeof a->order) == 0;
}
