/* --watch: the same run again whenever something changes that it may have been made from. */
#ifndef CUDALINT_CLI_WATCH_H
#define CUDALINT_CLI_WATCH_H

#include "analyzer/base/arena.h"

/* Calls `run` in a process of its own, then again after each change in the folders of the paths, or in the
 * repositories that they belong to: of sources, headers, configurations and compile_commands.json. Clears the
 * screen of a terminal before each run. Ends with the process, as at an interrupt; returns 2 after one line
 * on stderr when the folders can't be watched. No paths: the current folder. */
int watch_run(struct arena *arena, const char *const *paths, size_t count, int (*run)(void *context),
	void *context);

#endif
