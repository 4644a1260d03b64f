/* A padding of a shared array's rows that takes a bank conflict away without making another. */
#ifndef CUDALINT_SITE_PADDING_H
#define CUDALINT_SITE_PADDING_H

#include "analyzer/site/site.h"
#include "model/access.h"

/* How the hardware sees the kind of an access. */
enum model_shared_op simt_shared_op(enum simt_access_kind kind);

/* Elements to add to the innermost extent of the array that the site accesses, so that its worst request
 * takes its ideal number of wavefronts and no other site's worst request takes more than now. 0: there is
 * none, or the array has one extent only. */
unsigned simt_padding(const struct simt_report *report, const struct simt_site *site);

#endif
