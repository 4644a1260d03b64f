/* What a launch asks of the units that do atomics. */
#ifndef CUDALINT_SITE_PRICE_ATOMIC_H
#define CUDALINT_SITE_PRICE_ATOMIC_H

#include "analyzer/site/site.h"
#include "model/kernel_time.h"

/* Whether it is known how many lanes meet at one address: the addresses are, or data picks one of a known
 * number of elements, which is taken to be even. */
bool price_atomic_known(const struct simt_site *site);

/* Adds a site on global memory. */
void price_atomic_global(struct model_work *work, const struct simt_site *site);

/* Adds so many passes of such a site, or (fewer than 0) takes them away. */
void price_atomic_passes(struct model_work *work, const struct simt_site *site, double passes);

/* How many passes the sector and the neighbourhood get that get most, where so many go to so many bytes; 0:
 * not known. Returns those of the sector. */
double price_atomic_crowd(struct model_work *work, double passes, double extent);

/* The same of wavefronts of a site on shared memory. */
void price_atomic_wavefronts(struct model_work *work, double wavefronts);

/* Adds the waiting of a site that adds floats or 64 bits in shared memory, so many times: the lanes at one
 * word succeed one after the other. */
void price_atomic_retries(struct model_work *work, const struct simt_site *site, double times);

/* Adds a site on shared memory that takes so many wavefronts where its addresses are known. */
void price_atomic_shared(struct model_work *work, const struct simt_site *site, double wavefronts);

#endif
