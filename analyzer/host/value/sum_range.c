/* Byte ranges with symbolic ends: whether two have bytes in common, for every value of the atoms.
 *
 * What isn't negative: numbers, truths, and the atoms that a size is made of, `4 * n` bytes; a size as a
 * whole, too, so that chunks of `end - begin` bytes lie behind each other. */
#include "analyzer/host/value/sum_table.h"

static bool has_positive(const struct host_sum *size, const struct host_atom *atom)
{
	for (size_t i = 0; size && i < size->term_count; i++)
		if (size->terms[i].atom == atom)
			return size->terms[i].factor > 0;
	return false;
}

/* Whether an atom is certainly not negative. */
static bool is_natural(const struct host_atom *atom, const struct host_sum *const sizes[2])
{
	if (has_positive(sizes[0], atom) || has_positive(sizes[1], atom))
		return true;
	int64_t number;
	switch (atom->op) {
	case IR_OP_LT:
	case IR_OP_EQ:
	case IR_OP_LOGICAL_AND:
	case IR_OP_LOGICAL_OR: return true;
	case IR_OP_AND: return host_sum_is_number(atom->right, &number) && number >= 0;
	case IR_OP_MUL:
		return atom->left->term_count == 1 && !atom->left->constant && atom->right->term_count == 1 &&
		       !atom->right->constant && atom->left->terms[0].factor == 1 &&
		       atom->right->terms[0].factor == 1 && is_natural(atom->left->terms[0].atom, sizes) &&
		       is_natural(atom->right->terms[0].atom, sizes);
	default: return false;
	}
}

static bool all_natural(const struct host_sum *sum, const struct host_sum *const sizes[2])
{
	if (sum->constant < 0)
		return false;
	for (size_t i = 0; i < sum->term_count; i++)
		if (sum->terms[i].factor < 0 || !is_natural(sum->terms[i].atom, sizes))
			return false;
	return true;
}

/* How often a size is contained in a sum, by its first term. */
static int64_t times(const struct host_sum *sum, const struct host_sum *size)
{
	if (!size || !size->term_count)
		return 0;
	for (size_t i = 0; i < sum->term_count; i++)
		if (sum->terms[i].atom == size->terms[0].atom && sum->terms[i].factor != INT64_MIN)
			return sum->terms[i].factor / size->terms[0].factor;
	return 0;
}

static bool is_not_negative(
	struct host_sums *sums, const struct host_sum *sum, const struct host_sum *const sizes[2])
{
	if (all_natural(sum, sizes))
		return true;
	for (int i = 0; i < 2; i++) {
		int64_t count = times(sum, sizes[i]);
		if (count <= 0)
			continue;
		const struct host_sum *rest = host_sum_add_fits(sums, sum, sizes[i], -count);
		if (rest && all_natural(rest, sizes))
			return true;
	}
	return false;
}

/* Whether `behind` begins where [start, start + size) has ended. */
static bool is_behind(struct host_sums *sums, const struct host_sum *start, const struct host_sum *size,
	const struct host_sum *behind, const struct host_sum *const sizes[2])
{
	if (!size)
		return false;
	const struct host_sum *gap = host_sum_add_fits(sums, behind, start, -1);
	gap = gap ? host_sum_add_fits(sums, gap, size, -1) : NULL;
	return gap && is_not_negative(sums, gap, sizes);
}

bool host_ranges_disjoint(struct host_sums *sums, const struct host_sum *a, const struct host_sum *a_size,
	const struct host_sum *b, const struct host_sum *b_size)
{
	int64_t number;
	if ((host_sum_is_number(a_size, &number) && !number) ||
		(host_sum_is_number(b_size, &number) && !number))
		return true;
	if (!a || !b)
		return false;
	const struct host_sum *const sizes[2] = {a_size, b_size};
	return is_behind(sums, a, a_size, b, sizes) || is_behind(sums, b, b_size, a, sizes);
}

bool host_ranges_overlap(const struct host_sum *a, const struct host_sum *a_size, const struct host_sum *b,
	const struct host_sum *b_size)
{
	int64_t distance, size;
	if (!host_sum_distance(b, a, &distance))
		return false;
	if (!distance)
		return true;
	if (distance > 0)
		return host_sum_is_number(a_size, &size) && size > distance;
	return host_sum_is_number(b_size, &size) && distance != INT64_MIN && size > -distance;
}
