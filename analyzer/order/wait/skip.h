/* Whether a thread that skips a barrier of the block goes on working. */
#ifndef CUDALINT_ORDER_SKIP_H
#define CUDALINT_ORDER_SKIP_H

#include "analyzer/order/wait/replay.h"

/* `event`: the barrier; `branch`: what parts the absent thread from those that come, NULL: not known. */
bool skip_goes_on(
	struct replay *replay, const struct simt_event *event, unsigned absent, const struct ir_stmt *branch);

#endif
