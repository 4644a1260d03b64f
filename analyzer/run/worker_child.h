/* What runs inside a worker process. */
#ifndef CUDALINT_RUN_WORKER_CHILD_H
#define CUDALINT_RUN_WORKER_CHILD_H

#include <stdnoreturn.h>
#include <sys/types.h>

#include "analyzer/run/run.h"

/* Exit status of a worker that had no memory left (as base/arena ends the program). */
enum { WORKER_OUT_OF_MEMORY = 3 };

/* Makes a forked process a worker: no handlers, no terminal, limits, and it ends when `parent` does. */
void worker_prepare(unsigned max_memory_mb, pid_t parent);

/* Calls `work` with a stack that recursion can't exhaust. Doesn't return unless `work` does. */
void worker_call(void *(*work)(void *), void *context);

/* Lints one file, writes to `fd` two blocks of bytes (the encoded result, and what the file was read from:
 * nothing where that can't be told or nothing came of it), and ends the process. */
noreturn void worker_child(const struct run_unit_input *input, unsigned max_memory_mb, int fd, pid_t parent);

#endif
