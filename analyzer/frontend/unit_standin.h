/* Kernels' templates that nobody instantiates in a unit; see standin.h. */
#ifndef CUDALINT_FRONTEND_UNIT_STANDIN_H
#define CUDALINT_FRONTEND_UNIT_STANDIN_H

#include "analyzer/frontend/unit_found.h"

/* The unit, parsed once more with such templates named with arguments of our own; the one given is closed, or
 * is what is returned. */
struct unit *unit_with_standins(struct unit *unit, const struct unit_options *options);

#endif
