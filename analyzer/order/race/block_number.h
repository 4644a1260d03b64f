/* Numbers of one block: what a value of the abstract GPU is when blockIdx is known. */
#ifndef CUDALINT_ORDER_BLOCK_NUMBER_H
#define CUDALINT_ORDER_BLOCK_NUMBER_H

#include "analyzer/simt/exec/exec.h"

/* The symbols of a run, and one of its blocks. Runs of other boxes of the grid number their symbols anew. */
struct block_view {
	const struct simt_symbol *symbols;
	const uint64_t *names; /* of parameters: a hash; 0: several have that name */
	size_t symbol_count;
	uint32_t block_symbol[3];
	int64_t block[3];
};

/* A number, as far as it is known: the rest is `form`, equal where the launch's parameters in it are. 0:
 * nothing is unknown. */
struct block_number {
	int64_t known;
	uint64_t form;
};

/* Keeps the symbols of a run; which block it is remains to be filled in. */
void block_view_start(struct arena *arena, struct block_view *view, const struct simt *simt);
/* False: it depends on more than the thread, the block and the launch. */
bool block_number_of(const struct block_view *view, const struct simt_value *value, unsigned lane,
	struct block_number *out);

#endif
