/* Conflicts between two blocks of which each is known: blocks that behave differently, small grids, addresses
 * with `%` and `/` of blockIdx. */
#ifndef CUDALINT_ORDER_BLOCK_PAIR_H
#define CUDALINT_ORDER_BLOCK_PAIR_H

#include "analyzer/order/log.h"

struct block_pairs;

struct block_pairs *block_pairs_new(struct arena *arena);
/* Keeps what the blocks of a box do in global memory. */
void block_pairs_keep(struct sync_log *log);
/* Compares the blocks of all boxes that were kept: their conflicts, and atomics of block scope at addresses
 * that several blocks use, go to the report. */
void block_pairs_compare(struct sync_log *log);

#endif
