/* Collectives of a library that work in shared memory of the caller's. */
#ifndef CUDALINT_ORDER_SCRATCH_H
#define CUDALINT_ORDER_SCRATCH_H

#include "analyzer/order/log.h"

/* Finds collectives that get scratch which slower threads may still use. */
void sync_find_scratch(struct sync_log *log);

#endif
