/* CU743 other-device: memory, a stream or an event of one device used while another one is current.
 *
 * Only devices whose numbers are known, or differ for certain. Where a call lets devices reach each other, or
 * memory is managed, on the host or mapped by the program itself, it is silent. */
#include "analyzer/rule/rule.h"
#include "rules/host/common/overlap.h"

static bool differ(const struct host_sum *a, const struct host_sum *b)
{
	int64_t distance;
	return a && b && host_sum_distance(a, b, &distance) && distance != 0;
}

static bool lets_peers_in(const struct host_trace *trace)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->call && trace->ops.data[i]->call->meets_peers &&
			trace->ops.data[i]->kind == HOST_RUNTIME)
			return true;
	return false;
}

static void report(struct pass *pass, const struct host_op *op, const struct host_object *object,
	bool is_error, const char *message)
{
	if (overlap_is_told(pass, overlap_told(pass), op, op, CONFIDENCE_PROVEN))
		return;
	struct finding *finding = pass_report_op(pass, op, "%s", message);
	if (!is_error)
		finding->severity = SEVERITY_WARNING;
	if (object->made)
		pass_related(
			pass, finding, object->made->range, "made here, for the device that was current");
}

static const char *number_of(struct pass *pass, const struct host_sum *device)
{
	int64_t number;
	return host_sum_is_number(device, &number)
		       ? arena_printf(pass->arena, "device %lld", (long long)number)
		       : "another device";
}

static void check_launch(struct pass *pass, const struct host_trace *trace, const struct host_op *op)
{
	for (size_t i = 0; i < op->access_count; i++) {
		const struct host_object *object = op->accesses[i].object;
		if (object->kind != HOST_DEVICE || !object->made_by || object->is_stream_ordered ||
			op->accesses[i].is_maybe || !differ(object->device, op->device) ||
			object->made_by->kind != HOST_MALLOC)
			continue;
		report(pass, op, object, true,
			arena_printf(pass->arena,
				"%s runs on %s and uses %s, which is memory of %s: nothing lets it in "
				"(`cudaDeviceEnablePeerAccess`)",
				overlap_work_name(pass, op), number_of(pass, op->device),
				host_object_name(trace, object), number_of(pass, object->device)));
		return;
	}
}

static bool is_made_stream(const struct host_object *stream)
{
	return stream && stream->kind == HOST_STREAM && stream->made_by;
}

static void check_stream(struct pass *pass, const struct host_trace *trace, const struct host_op *op)
{
	if (op->kind == HOST_LAUNCH && is_made_stream(op->stream) && differ(op->stream->device, op->device))
		report(pass, op, op->stream, false,
			arena_printf(pass->arena,
				"%s goes to %s, a stream of %s, while %s is current: it fails up to CUDA 12",
				overlap_work_name(pass, op), host_object_name(trace, op->stream),
				number_of(pass, op->stream->device), number_of(pass, op->device)));
	if (op->kind == HOST_RECORD && op->event && op->event->kind == HOST_EVENT && op->event->made_by &&
		op->stream && op->stream->kind == HOST_STREAM && !op->capture &&
		differ(op->event->device, op->stream->device))
		report(pass, op, op->event, true,
			arena_printf(pass->arena,
				"%s is an event of %s, but is recorded in a stream of %s: the call fails",
				host_object_name(trace, op->event), number_of(pass, op->event->device),
				number_of(pass, op->stream->device)));
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	bool has_peers = lets_peers_in(trace);
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_LAUNCH && !has_peers && !op->capture)
			check_launch(pass, trace, op);
		check_stream(pass, trace, op);
	}
}

const struct rule rule_other_device = {
	.code = "CU743",
	.name = "other-device",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Memory, stream or event of another device",
	.hooks = {.host = on_host},
};
