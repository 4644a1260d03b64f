/* Shared memory of other blocks of the cluster: what is touched before they surely run, while they use it, or
 * when they may have ended. */
#ifndef CUDALINT_ORDER_REMOTE_H
#define CUDALINT_ORDER_REMOTE_H

#include "analyzer/order/log.h"

void sync_find_remote(struct sync_log *log);

#endif
