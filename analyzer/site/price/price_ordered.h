/* What fences, memory orders and loads past L1 add to a launch's work. */
#ifndef CUDALINT_SITE_PRICE_ORDERED_H
#define CUDALINT_SITE_PRICE_ORDERED_H

#include "analyzer/site/site.h"
#include "model/kernel_time.h"

/* How an operation, or all on a variable, should rather be. */
struct price_order {
	const struct ir_expr *expr; /* the operation; NULL: `var` tells */
	const struct ir_var *var;
	enum ir_order order; /* UNKNOWN: as it is */
	enum ir_scope scope; /* UNKNOWN: as it is */
	bool is_dropped;     /* there is none at all: a fence that isn't needed */
	bool is_reduction;   /* an update that brings nothing back */
};

/* Whether all of what orders memory is known well enough for a price. */
bool price_ordered_known(const struct simt_report *report);

/* Adds it, as `fix` says or (NULL) as it is. Returns how many operations that concerned. */
size_t price_ordered_add(struct model_work *work, const struct simt_report *report,
	const struct model_arch *arch, const struct price_order *fix);

/* What one of the operations that `fix` concerns costs by itself, as it is (or, `fixed`, as it should be):
 * cycles that it takes to send it and that its warp waits, or (a reduction in place of an update) operations
 * of L2. False: there is none.
 */
bool price_ordered_each(double *out, const struct simt_report *report, const struct model_arch *arch,
	const struct price_order *fix, bool fixed);

/* Adds a site whose loads are volatile, and so many sectors. */
void price_volatile(struct model_work *work, const struct simt_site *site, double sectors);

#endif
