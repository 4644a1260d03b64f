/* Atomics of block scope at addresses that several blocks use. */
#ifndef CUDALINT_SIMT_SYNC_NARROW_SCOPE_H
#define CUDALINT_SIMT_SYNC_NARROW_SCOPE_H

#include "analyzer/simt/sync/log.h"

/* Finds them in global memory. */
void sync_find_narrow_scopes(struct sync_log *log);

#endif
