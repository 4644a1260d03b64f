/* One rule looking at one unit: what its hooks are given, and the calls by which they read facts and report
 * findings. What a rule declares of itself is in analyzer/finding/rule.h.
 *
 * Rules keep no state of their own between units; what they gather in one unit goes into pass->state, in
 * the unit's arena. */
#ifndef CUDALINT_RULE_RULE_H
#define CUDALINT_RULE_RULE_H

#include "analyzer/base/format.h"
#include "analyzer/finding/rule.h"
#include "analyzer/host/order/order.h"
#include "analyzer/host/trace.h"
#include "analyzer/ir/ir.h"
#include "analyzer/ir/query.h"
#include "analyzer/ir/walk.h"
#include "analyzer/site/price/price.h"
#include "analyzer/site/site.h"
#include "analyzer/structure/flow.h"
#include "analyzer/structure/host_visible.h"
#include "analyzer/structure/spin/publish.h"
#include "analyzer/structure/spin/spin.h"
#include "analyzer/structure/uniform/uniform.h"
#include "analyzer/value/fold.h"
#include "model/host_costs.h"

/* What a unit is built for, from the flags and the command line. */
struct target {
	const int *archs; /* ascending, at least one: 80 for sm_80 */
	size_t arch_count;
	bool archs_assumed; /* nobody named them: cudalint's defaults */
	int virtual_arch;   /* lowest compute_XX that real code is generated from; 0: as the real ones */
	int cuda_version;   /* toolkit in 1000s as CUDART_VERSION: 13000 */
	bool per_thread_default_stream, fast_math;
	const char *chip; /* NULL: default per arch */
};

/* One rule looking at one unit. */
struct pass {
	const struct rule *rule;
	struct arena *arena; /* the unit's */
	const struct ir_module *module;
	const struct target *target;
	const struct ir_function *function; /* being visited; NULL at namespace scope */
	const struct ir_path *path;         /* from the current node up to the function's body */
	void *state;                        /* the rule's own, NULL at the start of a unit */
	struct run_unit *unit;              /* the engine's, as is the time */
	double ms;                          /* spent in the rule's hooks; with --timing alone */
};

/* Reports a finding at `at` and returns it for the calls below (valid for the unit's later hooks, too). The
 * defaults: the rule's severity, CONFIDENCE_PROVEN, all targets, the function being visited. Never NULL. */
struct finding *pass_report(struct pass *pass, struct ir_range at, const char *format, ...)
	FORMAT_PRINTF(3, 4);

/* In a host hook: at an operation, in the function that it is written in. */
struct finding *pass_report_op(struct pass *pass, const struct host_op *op, const char *format, ...)
	FORMAT_PRINTF(3, 4);

void pass_related(struct pass *pass, struct finding *finding, struct ir_range at, const char *format, ...)
	FORMAT_PRINTF(4, 5);

/* Adds a fix; then its edits. An edit whose range lies in a macro's body or in another file than the
 * finding's drops the fix as a whole: what can't be rewritten safely isn't offered. Arguments of a macro can
 * be rewritten. Ranges are whole nodes; use fix_insert_* for text around them. */
struct fix *pass_fix(struct pass *pass, struct finding *finding, enum fix_safety safety, const char *format,
	...) FORMAT_PRINTF(4, 5);
void fix_replace(struct pass *pass, struct fix *fix, struct ir_range range, const char *format, ...)
	FORMAT_PRINTF(4, 5);
void fix_insert_before(struct pass *pass, struct fix *fix, struct ir_range range, const char *format, ...)
	FORMAT_PRINTF(4, 5);
void fix_insert_after(struct pass *pass, struct fix *fix, struct ir_range range, const char *format, ...)
	FORMAT_PRINTF(4, 5);

/* Replaces the last `bytes` bytes of a range: the end of a declaration, as in `tile[32][32]`. */
void fix_replace_tail(struct pass *pass, struct fix *fix, struct ir_range range, unsigned bytes,
	const char *format, ...) FORMAT_PRINTF(5, 6);

/* In an execution hook: sets the confidence that the site's assumptions leave, the function, and the cost,
 * with time and speed-up where the launch is known well enough to be priced. */
void pass_cost(struct pass *pass, struct finding *finding, const struct simt_site *site);

/* Which access it is about, without a cost: of findings of one code about one access on one line, one is
 * kept. */
void pass_note_access(struct pass *pass, struct finding *finding, const struct simt_site *site);

/* Which memory it is about (NULL: it isn't known): to people, what one rule says of one object in one kernel
 * is one entry with further lines. pass_cost, pass_note_access and pass_conflict do that, too. */
void pass_note_object(struct pass *pass, struct finding *finding, const struct simt_object *object);

/* As pass_cost, for an atomic whose lanes meet at one address (analyzer/site/contention.h). */
void pass_cost_contention(struct pass *pass, struct finding *finding, const struct simt_site *site);

/* The bytes of a shared array, with the time and the speed-up if registers held its elements. */
void pass_cost_array(struct pass *pass, struct finding *finding, const struct simt_array *array);

/* The requests of an access, with the time and the speed-up if so many elements went with one; if what is
 * stored in shared memory were copied there without registers. */
void pass_cost_narrow(
	struct pass *pass, struct finding *finding, const struct simt_site *site, double elements);
void pass_cost_staged(struct pass *pass, struct finding *finding, const struct simt_site *load,
	const struct simt_site *store);

/* The time and the speed-up alone: without the waiting at a branch, and with a launch of a better shape. */
void pass_cost_branch(struct pass *pass, struct finding *finding, const struct simt_branch_site *site);
void pass_cost_launch(struct pass *pass, struct finding *finding, enum price_shape shape);

/* In a host hook: microseconds of the host per call or turn, and what they would be (model/host_costs.h). */
void pass_cost_host(struct pass *pass, struct finding *finding, double us, double ideal_us);
/* The same for what grows with the size of memory: both for MODEL_HOST_BYTES, which stand for a size that
 * isn't known. `size`: NULL: it isn't. */
void pass_cost_memory(
	struct pass *pass, struct finding *finding, const struct host_sum *size, double us, double ideal_us);

/* What a launch does in double, with the time and the speed-up if it did that in float. */
void pass_cost_double(struct pass *pass, struct finding *finding);

/* In an execution hook: what a barrier of the block costs that each block comes by so many times; `warp`:
 * more than one of the warp in its place. To be kept for a finding that is reported later. */
struct cost pass_cost_barrier(struct pass *pass, double times, bool warp);

/* In any hook before the kernels are executed: the time and the speed-up if a fence, or an operation of an
 * atomic object, were as `fix` says; for the launch in which that saves most. */
void pass_cost_ordered(struct pass *pass, struct finding *finding, struct price_order fix);

/* The same, if a tree of shuffles (its loop or first statement, with so many steps) were one instruction. */
void pass_cost_tree(struct pass *pass, struct finding *finding, const struct ir_stmt *tree, unsigned steps);

/* The same, in a kernel: if no thread allocated from the device's heap. */
void pass_cost_heap(struct pass *pass, struct finding *finding);

/* The finding holds only for the targets with lowest <= arch < below (0: no bound); returns how many remain,
 * 0 means that the finding has been withdrawn. */
size_t finding_limit_archs(struct finding *finding, int lowest, int below);

/* Source text of a range (spelling), in the unit's arena; "" when it is nowhere. */
const char *pass_text(const struct pass *pass, struct ir_range range);

/* What a message calls the memory that a site accesses: as the kernel writes it where that is short, else the
 * variable, or the way to the pointer; "memory" where nobody knows. In the unit's arena. */
const char *pass_site_name(
	const struct pass *pass, const struct simt_report *report, const struct simt_site *site);

/* The text of an expression, if it is one line that is short enough for a message; NULL otherwise. */
const char *pass_short_text(const struct pass *pass, const struct ir_expr *expr);

/* Whether some target runs the lanes of a warp without independent thread scheduling: it is older than 7.0,
 * or compiled for a virtual architecture that is. */
bool target_lacks_its(const struct target *target);

/* A finding that holds only there: an error for these targets where there are any, else an info for all. */
void finding_without_its(const struct pass *pass, struct finding *finding);

/* Call graph and launches of the whole unit; built once, when a rule first asks. */
const struct ir_query *pass_query(const struct pass *pass);

/* Likewise: what depends on the thread, where values come from, waiting loops and locks, data behind flags,
 * memory that the host may touch. */
struct ir_uniformity *pass_uniformity(const struct pass *pass);
struct ir_flow *pass_flow(const struct pass *pass);
struct ir_spins *pass_spins(const struct pass *pass);
struct ir_publications *pass_publications(const struct pass *pass);
const struct ir_host_visible *pass_host_visible(const struct pass *pass);

/* The one chip that a run's prices are for: that which is named, else the usual one of the newest target.
 * NULL: there is none. */
const struct model_chip *pass_chip(const struct target *target);

/* The configured value of one of the rule's options. */
int64_t pass_option_int(const struct pass *pass, const char *name);
double pass_option_real(const struct pass *pass, const char *name);

#endif
