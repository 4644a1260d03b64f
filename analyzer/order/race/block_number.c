/* Evaluates sums over symbols, and what operators make of them, for one lane of one block. */
#include "analyzer/order/race/block_number.h"

#include <string.h>

enum { MAX_NESTING = 12 };

static uint64_t mix(uint64_t hash, uint64_t more)
{
	hash = (hash ^ more) * 0x9E3779B97F4A7C15u;
	return hash ^ hash >> 29;
}

static uint64_t hash_name(const char *name)
{
	uint64_t hash = 1;
	for (; *name; name++)
		hash = mix(hash, (uint64_t)(unsigned char)*name);
	return hash | 1;
}

void block_view_start(struct arena *arena, struct block_view *view, const struct simt *simt)
{
	view->symbol_count = simt->symbols.count;
	struct simt_symbol *symbols = ARENA_ARRAY(arena, struct simt_symbol, view->symbol_count + 1);
	uint64_t *names = ARENA_ARRAY(arena, uint64_t, view->symbol_count + 1);
	if (view->symbol_count)
		memcpy(symbols, simt->symbols.data, view->symbol_count * sizeof *symbols);
	for (size_t i = 0; i < view->symbol_count; i++)
		if (symbols[i].kind == SYMBOL_PARAM)
			names[i] = hash_name(symbols[i].name);
	/* members of one struct share its name: those aren't told apart */
	for (size_t i = 0; i < view->symbol_count; i++)
		for (size_t k = 0; k < i && names[i] && symbols[i].kind == SYMBOL_PARAM; k++)
			if (symbols[k].kind == SYMBOL_PARAM && strcmp(symbols[i].name, symbols[k].name) == 0)
				names[i] = names[k] = 0;
	view->symbols = symbols;
	view->names = names;
	memcpy(view->block_symbol, simt->block_symbol, sizeof view->block_symbol);
}

static bool compute(enum ir_op op, int64_t a, int64_t b, int64_t *out)
{
	switch (op) {
	case IR_OP_ADD: return !__builtin_add_overflow(a, b, out);
	case IR_OP_SUB: return !__builtin_sub_overflow(a, b, out);
	case IR_OP_MUL: return !__builtin_mul_overflow(a, b, out);
	case IR_OP_AND: *out = a & b; return true;
	case IR_OP_OR: *out = a | b; return true;
	case IR_OP_XOR: *out = a ^ b; return true;
	default: break;
	}
	if (a < 0 || b < 0 || (op >= IR_OP_SHL && b > 31) || (op < IR_OP_SHL && b == 0))
		return false;
	switch (op) {
	case IR_OP_DIV: *out = a / b; return true;
	case IR_OP_REM: *out = a % b; return true;
	case IR_OP_SHL: *out = (int64_t)((uint64_t)a << b); return true;
	case IR_OP_SHR: *out = a >> b; return true;
	default: return false;
	}
}

static bool number(const struct block_view *view, const struct simt_value *value, unsigned lane,
	unsigned nesting, struct block_number *out);

static bool computed(const struct block_view *view, const struct simt_symbol *symbol, unsigned nesting,
	struct block_number *out)
{
	struct block_number a, b = {0};
	if (!symbol->left || !number(view, symbol->left, 0, nesting, &a) ||
		(symbol->right && !number(view, symbol->right, 0, nesting, &b)))
		return false;
	if (!a.form && !b.form && symbol->right)
		return symbol->op <= IR_OP_XOR && compute(symbol->op, a.known, b.known, &out->known);
	uint64_t hash = mix(mix(3, (uint64_t)symbol->op), mix(a.form, (uint64_t)a.known));
	*out = (struct block_number){0, mix(hash, mix(b.form, (uint64_t)b.known)) | 1};
	return true;
}

/* One times a symbol. */
static bool of_symbol(
	const struct block_view *view, uint32_t index, unsigned nesting, struct block_number *out)
{
	*out = (struct block_number){0};
	if (index >= view->symbol_count)
		return false;
	const struct simt_symbol *symbol = &view->symbols[index];
	switch (symbol->kind) {
	case SYMBOL_BLOCK:
		for (unsigned dim = 0; dim < 3; dim++)
			if (view->block_symbol[dim] == index)
				out->known = view->block[dim];
		return true;
	case SYMBOL_PARAM: out->form = view->names[index]; return out->form != 0;
	case SYMBOL_COMPUTED: return computed(view, symbol, nesting, out);
	default: return false;
	}
}

static bool number(const struct block_view *view, const struct simt_value *value, unsigned lane,
	unsigned nesting, struct block_number *out)
{
	*out = (struct block_number){0};
	if (nesting > MAX_NESTING || (value->kind != SIMT_INT && value->kind != SIMT_POINTER))
		return false;
	out->known = value_lane(value, lane);
	for (uint32_t i = 0; i < value->term_count; i++) {
		const struct simt_term *term = &value->terms[i];
		int64_t times = term->lanes ? term->lanes[lane] : term->coefficient, part;
		struct block_number one;
		if (!times)
			continue;
		if (!of_symbol(view, term->symbol, nesting + 1, &one) ||
			__builtin_mul_overflow(one.known, times, &part) ||
			__builtin_add_overflow(out->known, part, &out->known))
			return false;
		/* sums in any order of symbols are one */
		out->form += one.form ? mix(one.form, (uint64_t)times) : 0;
	}
	return true;
}

bool block_number_of(const struct block_view *view, const struct simt_value *value, unsigned lane,
	struct block_number *out)
{
	return number(view, value, lane, 0, out);
}
