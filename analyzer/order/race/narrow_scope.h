/* Atomics of block scope at addresses that several blocks use. */
#ifndef CUDALINT_ORDER_NARROW_SCOPE_H
#define CUDALINT_ORDER_NARROW_SCOPE_H

#include "analyzer/order/log.h"

/* Finds them in global memory. */
void sync_find_narrow_scopes(struct sync_log *log);

#endif
