/* Uses of what is copied, before it is there; and copies over what is still used. */
#ifndef CUDALINT_ORDER_COPY_USE_H
#define CUDALINT_ORDER_COPY_USE_H

#include "analyzer/order/copy/flight.h"

/* A copy starts: it is compared with what was read there before, and remembered. */
void copy_use_start(struct async_run *run, struct flight *flight);

#endif
