/* Calls that take a stream which their caller may leave out: device-wide algorithms of CUB, Thrust's
 * algorithms with a policy, and functions whose stream has a default. */
#ifndef CUDALINT_RULES_LIBRARY_STREAM_H
#define CUDALINT_RULES_LIBRARY_STREAM_H

#include "analyzer/rule/rule.h"

bool library_is_stream(const struct ir_type *type);

/* No stream, or a constant that means the NULL stream. */
bool library_is_null_stream(const struct ir_expr *expr);

enum library_work {
	LIBRARY_NONE,     /* no such call, it has a stream, or it only asks for the size of its storage */
	LIBRARY_CUB,      /* cub::Device...::...() */
	LIBRARY_THRUST,   /* thrust::...(thrust::device, ...), without .on(stream) */
	LIBRARY_DEFAULTED /* a function whose stream has a default */
};

/* What a call puts on the NULL stream, in the function that makes it. */
enum library_work library_work_of(const struct ir_expr *call, const struct ir_function *caller);

#endif
