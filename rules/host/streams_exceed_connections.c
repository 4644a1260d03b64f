/* CU744 streams-exceed-connections: more streams of one device get work, with no wait between, than the
 * device has connections for: 8, unless CUDA_DEVICE_MAX_CONNECTIONS says otherwise.
 *
 * Streams beyond that share a connection, and wait for each other. */
#include "analyzer/rule/rule.h"
#include "rules/host/common/overlap.h"

#include <stdlib.h>
#include <string.h>

enum { CONNECTIONS = 8 };

static bool is_work_stream(const struct host_object *stream)
{
	return stream && stream->kind == HOST_STREAM && stream->made_by;
}

/* Each turn goes to another device. */
static bool differ_in_devices(const struct host_trace *trace, const struct host_op *op)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->expr == op->expr && trace->ops.data[i]->device != op->device)
			return true;
	return false;
}

/* What the program sets before its first work; the default otherwise. */
static int64_t connections(const struct host_trace *trace, bool *is_known)
{
	*is_known = true;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_ENVIRONMENT && op->expr && op->expr->operand_count >= 2) {
			const struct ir_expr *name = ir_strip_casts(op->expr->operands[0]),
					     *value = ir_strip_casts(op->expr->operands[1]);
			if (name->kind != IR_STRING ||
				strcmp(name->string.text, "CUDA_DEVICE_MAX_CONNECTIONS"))
				continue;
			*is_known = value->kind == IR_STRING;
			return *is_known ? atoi(value->string.text) : CONNECTIONS;
		}
	}
	return CONNECTIONS;
}

/* How many streams the turns of a loop go through: one for each turn, as far as turns were walked; 0: some
 * come again, as in a ring. */
static int64_t streams_of(const struct host_trace *trace, const struct host_op *op)
{
	const struct host_object *seen[16];
	const struct host_turn *turn = op->where.turn;
	size_t count = 0;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *other = trace->ops.data[i];
		if (other->expr != op->expr || !other->where.turn || other->where.turn->run != turn->run)
			continue;
		for (size_t k = 0; k < count; k++)
			if (seen[k] == other->stream)
				return 0;
		if (!is_work_stream(other->stream) || count == sizeof seen / sizeof *seen)
			return 0;
		seen[count++] = other->stream;
	}
	return turn->total;
}

static bool waits_in_loop(const struct host_trace *trace, const struct host_op *op)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *other = trace->ops.data[i];
		bool waits = other->kind == HOST_STREAM_SYNC || other->kind == HOST_EVENT_SYNC ||
			     other->kind == HOST_DEVICE_SYNC || other->kind == HOST_OPAQUE ||
			     (other->kind == HOST_COPY && !other->is_async);
		if (waits && host_turn_of(&other->where, op->where.turn->loop))
			return true;
	}
	return false;
}

static void check(struct pass *pass, const struct host_trace *trace, const struct host_op *op, int64_t most)
{
	if (!op->where.turn || op->where.turn->turn || op->kind != HOST_LAUNCH || op->capture ||
		!is_work_stream(op->stream))
		return;
	int64_t count = streams_of(trace, op);
	if (count <= most || waits_in_loop(trace, op) || differ_in_devices(trace, op) ||
		overlap_is_told(pass, overlap_told(pass), op, op, CONFIDENCE_PROVEN))
		return;
	pass_report_op(pass, op,
		"%lld streams get work here, but the device has %lld connections: the others wait behind them; set "
		"`CUDA_DEVICE_MAX_CONNECTIONS` (up to 32) before the first call",
		(long long)count, (long long)most);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	bool is_known;
	int64_t most = connections(trace, &is_known);
	(void)order;
	for (size_t i = 0; is_known && i < trace->ops.count; i++)
		check(pass, trace, trace->ops.data[i], most);
}

const struct rule rule_streams_exceed_connections = {
	.code = "CU744",
	.name = "streams-exceed-connections",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "More streams than connections to the device",
	.hooks = {.host = on_host},
};
