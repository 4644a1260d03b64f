/* "The last block done": a counter that blocks bump when their data is written, and whose last value lets one
 * of them read the data of all. */
#ifndef CUDALINT_ORDER_DONE_COUNTER_H
#define CUDALINT_ORDER_DONE_COUNTER_H

#include "analyzer/order/log.h"

/* Finds counters that are bumped before the data can be seen. */
void sync_find_done_counters(struct sync_log *log);

#endif
