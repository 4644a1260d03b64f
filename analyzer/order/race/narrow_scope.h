/* Atomics of block scope at addresses that several blocks use. */
#ifndef CUDALINT_ORDER_NARROW_SCOPE_H
#define CUDALINT_ORDER_NARROW_SCOPE_H

#include "analyzer/order/log.h"

/* Whether an access or an event is an atomic of block scope, or narrower; a member of cuda::atomic that only
 * reads, too. */
bool sync_is_narrow(const struct sync_op *op);
/* Finds them in global memory. */
void sync_find_narrow_scopes(struct sync_log *log);

#endif
