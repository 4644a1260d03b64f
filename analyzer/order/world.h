/* A world: which way every thread goes at each condition that isn't decided.
 *
 * A condition is a conjunction of comparisons, or the opposite of one. A comparison of numbers that differ by
 * what is known in each lane and an unknown number that all lanes share (`i < n`) is decided in all lanes by
 * choosing that number, for all conditions that compare with it. Any other comparison may hold or not, once
 * for all conditions that make the same. So no thread goes two ways that exclude each other. */
#ifndef CUDALINT_ORDER_WORLD_H
#define CUDALINT_ORDER_WORLD_H

#include "analyzer/base/arena.h"
#include "analyzer/simt/simt.h"

struct world;

struct world *world_new(struct arena *arena, const struct simt *simt);
/* Takes in the conditions of a path. To be called in the order of execution, before any choice. */
void world_add(struct world *world, const struct simt_path *path);
/* How many conditions there are. */
size_t world_size(const struct world *world);
/* All threads go the way of `path`, and the usual one elsewhere; false: they can't. */
bool world_choose(struct world *world, const struct simt_path *path);
/* The same, but at `node` of the path a comparison parts the threads: as few as possible, or with `most` as
 * many, don't go that way. There are `world_parts` comparisons to choose from. */
bool world_choose_parted(struct world *world, const struct simt_path *path, const struct simt_path *node,
	unsigned part, bool most);
/* Whether it is only a guess that threads may differ in a comparison. */
bool world_is_guess(const struct world *world, const struct simt_condition *condition, unsigned part);
unsigned world_parts(const struct world *world, const struct simt_condition *condition);
/* The threads that don't go this way at the path's innermost condition, of those for which it isn't decided.
 */
struct simt_mask world_elsewhere(const struct world *world, const struct simt_path *path);
/* Whether threads are parted at some condition, by choice or because they must be. */
bool world_is_parted(const struct world *world);

#endif
