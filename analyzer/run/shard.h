/* Splitting the files of a run into parts for several machines. */
#ifndef CUDALINT_RUN_SHARD_H
#define CUDALINT_RUN_SHARD_H

#include "analyzer/base/arena.h"
#include "analyzer/run/inputs.h"

/* The part of each input, from 1 to `shards`. It depends on the files' sizes and on their paths below the
 * folder that holds them all, and on nothing else. */
const unsigned *shard_assign(struct arena *arena, const input_list *inputs, unsigned shards);

#endif
