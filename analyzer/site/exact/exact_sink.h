/* Loads that only a branch needs. */
#ifndef CUDALINT_SITE_EXACT_SINK_H
#define CUDALINT_SITE_EXACT_SINK_H

#include "analyzer/site/site.h"

/* Sites of a function whose loads the compiler may move into a branch that fewer warps take, since nothing
 * else uses what they load: they aren't exact. */
void exact_sink(struct simt_report *report, const struct ir_function *function);

#endif
