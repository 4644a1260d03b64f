/* In which line an access of an inlined function counts. */
#ifndef CUDALINT_SITE_EXACT_LINES_H
#define CUDALINT_SITE_EXACT_LINES_H

#include "analyzer/site/site.h"

/* Finds out whether accesses of a new site count where its function is called: then site->opens. Where other
 * code of the function may come first all the same, the site isn't exact. */
void exact_lines_begin(const struct ir_module *module, struct simt_site *site);

/* Adds what an access of such a site counted to its share at the place where that is, which may lie several
 * calls up. `kernel` is the one that is executed. */
void exact_lines_count(struct arena *arena, const struct ir_module *module, const struct ir_function *kernel,
	const struct simt_access *access, struct simt_site *site, const struct simt_spared *counted);

#endif
