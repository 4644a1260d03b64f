/* Remainders of shared offsets. A symbol's part is 0 where its factor says so; blockIdx runs over the blocks
 * of the box; of others nothing is known. */
#include "analyzer/site/residue.h"

#include "analyzer/simt/exec/exec.h"

/* What a warp's shared coefficient of a term is. */
static int64_t shared_factor(const struct simt_term *term, unsigned lane)
{
	return term->lanes ? term->lanes[lane] : term->coefficient;
}

static void add_block_residues(
	struct residues *out, const struct simt_symbol *symbol, int64_t factor, int64_t modulus)
{
	struct residues sum = {.assumed = out->assumed};
	double weight[MAX_RESIDUES * 2] = {0};
	int64_t period = modulus / value_common_divisor(factor, modulus),
		total = symbol->high - symbol->low + 1;
	for (int64_t i = 0; i < period && i < total; i++) {
		int64_t blocks = (total - i - 1) / period + 1;
		uint32_t shift =
			(uint32_t)(((symbol->low + i) % modulus * (factor % modulus)) % modulus + modulus) %
			(uint32_t)modulus;
		for (unsigned k = 0; k < out->count; k++)
			weight[(out->value[k] + shift) % (uint32_t)modulus] +=
				out->weight[k] * (double)blocks / (double)total;
	}
	for (uint32_t r = 0; r < (uint32_t)modulus; r++)
		if (weight[r] > 0 && sum.count < MAX_RESIDUES) {
			sum.value[sum.count] = r;
			sum.weight[sum.count++] = weight[r];
		}
	*out = sum;
}

struct residues residues_of(
	const struct simt *simt, const struct simt_access *access, unsigned lane, int64_t modulus)
{
	struct residues out = {.count = 1, .weight = {1}};
	for (uint32_t i = 0; i < access->offset->term_count; i++) {
		const struct simt_term *term = &access->offset->terms[i];
		const struct simt_symbol *symbol = simt_symbol(simt, term->symbol);
		int64_t factor = shared_factor(term, lane);
		if ((factor % modulus * (symbol->divisor % modulus)) % modulus == 0)
			continue;
		bool bounded = symbol->kind == SYMBOL_BLOCK && simt->request->launch->grid_known;
		if (bounded)
			add_block_residues(&out, symbol, factor, modulus);
		else
			out.assumed = true;
	}
	return out;
}
