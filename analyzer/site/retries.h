/* How often a loop around a compare-and-swap on shared memory goes round: once for each lane that wants the
 * same word. Shared memory has no unit that adds floats or 64 bits, so such additions are loops. */
#ifndef CUDALINT_SITE_RETRIES_H
#define CUDALINT_SITE_RETRIES_H

#include "analyzer/site/site.h"

/* Whether a site is the compare-and-swap of an addition that shared memory has no unit for. */
bool retries_in(const struct ir_expr *site, enum simt_access_kind kind, enum simt_space space);

/* Adds an access to the site's counts of retries, if it is such a loop. */
void retries_add(
	const struct simt *simt, const struct simt_access *access, double blocks, struct simt_site *site);

/* The most lanes at one word on average, where so many lanes choose one of so many words at random. */
double retries_expected(int64_t words, unsigned lanes);

#endif
