/* What runs in a worker process. */
#ifndef CUDALINT_RUN_WORKER_CHILD_H
#define CUDALINT_RUN_WORKER_CHILD_H

#include <stdnoreturn.h>
#include <sys/types.h>

#include "analyzer/run/workers.h"

/* Exit status of a worker that had no memory left (as base/arena ends the program). */
enum { WORKER_OUT_OF_MEMORY = 3 };

/* Makes a forked process a worker: its limits, no signal handlers of the program's, standard streams that
 * lead nowhere. It dies with `parent` (0: it doesn't). `cpu_s`: processor time; 0: no limit. */
void worker_prepare(const struct worker_limits *limits, unsigned cpu_s, pid_t parent);

/* Keeps the rights to read what the limits name, and to write below `writable` (NULL: nowhere); gives up the
 * others. Ends the process when that can't be done though it is required. For a process with one thread. */
void worker_confine(const struct worker_limits *limits, const char *writable);

/* Calls work(context) with a stack that recursion can't exhaust. */
void worker_call(void *(*work)(void *), void *context);

/* The worker of one file: lints it and writes the result to `fd`; or, where a precompiled header is missing,
 * which one (worker_read_wanted). */
noreturn void worker_child(
	const struct run_unit_input *input, const struct worker_limits *limits, int fd, pid_t parent);

/* Makes a precompiled header for the file, reading nothing of the file's project. Exit status 0: it is there.
 */
noreturn void worker_headers_child(const struct run_unit_input *input, const struct worker_limits *limits,
	const struct unit_headers *wanted, pid_t parent);

/* Precompiles the file's preamble, which is text of its project, into a folder that is there for it alone.
 * Exit status: enum unit_preamble_state, of which 1 is what a process says that can't begin. */
noreturn void worker_preamble_child(const struct run_unit_input *input, const struct worker_limits *limits,
	const struct unit_headers *wanted, const char *folder, pid_t parent);

/* The first of these in a process that nobody waits for, for those who ask later. */
void worker_headers_in_background(const struct run_unit_input *input, const struct worker_limits *limits,
	const struct unit_headers *wanted);

/* For unit_options.ask_headers: what is missing is gone without. */
void worker_without_headers(void *context, const struct unit_headers *wanted);

/* Whether what a worker wrote asks for a precompiled header, and for which. */
bool worker_read_wanted(struct arena *arena, const void *data, size_t size, struct unit_headers *out);

#endif
