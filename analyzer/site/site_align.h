/* Whether addresses are multiples of what an instruction needs. */
#ifndef CUDALINT_SITE_SITE_ALIGN_H
#define CUDALINT_SITE_SITE_ALIGN_H

#include "analyzer/site/site.h"

/* Adds what an access says of its site: addresses that are certainly no multiples of its size. */
void align_note(const struct simt *simt, const struct simt_access *access, struct simt_site *site);
/* The same for an instruction that isn't counted as an access; `size` is what its address must be a multiple
 * of. */
void align_note_demand(struct arena *arena, struct simt_report *report, const struct simt *simt,
	const struct simt_access *access, const struct ir_expr *call, const struct ir_bulk_copy *copy);
/* Lanes by their own offsets, from a start that is aligned or taken to be. */
struct simt_misfit align_from_start(const struct simt *simt, const struct simt_access *access);

#endif
