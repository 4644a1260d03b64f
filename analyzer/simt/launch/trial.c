/* Sizes are atoms of the host's sums. They get numbers, and grid, arguments and the sizes of allocations
 * become what follows from these. Numbers are a little over a block's size and no multiples of anything, as
 * tails show there. */
#include "analyzer/simt/launch/trial.h"

#include "analyzer/host/value/sum_table.h"
#include "analyzer/simt/launch/given.h"
#include "analyzer/simt/launch/sized.h"

enum { MOST_TRIALS = 4 };

static const int64_t ORDINARY[] = {257, 67, 37, 19};
enum { MOST_SIZES = sizeof ORDINARY / sizeof *ORDINARY };

static bool mentions(const struct host_sum *sum, const struct sized_atoms *sizes)
{
	struct sized_atoms own = {.most = MOST_SIZES};
	sized_gather(sum, &own);
	for (size_t i = 0; i < own.count; i++)
		for (size_t k = 0; k < sizes->count; k++)
			if (own.atoms[i] == sizes->atoms[k])
				return true;
	return own.is_odd;
}

/* ---- choosing --------------------------------------------------------------------------------- */

/* The ordinary number, as near as conditions on the way let it be; -1: they let none be. */
static int64_t choose(
	struct host_sums *sums, const struct host_path *path, const struct host_atom *atom, int64_t ordinary)
{
	const struct host_sum *sum = host_sum_make(sums, 0, &(struct host_term){atom, 1}, 1);
	struct host_bounds bounds;
	if (!host_bounds_of(path, sum, &bounds))
		return ordinary;
	int64_t number = ordinary < bounds.low ? bounds.low : ordinary;
	number = number > bounds.high ? bounds.high : number;
	int64_t rest = number % bounds.divisor;
	if (rest)
		number += number - rest + bounds.divisor <= bounds.high ? bounds.divisor - rest : -rest;
	return number > 0 && number >= bounds.low && number <= bounds.high && number < 1 << 20 ? number : -1;
}

/* Whether conditions on the way hold for the numbers chosen, as far as they speak of them. */
static bool keep_conditions(struct host_sums *sums, const struct host_path *path,
	const struct sized_atoms *sizes, const struct host_equalities *chosen)
{
	for (; path; path = path->up) {
		int64_t holds;
		if (!path->condition || !mentions(path->condition, sizes))
			continue;
		if (!host_sum_is_number(host_resolved(sums, chosen, path->condition), &holds) ||
			(holds != 0) != path->is_taken)
			return false;
	}
	return true;
}

/* `backwards`: the last one is the largest. */
static bool choose_all(struct host_sums *sums, const struct host_path *path, const struct sized_atoms *sizes,
	bool backwards, struct host_equalities *out)
{
	out->count = 0;
	for (size_t i = 0; i < sizes->count; i++) {
		int64_t ordinary = ORDINARY[backwards ? sizes->count - 1 - i : i];
		int64_t number = choose(sums, path, sizes->atoms[i], ordinary);
		if (number < 0)
			return false;
		out->atoms[out->count] = sizes->atoms[i];
		out->numbers[out->count++] = number;
	}
	return keep_conditions(sums, path, sizes, out);
}

/* ---- the launch with these numbers ------------------------------------------------------------ */

/* "n = 257, width = 67" */
static const char *text_of(struct arena *arena, const struct ir_function *kernel,
	const struct host_launch *given, const struct host_equalities *chosen)
{
	const char *text = "";
	for (size_t i = 0; i < chosen->count; i++) {
		const char *name = sized_name(kernel, given, chosen->atoms[i]);
		text = arena_printf(arena, "%s%s%s = %lld", text, i ? ", " : "",
			name ? name : "a size that the host asks for", (long long)chosen->numbers[i]);
	}
	return text;
}

static void try_launch(struct arena *arena, const struct ir_function *kernel,
	const struct simt_launch *launch, const struct host_launch_use *use, const struct sized_atoms *sizes,
	const struct host_equalities *chosen, launch_list *out)
{
	struct host_launch given = sized_given(arena, use, chosen, sizes);
	struct simt_launch one = given_added(arena, kernel, launch, &given, use);
	one.trial = chosen->count ? text_of(arena, kernel, use->op->launch, chosen) : "";
	one.few_turns = true;
	bool is_new = one.grid_known && one.source >= LAUNCH_SITE && out->count < MOST_TRIALS;
	for (size_t i = 0; i < out->count && is_new; i++)
		is_new = !launch_is_same(kernel, &out->data[i], &one);
	if (is_new)
		vec_push(arena, out, one);
}

/* ---- which sizes ------------------------------------------------------------------------------ */

/* What decides how large the memory is that a value leads to; false: it is known, or can't be told. */
static bool sizes_of(const struct host_value *value, struct sized_atoms *out)
{
	*out = (struct sized_atoms){.most = MOST_SIZES};
	if (value->kind != HOST_POINTER || !value->object->size || value->object->pitch ||
		value->object->is_resized || host_sum_is_number(value->object->size, NULL))
		return false;
	sized_gather(value->object->size, out);
	return !out->is_odd && out->count;
}

static void try_sizes(struct arena *arena, const struct ir_function *kernel, const struct simt_launch *launch,
	const struct host_launch_use *use, launch_list *out)
{
	const struct host_launch *given = use->op->launch;
	struct sized_atoms tried[MOST_TRIALS];
	size_t count = 0;
	for (size_t i = 0; i < given->arg_count + given->member_count && count < MOST_TRIALS; i++) {
		const struct host_value *value =
			i < given->arg_count ? &given->args[i] : &given->members[i - given->arg_count].value;
		struct sized_atoms sizes;
		bool is_new = sizes_of(value, &sizes);
		for (size_t k = 0; k < count && is_new; k++)
			is_new = !sized_is_same(&tried[k], &sizes);
		if (!is_new)
			continue;
		tried[count++] = sizes;
		for (unsigned backwards = 0; backwards < 2 && backwards < sizes.count; backwards++) {
			struct host_equalities chosen;
			if (choose_all(use->trace->sums, use->op->where.path, &sizes, backwards, &chosen))
				try_launch(arena, kernel, launch, use, &sizes, &chosen, out);
		}
	}
}

static bool leads_to_sized_memory(const struct host_launch *given)
{
	for (size_t i = 0; i < given->arg_count; i++) {
		const struct host_value *value = &given->args[i];
		if (value->kind == HOST_POINTER && value->object->size &&
			host_sum_is_number(value->object->size, NULL))
			return true;
	}
	return false;
}

/* Whether the host comes to the launch with arguments that differ: executed for what they have in common, it
 * shows less than each of them. */
static bool arguments_differ(struct arena *arena, const struct host_launch_uses *uses,
	const struct ir_function *kernel, const struct simt_launch *launch)
{
	struct simt_launch first;
	bool has_first = false, differ = false;
	for (size_t i = 0; i < uses->count && !differ; i++) {
		const struct host_op *op = uses->data[i].op;
		if (!given_is_at(&uses->data[i], launch->site) || !leads_to_sized_memory(op->launch))
			continue;
		struct simt_launch one = given_added(arena, kernel, launch, op->launch, &uses->data[i]);
		differ = has_first && !launch_is_same(kernel, &first, &one);
		first = has_first ? first : one;
		has_first = true;
	}
	return differ;
}

void trial_launches(struct arena *arena, const struct host_launch_table *walked,
	const struct ir_function *kernel, const struct simt_launch *launch, launch_list *out)
{
	const struct host_equalities none = {.count = 0};
	struct host_launch_uses uses = host_launches_of(walked, kernel);
	bool differ = arguments_differ(arena, &uses, kernel, launch);
	for (size_t i = 0; i < uses.count && out->count < MOST_TRIALS; i++) {
		if (!given_is_at(&uses.data[i], launch->site))
			continue;
		if (differ)
			try_launch(arena, kernel, launch, &uses.data[i], NULL, &none, out);
		try_sizes(arena, kernel, launch, &uses.data[i], out);
	}
}
