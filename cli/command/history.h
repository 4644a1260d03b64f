/* What `check` adds to the history of runs. */
#ifndef CUDALINT_CLI_HISTORY_H
#define CUDALINT_CLI_HISTORY_H

#include "cli/command/check_options.h"

/* Adds a run over one file or more to the history in the cache folder: its findings before any are left out
 * for being accepted or of too little severity. Runs without a cache, over a part of the files or over
 * standard input alone, and runs that were stopped, are left out. That it can't be written is warned of,
 * unless something else was for the same reason. */
void history_record(const struct check_options *options, const struct run_report *report);

#endif
