/* Elements that data picks: an index that was read from memory. */
#ifndef CUDALINT_ORDER_PICKED_H
#define CUDALINT_ORDER_PICKED_H

#include "analyzer/order/log.h"

/* Whether an access goes to an element of an array whose index was read from memory, and which nothing says
 * to be another one for each thread. */
bool sync_is_picked(const struct simt *simt, const struct simt_access *access);

/* Finds what threads do to such an element that isn't atomic, though another one may have picked it too. */
void sync_find_picked(struct sync_log *log);

#endif
