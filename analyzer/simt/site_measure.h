/* What the model says of one request. */
#ifndef CUDALINT_SIMT_SITE_MEASURE_H
#define CUDALINT_SIMT_SITE_MEASURE_H

#include "analyzer/simt/site.h"

/* What one request counts. */
struct measure {
	unsigned count, ideal, lines, l1;
};

/* Of the lanes in `active`, at these offsets, by the space and the kind of the access. */
struct measure site_measure(
	const struct simt_access *access, const uint64_t offset[SIMT_WARP], uint32_t active);

#endif
