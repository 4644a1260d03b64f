/* Guards of the index in the grid: who goes whichever block it is in, and who is kept below a size. */
#ifndef CUDALINT_SITE_SITE_GUARD_H
#define CUDALINT_SITE_SITE_GUARD_H

#include "analyzer/site/site.h"

/* Whether what is executed stands for all blocks of the launch. */
bool site_is_whole_grid(const struct simt *simt);

/* Whether all threads of the launch do it that do it in one block: no condition on the way to it asks for
 * blockIdx, a thread or what is in memory. */
bool site_is_grid_wide(const struct simt *simt, const struct simt_access *access);

/* The same along one dimension of the grid: conditions may keep threads away by their place in the others. */
bool site_is_axis_wide(const struct simt *simt, const struct simt_access *access, int dim);

/* Notes accesses that a comparison keeps below a size, and those at the same index that it doesn't. */
void site_note_guard(struct simt *simt, const struct simt_access *access, struct simt_site *site);

#endif
