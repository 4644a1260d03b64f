/* Where a site's addresses lie. */
#ifndef CUDALINT_SITE_SITE_BOUNDS_H
#define CUDALINT_SITE_SITE_BOUNDS_H

#include "analyzer/site/site.h"

/* Widens the site's bounds by one access with a known offset. */
void site_note_bounds(struct simt *simt, const struct simt_access *access, struct simt_site *site);

#endif
