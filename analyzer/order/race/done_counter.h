/* "The last block done": a counter that blocks bump when their data is written, and whose last value lets one
 * of them read the data of all. */
#ifndef CUDALINT_ORDER_DONE_COUNTER_H
#define CUDALINT_ORDER_DONE_COUNTER_H

#include "analyzer/order/log.h"

/* Finds counters that are bumped before the data can be seen. */
void sync_find_done_counters(struct sync_log *log);

/* Whether one of `lanes` knows at `time` of what a lane has written before, or may: it has met that lane, or
 * one that knows. */
bool sync_write_is_known(
	const struct sync_log *log, size_t write, unsigned lane, size_t time, const struct simt_mask *lanes);
/* Whether an operation of cuda::atomic or atomic_ref releases, at least to the device. */
bool sync_releases(const struct ir_expr *site);

#endif
