/* Programmatic dependent launch, for the rules on it: which launches may start while earlier kernels of their
 * stream still run, and what the kernels do then. */
#ifndef CUDALINT_RULES_DEPENDENT_LAUNCH_H
#define CUDALINT_RULES_DEPENDENT_LAUNCH_H

#include "analyzer/base/format.h"
#include "analyzer/rule/rule.h"

enum dependent {
	DEPENDENT_NO,
	DEPENDENT_MAYBE, /* the attribute's value isn't known, or not all attributes are */
	DEPENDENT_YES
};

/* Whether a launch has cudaLaunchAttributeProgrammaticStreamSerialization. */
enum dependent dependent_launch(const struct host_launch *launch);

/* Whether it has it, perhaps with a value that isn't known. */
bool dependent_is_asked(const struct host_launch *launch);

/* In an execution hook: remembers what the kernel does before its wait and after its trigger. */
void dependent_note(struct pass *pass, const struct simt_report *report);

/* What was remembered of a launch's kernel; NULL: nothing. */
const struct sync_grid_dependency *dependent_kernel(const struct pass *pass, const struct host_op *op);

/* Whether any kernel waits or triggers. */
bool dependent_is_used(const struct pass *pass);

/* A kernel that may still run when a later launch starts. */
struct dependent_pair {
	const struct host_op *earlier, *later;
	bool is_beyond_wait; /* nor does the later one's wait cover it */
};
typedef VEC(struct dependent_pair) dependent_pairs;

/* The kernels in flight when `later`, which has or may have the attribute, starts: nearest first. */
void dependent_in_flight(
	struct pass *pass, const struct host_trace *trace, const struct host_op *later, dependent_pairs *out);

/* Those alone that come right before it in its stream, one for each way that leads there; none where
 * something else comes before it on the nearest. */
void dependent_before(
	struct pass *pass, const struct host_trace *trace, const struct host_op *later, dependent_pairs *out);

/* The launch's access to what lies behind a parameter or variable of its kernel; NULL: there is none, or it
 * isn't known. From `from` on, for several. */
const struct host_access *dependent_memory(const struct host_op *op, const struct ir_var *root, size_t *from);

/* Whether two accesses may touch the same bytes: 2 certainly, 1 perhaps, 0 not. */
int dependent_meet(struct host_trace *trace, const struct host_access *a, const struct host_access *b);

/* Whether a kernel writes the memory of one of its accesses after its trigger alone. */
bool dependent_writes_late(
	const struct pass *pass, const struct host_op *earlier, const struct host_access *access);

/* The launch that comes next in the stream of `op`, if there is nothing between them; else NULL. */
const struct host_op *dependent_follower(const struct host_trace *trace, const struct host_op *op);

/* Reports at an expression of a kernel, in a host hook. */
struct finding *dependent_report(struct pass *pass, const struct sync_grid_access *access, const char *format,
	...) FORMAT_PRINTF(3, 4);

/* Where an event is written. */
struct ir_range dependent_range(const struct simt_event *event);

#endif
