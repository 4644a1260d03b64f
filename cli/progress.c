/* Progress on a terminal. */
#include "cli/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static double seconds_since(const struct timespec *then)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - then->tv_sec) + (double)(now.tv_nsec - then->tv_nsec) / 1e9;
}

void progress_start(struct progress *progress)
{
	const char *term = getenv("TERM");
	progress->is_on = isatty(STDERR_FILENO) && !(term && strcmp(term, "dumb") == 0);
	clock_gettime(CLOCK_MONOTONIC, &progress->start);
	progress->last = progress->start;
}

void progress_show(void *context, size_t done, size_t total, size_t findings)
{
	struct progress *progress = context;
	if (!progress->is_on || seconds_since(&progress->start) < 1)
		return;
	if (progress->is_shown && seconds_since(&progress->last) < 0.1)
		return;
	clock_gettime(CLOCK_MONOTONIC, &progress->last);
	progress->is_shown = true;
	fprintf(stderr, "\r\033[K%zu/%zu files, %zu finding%s", done, total, findings,
		findings == 1 ? "" : "s");
	fflush(stderr);
}

void progress_end(struct progress *progress)
{
	if (progress->is_shown)
		fputs("\r\033[K", stderr);
	progress->is_shown = false;
}
