/* What the model says of one request. */
#ifndef CUDALINT_SITE_SITE_MEASURE_H
#define CUDALINT_SITE_SITE_MEASURE_H

#include "analyzer/site/site.h"

/* What one request counts. */
struct measure {
	unsigned count, ideal, lines, l1;
};

/* Of the lanes in `active`, at these offsets, by the space and the kind of the access. */
struct measure site_measure(
	const struct simt_access *access, const uint64_t offset[SIMT_WARP], uint32_t active);

#endif
