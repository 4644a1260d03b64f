/* What is read from a log: conflicts between threads of a block, and between blocks; which barriers are
 * needed. */
#ifndef CUDALINT_ORDER_RACE_H
#define CUDALINT_ORDER_RACE_H

#include "analyzer/order/log.h"

void sync_find_races(struct sync_log *log);
void sync_find_block_races(struct sync_log *log);
void sync_find_needs(struct sync_log *log);

#endif
