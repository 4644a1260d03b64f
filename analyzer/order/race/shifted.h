/* Elements beside a thread's own, by a number that isn't known. */
#ifndef CUDALINT_ORDER_SHIFTED_H
#define CUDALINT_ORDER_SHIFTED_H

#include "analyzer/order/log.h"

/* Whether each thread stores to an element of its own, and loads the one that lies so many behind it, a
 * number that is one for the whole warp and not zero: `s[t]`, and `s[t + width]` in a loop that goes on while
 * `width` isn't zero. */
bool sync_is_shifted(const struct simt_access *store, const struct simt_access *load);

#endif
