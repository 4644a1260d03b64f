/* What a launch would be if what isn't known of it were something usual: executed when a price is asked for
 * and the launch as it is has none. */
#ifndef CUDALINT_SITE_ESTIMATE_H
#define CUDALINT_SITE_ESTIMATE_H

#include "analyzer/site/site.h"

struct simt_estimate;

/* Of a report that was just made; nothing is executed yet. */
struct simt_estimate *estimate_new(struct arena *arena, const struct ir_module *module);

/* What a launch's price rests on that nobody told. */
struct estimate_basis {
	const struct simt_report *report; /* the one with all numbers; never NULL */
	const char *assumed;              /* for people; NULL: nothing was */
	bool is_estimate;                 /* more was than addresses that data chooses */
};

/* False: even then it isn't known what the launch does. */
bool estimate_basis(struct estimate_basis *out, const struct simt_report *report);

/* The same place in another execution of the kernel; NULL: it doesn't get there. */
const struct simt_site *estimate_site(const struct simt_report *report, const struct simt_site *site);
const struct simt_branch_site *estimate_branch(
	const struct simt_report *report, const struct simt_branch_site *site);

#endif
