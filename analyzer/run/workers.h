/* Worker processes: one for each file, so that a crash, a hang or a memory blow-up in libclang costs that
 * file alone. */
#ifndef CUDALINT_RUN_WORKERS_H
#define CUDALINT_RUN_WORKERS_H

#include "analyzer/run/plan.h"
#include "analyzer/run/run.h"

struct worker_limits {
	unsigned jobs;          /* at a time, at least 1 */
	unsigned timeout_s;     /* processor time of a file; 0: none */
	unsigned max_memory_mb; /* address space; 0: none */
	enum run_sandbox sandbox;
	bool shares_preambles;     /* units that begin alike parse that once; see preambles.h */
	const line_list *readable; /* absolute files and folders that may be read */
};

/* Those of a plan's options, for so many files. */
struct worker_limits worker_limits_of(const struct plan *plan, size_t files);

struct worker_progress {
	void (*report)(void *context, size_t done, size_t total, size_t findings); /* may be NULL */
	void (*found)(void *context, const struct unit_result *result);            /* may be NULL */
	void *context;
};

/* Is told of every result that a worker sent, with what it was decoded from and what it was read from
 * (reads.h; NULL: not known). */
struct worker_sink {
	void (*keep)(void *context, size_t index, const struct unit_result *result, const void *encoded,
		size_t size, const struct reads *reads);
	void *context;
};

/* Lints inputs[i] into results[i] (in `arena`, never NULL afterwards) for all i. A worker that dies, takes
 * too long (of its processor's time; or many times that by the clock) or sends something that isn't a result
 * gives a failed one that says so. `sink` may be NULL. Returns 0, or the signal (SIGINT, SIGTERM) that ended
 * the run early; then what was not finished is reported as failed. */
int workers_run(struct arena *arena, const struct run_unit_input *inputs, size_t count,
	const struct worker_limits *limits, const struct worker_progress *progress,
	const struct worker_sink *sink, struct unit_result **results);

#endif
