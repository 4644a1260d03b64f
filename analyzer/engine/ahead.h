/* Kernels executed ahead of the rules that look at them, by several threads: executions know nothing of each
 * other, and the rules get them in order, so that findings are the same for any number of threads. */
#ifndef CUDALINT_ENGINE_AHEAD_H
#define CUDALINT_ENGINE_AHEAD_H

#include "analyzer/site/site.h"

/* One execution to be done; function and launch outlive it. */
struct ahead_task {
	const struct ir_function *function;
	const struct simt_launch *launch;
	bool lone; /* a device function on its own, see simt_lone() */
};

typedef VEC(struct ahead_task) ahead_tasks;

struct ahead;

/* Begins; `threads` besides the calling one, 0: none. What can't be had of them is done without. */
struct ahead *ahead_start(
	struct arena *arena, const struct ir_module *module, const ahead_tasks *tasks, unsigned threads);

/* The execution of a task, each asked for once and in order. It lies in *arena, which the caller frees. */
const struct simt_report *ahead_take(struct ahead *ahead, size_t index, struct arena **arena);

/* After the last one that is wanted. */
void ahead_end(struct ahead *ahead);

#endif
