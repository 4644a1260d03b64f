/* What a profiler would count, without running: per kernel, launch and source line.
 *
 * Counts are those of the whole launch in Nsight Compute's meaning: requests are instructions of warps with
 * at least one active lane; sectors and wavefronts are the theoretical ones of its source view. */
#ifndef CUDALINT_RUN_PREDICT_H
#define CUDALINT_RUN_PREDICT_H

#include "analyzer/site/price/price.h"
#include "analyzer/site/site.h"

/* Counts of one kind of memory on a line. */
struct predict_counts {
	bool any;   /* the line accesses such memory */
	bool known; /* count and ideal hold */
	double requests, count, ideal;
	const char *why; /* not known: why; for people. NULL: only the grid isn't known */
	bool requests_known;
	bool per_request; /* count and ideal hold in proportion to requests, if nothing else */
};

struct predict_line {
	const char *path;
	uint32_t line;
	struct predict_counts global; /* sectors */
	struct predict_counts shared; /* wavefronts */
	bool exact;                   /* every count follows from the source */
	bool exact_per_request;       /* the same of the proportions, whatever the grid */
};

/* One kernel and one launch of it. */
struct predict_kernel {
	const struct ir_function *function;
	const char *path;
	uint32_t line; /* of the kernel's name */
	struct simt_launch launch;
	const struct model_chip *chip;
	struct simt_price price;
	const char *fails;   /* the launch can't run, and why: neither time nor lines; NULL: it can */
	const char *gave_up; /* the kernel wasn't executed to its end; NULL: it was */
	VEC(struct predict_line) lines; /* by path, then line; the kernel's own file first */
};

typedef VEC(struct predict_kernel *) predict_list;

struct predict_options {
	const struct launch_hints *hints; /* NULL: none */
	const struct model_chip *chip;
	int registers; /* per thread; 0: unknown */
	/* Asked before each kernel: once it says so, the rest is left out. Or NULL. */
	bool (*is_unwanted)(void *context);
	void *unwanted_context;
};

/* Executes every kernel of a unit for each of its launches. Results lie in `arena`. */
void predict_module(struct arena *arena, const struct ir_module *module,
	const struct predict_options *options, predict_list *out);

#endif
