/* What a profiler would count, without running: per kernel, launch and source line.
 *
 * Counts are those of the whole launch in Nsight Compute's meaning: requests are instructions of warps with
 * at least one active lane; sectors and wavefronts are the theoretical ones of its source view. */
#ifndef CUDALINT_RUN_PREDICT_H
#define CUDALINT_RUN_PREDICT_H

#include "analyzer/formula/fit.h"
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
	/* the same for every size; or NULL */
	const struct fit_value *requests_formula, *count_formula, *ideal_formula;
	/* data decides the count: between 1 and 32 for each request */
	bool is_bounded;
	bool by_formula; /* numbers are what formulas give: the launch wasn't followed so far */
};

struct predict_line {
	const char *path;
	uint32_t line;
	struct predict_counts global; /* sectors */
	struct predict_counts shared; /* wavefronts */
	bool exact;                   /* every count follows from the source */
	bool exact_per_request;       /* the same of the proportions, whatever the grid */
	bool exact_formula;           /* the same of the formulas */
	const char *no_formula;       /* why counts have none, for people; NULL: all have one */
	/* of its places in the source, where kernel->subject is there */
	bool is_odd;
	uint32_t address;
};

/* The launch with one size swept over. */
struct predict_sample {
	int64_t sizes[FORMULA_MOST_SIZES];
	bool counts_known; /* of all lines */
	double requests, sectors, wavefronts;
	struct simt_price price;
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
	/* what formulas are about; NULL: they weren't asked for */
	const struct formula_subject *subject;
	/* for every size, or NULL: sectors of global memory; instructions of warps, and those of them that
	 * compute in floating point, as far as the source tells */
	const struct fit_value *sectors, *instructions, *operations;
	VEC(struct predict_sample) sweep;
	double warp_instructions, float_instructions; /* of this launch */
	uint64_t steps;                               /* of its execution */
	unsigned rests_on;                            /* SIMT_ASSUMED_*: all that it assumed */
};

typedef VEC(struct predict_kernel *) predict_list;

struct predict_options {
	const struct launch_hints *hints; /* NULL: none */
	const project_uses *elsewhere;    /* launches that other units make; NULL: none */
	const struct model_chip *chip;    /* NULL: counts alone, no prices */
	int registers;                    /* per thread; 0: unknown */
	const char *sweep;                /* size that takes values from `from` to `to`; NULL: none */
	int64_t from, to;
	bool formulas; /* look for formulas, too: takes hundreds of executions */
	/* Asked before each kernel: once it says so, the rest is left out. Or NULL. */
	bool (*is_unwanted)(void *context);
	void *unwanted_context;
};

/* Executes every kernel of a unit for each of its launches. Results lie in `arena`. */
void predict_module(struct arena *arena, const struct ir_module *module,
	const struct predict_options *options, predict_list *out);

/* Executes one launch and sums up its sites into kernel->lines; kernel->launch is the launch. */
void predict_execute(struct arena *arena, const struct ir_module *module,
	const struct predict_options *options, struct predict_kernel *kernel);

/* Finds formulas for the lines of a kernel that was executed; kernel->subject is there. `*left`: steps of
 * executions that may be made, which becomes less. */
void predict_formulas(struct arena *arena, const struct ir_module *module,
	const struct predict_options *options, struct predict_kernel *kernel, uint64_t *left);

/* Numbers that executing a launch didn't give, as formulas say for its sizes. */
void predict_evaluate(const struct formula_subject *subject, const struct predict_counts *formulas,
	const int64_t *sizes, struct predict_counts *counts);

/* Executes a kernel, or asks its formulas, for sizes between options->from and options->to. */
void predict_sweep(struct arena *arena, const struct ir_module *module, const struct predict_options *options,
	struct predict_kernel *kernel);

/* Whether a formula holds for these sizes. */
bool predict_holds(
	const struct formula_subject *subject, const struct fit_value *value, const int64_t *sizes);

/* The place of a site in the source, as lines name it; false: nowhere. */
bool predict_place(const struct ir_module *module, struct ir_range range, const char **path, uint32_t *line);

#endif
