/* Sums and atoms, made once each: a hash table of each kind, so that equal ones are the same pointer, and the
 * arithmetic that stays linear. A product of two sums is multiplied out, `(i + 1) * n` is `i*n + n`, with one
 * atom per product of atoms. */
#include "analyzer/host/value/sum_table.h"

enum { FIRST_BUCKETS = 256, MOST_TERMS = 24, MOST_FACTORS = 8 };

struct host_sums *host_sums_new(struct arena *arena)
{
	struct host_sums *sums = ARENA_NEW(arena, struct host_sums);
	sums->arena = arena;
	sums->bucket_count = sums->atom_bucket_count = FIRST_BUCKETS;
	sums->buckets = ARENA_ARRAY(arena, const struct host_sum *, FIRST_BUCKETS);
	sums->atom_buckets = ARENA_ARRAY(arena, const struct host_sum *, FIRST_BUCKETS);
	return sums;
}

/* ---- the tables ------------------------------------------------------------------------------ */

static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ (hash >> 29);
}

static uint64_t sum_hash(int64_t constant, const struct host_term *terms, size_t count)
{
	uint64_t hash = mix(count, (uint64_t)constant);
	for (size_t i = 0; i < count; i++)
		hash = mix(mix(hash, terms[i].atom->id), (uint64_t)terms[i].factor);
	return hash;
}

static uint64_t atom_hash(enum ir_op op, const struct host_sum *left, const struct host_sum *right)
{
	return mix(mix(mix(1, (uint64_t)op), left ? left->id + 1 : 0), right ? right->id + 1 : 0);
}

/* The atom that a sum consists of: the table of atoms holds sums of one atom. */
static const struct host_atom *only_atom(const struct host_sum *sum)
{
	return sum->terms[0].atom;
}

static void grow_sums(struct host_sums *sums)
{
	const struct host_sum **old = sums->buckets;
	size_t old_count = sums->bucket_count;
	sums->bucket_count *= 2;
	sums->buckets = ARENA_ARRAY(sums->arena, const struct host_sum *, sums->bucket_count);
	for (size_t i = 0; i < old_count; i++) {
		if (!old[i])
			continue;
		size_t at = sum_hash(old[i]->constant, old[i]->terms, old[i]->term_count);
		while (sums->buckets[at & (sums->bucket_count - 1)])
			at++;
		sums->buckets[at & (sums->bucket_count - 1)] = old[i];
	}
}

static void grow_atoms(struct host_sums *sums)
{
	const struct host_sum **old = sums->atom_buckets;
	size_t old_count = sums->atom_bucket_count;
	sums->atom_bucket_count *= 2;
	sums->atom_buckets = ARENA_ARRAY(sums->arena, const struct host_sum *, sums->atom_bucket_count);
	for (size_t i = 0; i < old_count; i++) {
		if (!old[i])
			continue;
		const struct host_atom *atom = only_atom(old[i]);
		size_t at = atom_hash(atom->op, atom->left, atom->right);
		while (sums->atom_buckets[at & (sums->atom_bucket_count - 1)])
			at++;
		sums->atom_buckets[at & (sums->atom_bucket_count - 1)] = old[i];
	}
}

static bool same_terms(const struct host_term *a, const struct host_term *b, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (a[i].atom != b[i].atom || a[i].factor != b[i].factor)
			return false;
	return true;
}

const struct host_sum *host_sum_make(
	struct host_sums *sums, int64_t constant, const struct host_term *terms, size_t count)
{
	size_t at = sum_hash(constant, terms, count);
	for (;; at++) {
		const struct host_sum *sum = sums->buckets[at & (sums->bucket_count - 1)];
		if (!sum)
			break;
		if (sum->constant == constant && sum->term_count == count &&
			same_terms(sum->terms, terms, count))
			return sum;
	}
	struct host_sum *made = ARENA_NEW(sums->arena, struct host_sum);
	struct host_term *own = count ? ARENA_ARRAY(sums->arena, struct host_term, count) : NULL;
	for (size_t i = 0; i < count; i++)
		own[i] = terms[i];
	*made = (struct host_sum){sums->sum_count++, constant, own, count};
	sums->buckets[at & (sums->bucket_count - 1)] = made;
	if (sums->sum_count * 2 > sums->bucket_count)
		grow_sums(sums);
	return made;
}

const struct host_sum *host_sum_number(struct host_sums *sums, int64_t number)
{
	return host_sum_make(sums, number, NULL, 0);
}

static const struct host_sum *new_atom(struct host_sums *sums, const struct ir_expr *expr, enum ir_op op,
	const struct host_sum *left, const struct host_sum *right)
{
	struct host_atom *atom = ARENA_NEW(sums->arena, struct host_atom);
	*atom = (struct host_atom){sums->atom_count++, expr, op, left, right};
	return host_sum_make(sums, 0, &(struct host_term){atom, 1}, 1);
}

const struct host_sum *host_sum_fresh(struct host_sums *sums, const struct ir_expr *expr)
{
	return new_atom(sums, expr, IR_OP_NONE, NULL, NULL);
}

const struct host_sum *host_sum_opaque(struct host_sums *sums, const struct ir_expr *expr, enum ir_op op,
	const struct host_sum *left, const struct host_sum *right)
{
	if (op == IR_OP_NONE)
		return host_sum_fresh(sums, expr);
	size_t at = atom_hash(op, left, right);
	for (;; at++) {
		const struct host_sum *sum = sums->atom_buckets[at & (sums->atom_bucket_count - 1)];
		if (!sum)
			break;
		const struct host_atom *atom = only_atom(sum);
		if (atom->op == op && atom->left == left && atom->right == right)
			return sum;
	}
	const struct host_sum *made = new_atom(sums, expr, op, left, right);
	sums->atom_buckets[at & (sums->atom_bucket_count - 1)] = made;
	if (++sums->op_atom_count * 2 > sums->atom_bucket_count)
		grow_atoms(sums);
	return made;
}

/* ---- linear arithmetic ----------------------------------------------------------------------- */

/* left + right * factor, NULL: doesn't fit. */
const struct host_sum *host_sum_add_fits(
	struct host_sums *sums, const struct host_sum *left, const struct host_sum *right, int64_t factor)
{
	if (!factor)
		return left;
	int64_t constant;
	if (__builtin_mul_overflow(right->constant, factor, &constant) ||
		__builtin_add_overflow(left->constant, constant, &constant))
		return NULL;
	size_t room = left->term_count + right->term_count, count = 0, i = 0, k = 0;
	struct host_term small[2 * MOST_TERMS];
	if (room > 2 * MOST_TERMS)
		return NULL;
	while (i < left->term_count || k < right->term_count) {
		const struct host_term *l = i < left->term_count ? &left->terms[i] : NULL;
		const struct host_term *r = k < right->term_count ? &right->terms[k] : NULL;
		struct host_term term = {0};
		if (r && (!l || r->atom->id <= l->atom->id)) {
			term.atom = r->atom;
			if (__builtin_mul_overflow(r->factor, factor, &term.factor))
				return NULL;
			k++;
		}
		if (l && (!term.atom || term.atom == l->atom)) {
			term.atom = l->atom;
			if (__builtin_add_overflow(term.factor, l->factor, &term.factor))
				return NULL;
			i++;
		}
		if (term.factor)
			small[count++] = term;
	}
	return count > MOST_TERMS ? NULL : host_sum_make(sums, constant, small, count);
}

const struct host_sum *host_sum_add(
	struct host_sums *sums, const struct host_sum *left, const struct host_sum *right, int64_t factor)
{
	const struct host_sum *sum = host_sum_add_fits(sums, left, right, factor);
	if (sum)
		return sum;
	const struct host_sum *scaled = host_sum_add_fits(sums, host_sum_number(sums, 0), right, factor);
	if (!scaled)
		scaled = host_sum_opaque(sums, NULL, IR_OP_MUL, right, host_sum_number(sums, factor));
	if (scaled->id < left->id)
		return host_sum_opaque(sums, NULL, IR_OP_ADD, scaled, left);
	return host_sum_opaque(sums, NULL, IR_OP_ADD, left, scaled);
}

/* ---- products -------------------------------------------------------------------------------- */

static bool is_plain_atom(const struct host_sum *sum)
{
	return sum && !sum->constant && sum->term_count == 1 && sum->terms[0].factor == 1;
}

/* Appends the factors of an atom: itself, or those of a product. */
static bool add_factors(const struct host_atom *atom, const struct host_atom **out, size_t *count)
{
	while (atom->op == IR_OP_MUL && is_plain_atom(atom->left) && is_plain_atom(atom->right)) {
		if (*count == MOST_FACTORS)
			return false;
		out[(*count)++] = only_atom(atom->right);
		atom = only_atom(atom->left);
	}
	if (*count == MOST_FACTORS)
		return false;
	out[(*count)++] = atom;
	return true;
}

static const struct host_sum *atom_product(struct host_sums *sums, const struct ir_expr *expr,
	const struct host_atom *left, const struct host_atom *right)
{
	const struct host_atom *factors[MOST_FACTORS];
	size_t count = 0;
	if (!add_factors(left, factors, &count) || !add_factors(right, factors, &count))
		return NULL;
	for (size_t i = 1; i < count; i++)
		for (size_t k = i; k && factors[k - 1]->id > factors[k]->id; k--) {
			const struct host_atom *swap = factors[k];
			factors[k] = factors[k - 1];
			factors[k - 1] = swap;
		}
	const struct host_sum *product = host_sum_make(sums, 0, &(struct host_term){factors[0], 1}, 1);
	for (size_t i = 1; i < count; i++)
		product = host_sum_opaque(sums, expr, IR_OP_MUL, product,
			host_sum_make(sums, 0, &(struct host_term){factors[i], 1}, 1));
	return product;
}

const struct host_sum *host_sum_product(struct host_sums *sums, const struct ir_expr *expr,
	const struct host_sum *left, const struct host_sum *right)
{
	if (left->term_count * right->term_count > MOST_TERMS)
		return NULL;
	int64_t constant;
	if (__builtin_mul_overflow(left->constant, right->constant, &constant))
		return NULL;
	/* (c + T) * (d + U) = c*d + d*T + c*U + T*U */
	const struct host_sum *sum = host_sum_number(sums, 0);
	const struct host_sum *t = host_sum_make(sums, 0, left->terms, left->term_count);
	const struct host_sum *u = host_sum_make(sums, 0, right->terms, right->term_count);
	sum = host_sum_add_fits(sums, host_sum_number(sums, constant), t, right->constant);
	sum = sum ? host_sum_add_fits(sums, sum, u, left->constant) : NULL;
	for (size_t i = 0; sum && i < t->term_count; i++)
		for (size_t k = 0; sum && k < u->term_count; k++) {
			int64_t factor;
			if (__builtin_mul_overflow(t->terms[i].factor, u->terms[k].factor, &factor))
				return NULL;
			const struct host_sum *product =
				atom_product(sums, expr, t->terms[i].atom, u->terms[k].atom);
			sum = product ? host_sum_add_fits(sums, sum, product, factor) : NULL;
		}
	return sum;
}
