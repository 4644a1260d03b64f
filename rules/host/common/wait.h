/* What the rules on waits of the host share (CU705, CU706, CU732): what a wait waits for, whether something
 * is measured or debugged with it, and what is to be said of a call that one way of the program needs and
 * another doesn't. */
#ifndef CUDALINT_RULES_WAIT_H
#define CUDALINT_RULES_WAIT_H

#include "analyzer/rule/rule.h"

/* cudaDeviceSynchronize, cudaStreamSynchronize, cudaEventSynchronize and their like. */
bool wait_is_explicit(const struct host_op *op);

/* Whether `work` is certainly still pending when the host reaches `wait`, and complete behind it. */
bool wait_covers(const struct host_trace *trace, const struct host_order *order, const struct host_op *wait,
	const struct host_op *work);

/* Whether a clock is read in a function that the operation is in. */
bool wait_is_timed(const struct pass *pass, const struct host_trace *trace, const struct host_op *wait);

/* Whether a loop reads a clock, draws, talks to other processes, or has a condition on what a pointer leads
 * to. */
bool wait_loop_is_watched(const struct ir_stmt *loop);

/* Whether the wait is there for debugging: it depends on a variable that is called so, stands in a macro's
 * body or in a helper that checks for errors, or is there in builds for debugging alone. */
bool wait_is_debugging(const struct pass *pass, const struct host_trace *trace, const struct host_op *wait);

/* The launch that a wait waits for in every turn of a loop that launches again, without the host doing
 * anything with the result: what CU706 reports; NULL: none. */
const struct host_op *wait_in_launch_loop(
	const struct host_trace *trace, const struct host_order *order, const struct host_op *wait);

/* Whether a host operation that isn't work may need the work to be complete, or may do anything. */
bool wait_is_needed_by(const struct host_trace *trace, const struct host_op *op, const struct host_op *work);

/* Whether two operations may touch the same memory, one writing: of what a kernel is handed only the start is
 * known, so all of the object counts. */
bool wait_share_memory(const struct host_trace *trace, const struct host_op *a, const struct host_op *b);

/* What is known of one call in all its occurrences: reported at the end of the unit, if none needs it. */
struct verdict {
	struct ir_range range;
	bool is_refuted;
	const struct host_op *op, *related;
	const char *message, *related_text;
	enum confidence confidence;
	double us, ideal_us; /* of the host, each time (model/host_costs.h); 0: not told */
};

/* The verdict on a call, made when first asked for. */
struct verdict *verdict_of(struct pass *pass, const struct host_op *op);

/* A `unit_end` hook: reports the verdicts that nothing has refuted. */
void verdicts_report(struct pass *pass);

#endif
