/* Programmatic dependent launch: accesses before the wait for earlier grids and after the trigger of later
 * ones. */
#ifndef CUDALINT_ORDER_GRID_DEPENDENCY_H
#define CUDALINT_ORDER_GRID_DEPENDENCY_H

#include "analyzer/order/log.h"

void sync_find_grid_dependency(struct sync_log *log);

#endif
