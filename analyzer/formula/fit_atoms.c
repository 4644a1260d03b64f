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

/* Extents from `first` on, and their quotients. */
static void add_extents(struct fit_state *state, size_t first, size_t end, bool down)
{
	struct arena *arena = state->fit->arena;
	const struct formula_subject *subject = state->fit->subject;
	for (size_t i = first; i < end && !down; i++)
		add(state, subject->extents.data[i]);
	for (size_t i = first; i < end; i++)
		for (size_t k = 0; k < subject->divisors.count; k++) {
			int64_t divisor = subject->divisors.data[k];
			const struct formula *extent = subject->extents.data[i];
			add(state, down ? formula_floor(arena, extent, divisor)
					: formula_ceil(arena, extent, divisor));
		}
}

void fit_list_atoms(struct fit_state *state)
{
	const struct formula_subject *subject = state->fit->subject;
	add_extents(state, 0, subject->plain, false);
	state->plain = state->atoms.count;
	for (size_t i = 0; i < subject->quotients.count; i++)
		add(state, subject->quotients.data[i]);
	for (size_t i = 0; i < subject->order_count; i++)
		add_extents(state, 0, subject->plain, true);
	add_extents(state, subject->plain, subject->extents.count, false);
	add_extents(state, 0, subject->plain, true);
}
