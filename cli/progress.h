/* Progress on a terminal: one line on stderr that is rewritten, from the second second of a run on. */
#ifndef CUDALINT_CLI_PROGRESS_H
#define CUDALINT_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct progress {
	bool is_on;
	struct timespec start, last;
	bool is_shown;
};

/* Off unless stderr is a terminal. */
void progress_start(struct progress *progress);

/* For run_options.progress; `context` is a struct progress. */
void progress_show(void *context, size_t done, size_t total, size_t findings);

/* Removes the line. */
void progress_end(struct progress *progress);

#endif
