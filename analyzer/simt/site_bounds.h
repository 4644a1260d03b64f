/* Where a site's addresses lie. */
#ifndef CUDALINT_SIMT_SITE_BOUNDS_H
#define CUDALINT_SIMT_SITE_BOUNDS_H

#include "analyzer/simt/site.h"

/* Widens the site's bounds by one access with a known offset. */
void site_note_bounds(struct simt *simt, const struct simt_access *access, struct simt_site *site);

#endif
