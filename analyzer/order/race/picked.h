/* Elements that data picks: an index that was read from memory. */
#ifndef CUDALINT_ORDER_PICKED_H
#define CUDALINT_ORDER_PICKED_H

#include "analyzer/order/log.h"

/* Finds what threads do to such an element that isn't atomic, though another one may have picked it too. */
void sync_find_picked(struct sync_log *log);

#endif
