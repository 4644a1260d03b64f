/* CU731 captured-work-not-run: work that is recorded into a graph and then not run.
 *
 *   - a path captures and instantiates a graph but doesn't launch it, while the other path, or a later turn
 * of the same loop, launches: what was captured is lost that time
 *   - memory is copied to the host, or read by it, of which the kernel or copy that writes it has only been
 * captured
 *
 * Silent where the same kernel also runs outside the capture (a warm-up), where code that isn't seen may
 * launch the graph, and where the graph is handed on. */
#include <string.h>

#include "rules/graphs/common/captures.h"

/* ---- the first turn's work ------------------------------------------------------------------- */

static bool is_graph_run(const struct host_op *op)
{
	return op->kind == HOST_GRAPH_LAUNCH;
}

/* Whether a launch may run the captured graph. */
static bool may_run(const struct host_op *launch, const struct host_object *graph)
{
	const struct host_object *behind = graph_behind(launch->object);
	return !behind || behind == graph;
}

/* Whether both happen in the same turn of the innermost loop around `at`; nested ones count as in it. */
static bool in_same_turn(const struct host_op *at, const struct host_op *op)
{
	return !at->where.turn || host_is_in_turn(op, at->where.turn);
}

static bool in_later_turn(const struct host_op *at, const struct host_op *op)
{
	int64_t turns;
	return at->where.turn && host_turns_after(op, at->where.turn, &turns) && turns > 0;
}

/* Whether a kernel that was captured also runs outside of captures in this turn. */
static bool runs_anyway(const struct host_trace *trace, const struct capture *capture)
{
	for (size_t i = capture->begin->index + 1; i < capture->end->index; i++) {
		const struct host_op *captured = trace->ops.data[i];
		if (captured->kind != HOST_LAUNCH || captured->capture != capture->graph || !capture->graph)
			continue;
		for (size_t k = 0; k < trace->ops.count; k++) {
			const struct host_op *op = trace->ops.data[k];
			if (op->kind == HOST_LAUNCH && !op->capture && op->launch->kernel &&
				op->launch->kernel == captured->launch->kernel &&
				host_may_both_happen(&op->where, &capture->begin->where))
				return true;
		}
	}
	return false;
}

static bool has_work(const struct host_trace *trace, const struct capture *capture)
{
	for (size_t i = capture->begin->index + 1; i < capture->end->index; i++)
		if (host_is_work(trace->ops.data[i]) && capture->graph &&
			trace->ops.data[i]->capture == capture->graph)
			return true;
	return false;
}

static const struct host_op *instantiation(const struct host_trace *trace, const struct capture *capture)
{
	for (size_t i = capture->end->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_INSTANTIATE && graph_behind(op->object) == capture->graph &&
			host_may_both_happen(&op->where, &capture->end->where))
			return op;
	}
	return NULL;
}

/* The launch on the other path, or of a later turn, when this turn has none. */
static const struct host_op *launch_elsewhere(
	const struct host_trace *trace, const struct capture *capture, const struct host_op *instance)
{
	const struct host_op *elsewhere = NULL;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		bool is_after = op->index > instance->index;
		bool may_follow = is_after && host_may_both_happen(&op->where, &instance->where);
		if (may_follow && (op->kind == HOST_OPAQUE) && in_same_turn(instance, op))
			return NULL;
		if (op->kind == HOST_GRAPH_ADD && may_follow && !host_is_work(op))
			continue;
		if (!is_graph_run(op) || !may_run(op, capture->graph))
			continue;
		if (may_follow && in_same_turn(instance, op))
			return NULL;
		bool is_sibling =
			in_same_turn(instance, op) && !host_may_both_happen(&op->where, &instance->where);
		if (!elsewhere && (is_sibling || (is_after && in_later_turn(instance, op))))
			elsewhere = op;
	}
	return elsewhere;
}

static void judge_first_turn(struct pass *pass, struct host_trace *trace, const struct capture *capture)
{
	const struct host_op *instance = instantiation(trace, capture);
	if (!instance || !has_work(trace, capture))
		return;
	const struct host_op *launch = launch_elsewhere(trace, capture, instance);
	if (!launch || runs_anyway(trace, capture))
		return;
	struct finding *finding = pass_report_op(pass, instance,
		"this path captures and instantiates the graph but doesn't launch it: capturing runs "
		"nothing, so the work is lost this time");
	finding->confidence = trace->is_partial ? CONFIDENCE_POSSIBLE : CONFIDENCE_LIKELY;
	pass_related(pass, finding, launch->range,
		"the graph is launched only here, when it was instantiated before");
	pass_related(pass, finding, capture->begin->range, "the capture begins here");
}

/* ---- results of what never ran --------------------------------------------------------------- */

static bool is_read_back(const struct host_op *op)
{
	return (op->kind == HOST_COPY && !op->capture && op->copy_kind == 2) || op->kind == HOST_ACCESS;
}

static bool is_for_host(const struct host_object *memory)
{
	return memory->kind == HOST_PINNED || memory->kind == HOST_MANAGED || memory->kind == HOST_HEAP ||
	       memory->kind == HOST_VARIABLE;
}

/* Whether anything in between may run the captured work, or write the same memory. */
static bool may_have_run(const struct host_trace *trace, const struct capture *capture,
	const struct host_op *read, const struct host_object *memory)
{
	for (size_t i = 0; i < read->index; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (!host_may_both_happen(&op->where, &read->where))
			continue;
		if (is_graph_run(op) || (op->kind == HOST_OPAQUE && op->index > capture->begin->index) ||
			op->kind == HOST_CALLBACK)
			return true;
		if (op->capture ||
			(op->kind != HOST_LAUNCH && op->kind != HOST_LIBRARY_CALL && !is_for_host(memory)))
			continue;
		for (size_t k = 0; k < op->access_count; k++)
			if (op->accesses[k].object == memory && op->accesses[k].writes)
				return true;
	}
	return false;
}

static const struct host_access *written(const struct host_op *work, const struct host_object *memory)
{
	for (size_t i = 0; i < work->access_count; i++)
		if (work->accesses[i].object == memory && work->accesses[i].writes &&
			!work->accesses[i].is_maybe)
			return &work->accesses[i];
	return NULL;
}

static const struct host_op *captured_writer(
	const struct host_trace *trace, const struct capture *capture, const struct host_object *memory)
{
	for (size_t i = capture->end->index; i-- > capture->begin->index + 1;) {
		const struct host_op *op = trace->ops.data[i];
		if ((op->kind == HOST_LAUNCH || op->kind == HOST_COPY) && op->capture &&
			op->capture == capture->graph && written(op, memory))
			return op;
	}
	return NULL;
}

static void judge_read(struct pass *pass, struct host_trace *trace, const struct capture *capture,
	const struct host_op *read)
{
	for (size_t i = 0; i < read->access_count; i++) {
		const struct host_object *memory = read->accesses[i].object;
		bool is_host_read = read->kind == HOST_ACCESS;
		if (!read->accesses[i].reads || read->accesses[i].is_maybe || !memory || memory->is_escaped ||
			(is_host_read ? !is_for_host(memory) : memory->kind != HOST_DEVICE))
			continue;
		const struct host_op *writer = captured_writer(trace, capture, memory);
		if (!writer || may_have_run(trace, capture, read, memory))
			continue;
		struct finding *finding = pass_report_op(pass, read,
			"%s is %s the host, but the %s that writes it was only captured: the graph has not "
			"been launched yet",
			host_object_name(trace, memory), is_host_read ? "read by" : "copied to",
			writer->kind == HOST_LAUNCH ? "kernel" : "copy");
		finding->confidence = CONFIDENCE_LIKELY;
		pass_related(pass, finding, writer->range, "captured here, which runs nothing");
		return;
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *begin = trace->ops.data[i];
		if (begin->kind != HOST_CAPTURE_BEGIN || !begin->stream)
			continue;
		const struct capture capture = capture_of(trace, begin);
		if (!capture.end || !capture.graph)
			continue;
		judge_first_turn(pass, trace, &capture);
		if (capture.end->object && capture.end->object->is_escaped)
			continue;
		for (size_t k = capture.end->index + 1; k < trace->ops.count; k++)
			if (is_read_back(trace->ops.data[k]) &&
				host_may_both_happen(&capture.end->where, &trace->ops.data[k]->where))
				judge_read(pass, trace, &capture, trace->ops.data[k]);
	}
}

const struct rule rule_captured_work_not_run = {
	.code = "CU731",
	.name = "captured-work-not-run",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Work that is captured into a graph and not run",
	.hooks = {.host = on_host},
};
