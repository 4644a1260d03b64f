/* Accesses that a loop repeats: counted once, then added. */
#ifndef CUDALINT_SITE_SITE_REPEAT_H
#define CUDALINT_SITE_SITE_REPEAT_H

#include "analyzer/site/site.h"

struct repeats;

struct repeats *repeats_new(struct arena *arena);
/* Symbols are about to mean something else. */
void repeats_forget(struct repeats *repeats);
/* Adds what an access with this pattern of addresses, and this weight, counted before; false when there was
 * none. */
bool repeats_add(
	struct repeats *repeats, const struct simt_access *access, double weight, struct simt_site *site);
/* What it counted now: the site's pending counts since `before`. */
void repeats_note(struct repeats *repeats, const struct simt_access *access, double weight,
	const struct simt_site *site, const struct simt_counts *before);

#endif
