/* What is seen of operations that a whole warp executes together. */
#ifndef CUDALINT_SITE_SITE_WARP_H
#define CUDALINT_SITE_SITE_WARP_H

#include "analyzer/site/site.h"

void warp_note(
	struct arena *arena, struct simt_report *report, struct simt *simt, const struct simt_warp_op *op);

#endif
