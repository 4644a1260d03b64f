/* The captures of a trace, from begin to end, and what happens in between: what the rules about graphs share.
 */
#ifndef CUDALINT_RULES_CAPTURES_H
#define CUDALINT_RULES_CAPTURES_H

#include "analyzer/rule/rule.h"

enum capture_mode { CAPTURE_GLOBAL, CAPTURE_THREAD_LOCAL, CAPTURE_RELAXED, CAPTURE_MODE_UNKNOWN };

struct capture {
	const struct host_op *begin, *end; /* end NULL: not seen */
	enum capture_mode mode;
	const struct host_object *graph; /* that its operations name as op->capture; NULL: nothing captured */
};

/* The capture that a HOST_CAPTURE_BEGIN opens. */
struct capture capture_of(const struct host_trace *trace, const struct host_op *begin);

/* Whether an operation happens between begin and end, in the same run. Without an end seen, only up to code
 * that isn't seen. */
bool capture_spans(const struct host_trace *trace, const struct capture *capture, const struct host_op *op);

/* Whether a stream is part of the capture when the host reaches `at`. */
bool capture_has_stream(const struct host_trace *trace, const struct capture *capture,
	const struct host_object *stream, const struct host_op *at);

/* How sure it is that an operation happens while the capture goes on: proven, unless it has conditions of
 * its own; possible when such a condition asks about captures or graphs. */
enum confidence capture_confidence(
	const struct pass *pass, const struct capture *capture, const struct host_op *op);

/* How to call a stream; `otherwise` when it comes from elsewhere and has no name. */
const char *stream_name(
	const struct host_trace *trace, const struct host_object *stream, const char *otherwise);

/* Whether an operation is a call of the CUDA runtime or driver. */
bool op_is_cuda(const struct host_op *op);

/* The graph that an instantiated graph comes from; a graph is its own. NULL: unknown. */
const struct host_object *graph_behind(const struct host_object *object);

#endif
