/* Flags and counters that one thread moves for what its whole block has written. */
#ifndef CUDALINT_ORDER_PUBLICATION_H
#define CUDALINT_ORDER_PUBLICATION_H

#include "analyzer/order/log.h"

/* Finds those that are moved while other threads may still write. */
void sync_find_publications(struct sync_log *log);

#endif
