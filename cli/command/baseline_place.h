/* Where the baseline of a run lies. */
#ifndef CUDALINT_CLI_BASELINE_PLACE_H
#define CUDALINT_CLI_BASELINE_PLACE_H

#include "cli/command/check_options.h"

/* --baseline; else the nearest .cudalint-baseline.json from the folder that all inputs share upward, else
 * from the working directory; not past the top of a repository. NULL: there is none, or --no-baseline. */
const char *baseline_place_find(const struct check_options *options);

/* Where a new one is to be: --baseline, else at the top of the repository of that folder, else in the working
 * directory. */
const char *baseline_place_new(const struct check_options *options);

#endif
