/* What is seen of operations that a whole warp executes together. */
#ifndef CUDALINT_SIMT_SITE_WARP_H
#define CUDALINT_SIMT_SITE_WARP_H

#include "analyzer/simt/site.h"

void warp_note(
	struct arena *arena, struct simt_report *report, struct simt *simt, const struct simt_warp_op *op);

#endif
