/* Inside prices: from an execution to work, and from two kinds of work to a saving. */
#ifndef CUDALINT_SITE_PRICE_INSIDE_H
#define CUDALINT_SITE_PRICE_INSIDE_H

#include "analyzer/site/price/price.h"

/* The execution that a price is computed from: of the launch as it is, or with what isn't known of it
 * assumed. False: it has none. */
bool price_find_basis(struct simt_saving *out, const struct simt_report **report);

/* The work of the launch; `without`: as if that site's requests were ideal. */
void price_make_work(struct model_work *work, const struct simt_report *report, const struct model_chip *chip,
	int registers, const struct simt_site *without);

bool price_save(struct simt_saving *out, const struct model_chip *chip, const struct model_work *now,
	const struct model_work *then);

/* Bytes that an array in shared memory takes. */
int price_shared_bytes(int64_t size);

#endif
