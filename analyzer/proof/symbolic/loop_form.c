/* How what turns change goes on: start + step * turn, to and fro, or any number with what is known of it. */
#include "analyzer/proof/symbolic/loop.h"

/* A head's value in turn `turn`, in its final form. */
struct sym_value loop_formed(struct looping *looping, const struct head *head, const struct term *turn)
{
	struct terms *terms = loop_terms(looping);
	if (head->form == FORM_STEP) {
		const struct term *moved = term_multiply(terms, head->step, turn);
		if (head->start.value.kind == SYM_POINTER)
			return sym_moved(looping->sym, &head->start.value, moved);
		return sym_number(term_add(terms, head->start.value.number, moved, 1));
	}
	const struct term *is_even = term_equal(
		terms, term_remainder(terms, turn, loop_number(looping, 2)), loop_number(looping, 0));
	return sym_choice(looping->sym, is_even, &head->start.value, &head->other);
}

static void find_number_form(struct looping *looping, struct head *head)
{
	struct terms *terms = loop_terms(looping);
	const struct term *before = head->unknown.number, *after = head->after.number;
	const struct term *step = term_add(terms, after, before, -1);
	if (after->op == TERM_WRAP && loop_term_turns(looping, step, true)) {
		step = term_add(terms, after->parts[0], before, -1);
		head->wraps = after->bits;
		head->wraps_signed = after->is_signed;
	}
	if (!loop_term_turns(looping, step, true)) {
		head->form = FORM_STEP;
		head->step = step;
		return;
	}
	head->wraps = 0;
	const struct term *sum = term_add(terms, after, before, 1);
	if (!loop_term_turns(looping, sum, true)) {
		head->form = FORM_SWING;
		head->other = sym_number(term_add(terms, sum, head->start.value.number, -1));
	} else if (after == term_bits(terms, '^', before, loop_number(looping, 1), 32, true)) {
		head->form = FORM_SWING;
		head->other = sym_number(
			term_bits(terms, '^', head->start.value.number, loop_number(looping, 1), 32, true));
	}
}

static void find_pointer_form(struct looping *looping, struct head *head)
{
	if (head->after.target_count != 1) {
		head->form = FORM_GONE;
		return;
	}
	const struct sym_target *after = &head->after.targets[0];
	for (size_t i = 0; i < looping->heads.count; i++) {
		struct head *from = &looping->heads.data[i];
		if (from->start.value.kind != SYM_POINTER || from->unknown.target_count != 1 ||
			from->unknown.targets[0].object != after->object)
			continue;
		if (from == head && !loop_term_turns(looping, after->offset, true)) {
			head->form = FORM_STEP;
			head->step = after->offset;
			return;
		}
		/* the other one gets this one's in turn */
		bool swaps = from != head && from->after.target_count == 1 &&
			     from->after.targets[0].object == head->unknown.targets[0].object &&
			     term_number_is(after->offset, 0) &&
			     term_number_is(from->after.targets[0].offset, 0);
		if (swaps) {
			head->form = FORM_SWING;
			head->other = from->start.value;
			return;
		}
	}
	head->form = FORM_GONE;
}

void loop_find_forms(struct looping *looping)
{
	for (size_t i = 0; i < looping->heads.count; i++) {
		struct head *head = &looping->heads.data[i];
		if (head->form == FORM_ANY && head->start.value.kind == SYM_NUMBER && head->after.number)
			find_number_form(looping, head);
		else if (head->form == FORM_ANY && head->start.value.kind == SYM_POINTER)
			find_pointer_form(looping, head);
	}
}

/* The exact next number of one that is multiplied from turn to turn; NULL: it isn't. */
static const struct term *grown(const struct head *head)
{
	const struct term *after = head->after.number;
	if (head->form != FORM_ANY || head->start.value.kind != SYM_NUMBER || !after)
		return NULL;
	if (after->op == TERM_WRAP)
		after = after->parts[0];
	bool grows = after->op == TERM_SUM && after->count == 1 && after->parts[0] == head->unknown.number &&
		     after->factors[0] >= 1 && after->constant >= 0;
	return grows ? after : NULL;
}

/* Numbers that get smaller or larger from turn to turn, in another way than by steps, stay on their side. */
void loop_add_laws(
	struct looping *looping, const struct head *head, const struct term *value, const struct term *turn)
{
	struct sym *sym = looping->sym;
	struct terms *terms = sym->terms;
	const struct term *start = head->start.value.number, *before = head->unknown.number,
			  *after = head->after.number;
	if (sym->dry || head->form != FORM_ANY || head->start.value.kind != SYM_NUMBER)
		return;
	const struct term *first = term_equal(terms, turn, loop_number(looping, 0));
	vec_push(sym->arena, &sym->out->laws,
		term_or(terms, term_not(terms, first), term_equal(terms, value, start)));
	bool shrinks = after->op == TERM_QUOTIENT && after->parts[0] == before && after->parts[1]->low >= 1;
	shrinks |= after->op == TERM_CHOICE && after->parts[2]->op == TERM_QUOTIENT &&
		   after->parts[2]->parts[0] == before && after->parts[2]->parts[1]->low >= 1;
	const struct term *exact = grown(head);
	const struct term *is_plus = term_at_most(terms, loop_number(looping, 0), start);
	const struct term *law = NULL;
	if (shrinks)
		law = term_and(terms, term_at_most(terms, loop_number(looping, 0), value),
			term_at_most(terms, value, start));
	else if (exact)
		law = term_at_most(terms, start, value);
	if (law)
		vec_push(sym->arena, &sym->out->laws, term_or(terms, term_not(terms, is_plus), law));
}

/* What a counter holds is in its type, in every turn that is come to. */
void loop_add_ranges(
	struct looping *looping, const struct term *turn, const struct term *live, term_list *list)
{
	struct sym *sym = looping->sym;
	for (size_t i = 0; i < looping->heads.count && !sym->dry; i++) {
		const struct head *head = &looping->heads.data[i];
		const struct ir_type *type = head->start.object->type;
		type = type ? ir_type_value(type) : NULL;
		if (head->form != FORM_STEP || head->start.value.kind != SYM_NUMBER || !type ||
			type->kind != IR_TYPE_INT || type->size != head->start.size)
			continue;
		const struct term *fits = term_fits(
			sym->terms, loop_formed(looping, head, turn).number, sym_bits(type), type->is_signed);
		if (fits->op != TERM_TRUE)
			vec_push(sym->arena, list, term_or(sym->terms, term_not(sym->terms, live), fits));
	}
}

/* A counter that wraps isn't what its form says. */
void loop_bound_steps(struct looping *looping)
{
	struct sym *sym = looping->sym;
	for (size_t i = 0; i < looping->heads.count && !sym->dry; i++) {
		const struct head *head = &looping->heads.data[i];
		const struct term *exact = grown(head), *after = head->after.number;
		if (exact && after->op == TERM_WRAP) {
			struct sym_bound bound = {
				.site = looping->stmt->step ? looping->stmt->step : looping->stmt->expr,
				.function = sym->frame->function,
				.guard = sym->state.live,
				.result = exact,
				.bits = after->bits,
				.is_signed = after->is_signed,
				.is_counter = true,
				.is_step = !after->is_signed};
			vec_push(sym->arena, &sym->out->bounds, bound);
		}
		if (head->form != FORM_STEP || !head->wraps)
			continue;
		struct sym_bound bound = {
			.site = looping->stmt->step ? looping->stmt->step : looping->stmt->expr,
			.function = sym->frame->function,
			.guard = sym->state.live,
			.result = loop_formed(looping, head,
				term_add(sym->terms, looping->turn, loop_number(looping, 1), 1))
					  .number,
			.bits = head->wraps,
			.is_signed = head->wraps_signed,
			.is_counter = true,
			.is_step = !head->wraps_signed};
		vec_push(sym->arena, &sym->out->bounds, bound);
	}
}

unsigned loop_barriers_per_turn(const struct looping *looping)
{
	for (size_t i = 0; i < looping->heads.count; i++) {
		const struct head *head = &looping->heads.data[i];
		if (head->start.object == looping->sym->clock && head->start.offset == 0 &&
			head->form == FORM_STEP && head->step->op == TERM_NUMBER)
			return (unsigned)head->step->constant;
	}
	return 0;
}
