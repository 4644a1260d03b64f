/* Where a stream is kept that others than its maker use: in a member, or in a variable of namespace scope.
 * The host walk follows one run of one function; what another function does with the member is told by the
 * member alone. */
#ifndef CUDALINT_RULES_KEPT_STREAM_H
#define CUDALINT_RULES_KEPT_STREAM_H

#include "analyzer/rule/rule.h"

/* One of the two, or neither. */
struct kept_stream {
	const struct ir_field *field;
	const struct ir_var *var;
};

/* Where the stream goes that an operation makes: what the call writes to, or what is given its result or the
 * variable that received it. False: nowhere that is known. */
bool kept_stream_of(struct kept_stream *out, const struct host_trace *trace, const struct host_op *made_by);

/* Whether work of the unit goes to what is kept there, and nothing that isn't seen gets hold of it. */
bool kept_stream_is_used(const struct pass *pass, const struct kept_stream *kept);

#endif
