/* Shared memory of other blocks of the cluster: what is touched before they surely run, while they use it, or
 * when they may have ended. */
#ifndef CUDALINT_SIMT_SYNC_REMOTE_H
#define CUDALINT_SIMT_SYNC_REMOTE_H

#include "analyzer/simt/sync/log.h"

void sync_find_remote(struct sync_log *log);

#endif
