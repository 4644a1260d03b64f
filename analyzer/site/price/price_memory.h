/* Distinct bytes and reuse of a launch, for price.c. */
#ifndef CUDALINT_SITE_PRICE_MEMORY_H
#define CUDALINT_SITE_PRICE_MEMORY_H

#include "analyzer/site/site.h"
#include "model/access.h"
#include "model/kernel_time.h"

/* Whether what mends `without` (NULL: nothing) mends this site too: it is the same one, or it goes through
 * the same array in the same steps, as other members of a structure do. */
bool price_goes_with(const struct simt_site *site, const struct simt_site *without);

/* Fills what model_work says of bytes and caches; its traffic has to be there. `without`: a site whose
 * requests count as ideal; or NULL. */
void price_memory(struct model_work *work, const struct simt_report *report, const struct model_chip *chip,
	const struct simt_site *without);

#endif
