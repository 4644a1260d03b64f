/* The sandbox for a command that parses in its own process, as it shows what it parses. */
#ifndef CUDALINT_RUN_CONFINE_H
#define CUDALINT_RUN_CONFINE_H

#include "analyzer/run/plan.h"

/* Has precompiled headers made for the first unit of a plan, where they are missing; then gives up all rights
 * but those to read what the plan allows and to write to what is open. Returns 0, or -1 with report->fatal
 * where that is required and can't be done. */
int confine_to_plan(struct plan *plan);

#endif
