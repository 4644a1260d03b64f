/* Uses of what is copied, before it is there; and copies over what is still used. */
#ifndef CUDALINT_SIMT_SYNC_COPY_USE_H
#define CUDALINT_SIMT_SYNC_COPY_USE_H

#include "analyzer/simt/sync/flight.h"

/* A copy starts: it is compared with what was read there before, and remembered. */
void copy_use_start(struct async_run *run, struct flight *flight);

#endif
