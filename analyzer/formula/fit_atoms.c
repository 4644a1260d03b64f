/* What formulas are sums and products of. */
#include "analyzer/formula/fit_state.h"

static void add(struct fit_state *state, const struct formula *atom)
{
	if (!atom || atom->op == FORMULA_NUMBER)
		return;
	for (size_t i = 0; i < state->atoms.count; i++)
		if (formula_same(state->atoms.data[i], atom))
			return;
	vec_push(state->fit->arena, &state->atoms, atom);
}

void fit_list_atoms(struct fit_state *state)
{
	struct arena *arena = state->fit->arena;
	const struct formula_subject *subject = state->fit->subject;
	for (size_t i = 0; i < subject->extents.count; i++)
		add(state, subject->extents.data[i]);
	state->plain = state->atoms.count;
	for (size_t k = 0; k < subject->divisors.count; k++)
		for (size_t i = 0; i < subject->extents.count; i++)
			add(state, formula_ceil(arena, subject->extents.data[i], subject->divisors.data[k]));
	for (size_t i = 0; i < subject->quotients.count; i++)
		add(state, subject->quotients.data[i]);
	for (size_t k = 0; k < subject->divisors.count; k++)
		for (size_t i = 0; i < subject->extents.count; i++)
			add(state, formula_floor(arena, subject->extents.data[i], subject->divisors.data[k]));
}
