/* CU715 batchable-copies: a loop whose turns issue nothing but a small asynchronous copy on one stream, where
 * one cudaMemcpyBatchAsync (CUDA 12.8) would do.
 *
 * Silent for the NULL stream, which batches can't use, for captures, for copies that are known to be large,
 * and where another operation of the device or a wait lies between the copies. */
#include "analyzer/cuda/host_traits.h"
#include "rules/host/common/overlap.h"

#include <inttypes.h>

enum { FIRST_VERSION = 12080, SMALL = 64 << 10, LEAST_TURNS = 3 };

static bool is_candidate(const struct host_op *op)
{
	return op->kind == HOST_COPY && op->is_async && !op->capture && op->stream && op->where.turn &&
	       op->access_count == 2 &&
	       !(op->stream->kind == HOST_STREAM && op->stream->stream == HOST_STREAM_NULL) &&
	       cuda_host_traits(op->callee)->batch;
}

/* Between two copies: other copies of the kind, what the host does with its memory, queries of errors. */
static bool is_harmless(const struct host_op *op, const struct host_op *copy)
{
	switch (op->kind) {
	case HOST_COPY: return is_candidate(op) && op->stream == copy->stream;
	case HOST_ACCESS:
	case HOST_RUNTIME:
	case HOST_CLOCK:
	case HOST_SCOPE_END: return true;
	default: return false;
	}
}

/* The copy of the next turn, with nothing in between that a batch couldn't do without. */
static const struct host_op *next_turn(const struct host_trace *trace, const struct host_op *copy)
{
	const struct host_turn *turn = copy->where.turn;
	for (size_t i = copy->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		const struct host_turn *other = op->where.turn;
		if (op->expr == copy->expr && other && other->loop == turn->loop && other->run == turn->run &&
			other->turn == turn->turn + 1 && other->up == turn->up && op->stream == copy->stream)
			return op;
		if (!is_harmless(op, copy))
			return NULL;
	}
	return NULL;
}

/* Whether every turn moves both ends on by the bytes of the one before: one copy does. */
static bool is_contiguous(const struct host_op *a, const struct host_op *b)
{
	for (size_t i = 0; i < 2; i++) {
		int64_t step, size;
		if (a->accesses[i].object != b->accesses[i].object || !a->accesses[i].offset ||
			!b->accesses[i].offset || !host_sum_is_number(a->accesses[i].size, &size) ||
			!host_sum_distance(b->accesses[i].offset, a->accesses[i].offset, &step) ||
			step != size)
			return false;
	}
	return true;
}

static void check(struct pass *pass, const struct host_trace *trace, const struct host_op *copy)
{
	const struct host_op *second = next_turn(trace, copy), *last = second;
	int turns = 1;
	for (const struct host_op *next = second; next && turns < LEAST_TURNS; turns++) {
		last = next;
		next = next_turn(trace, next);
	}
	int64_t bytes = 0;
	bool is_known = copy->accesses[0].size && host_sum_is_number(copy->accesses[0].size, &bytes);
	if (turns < LEAST_TURNS || !last || bytes > SMALL ||
		overlap_is_told(pass, overlap_told(pass), copy, copy, CONFIDENCE_PROVEN))
		return;
	const char *bytes_text = arena_printf(pass->arena, "%" PRId64 " bytes", bytes);
	struct finding *finding = pass_report_op(pass, copy,
		!is_known ? "every turn of the loop issues a copy and nothing else: where the copies, whose "
			    "size isn't known here, are small, gather them in one cudaMemcpyBatchAsync"
		: is_contiguous(copy, second)
			? "every turn of the loop copies %s behind those of the turn before: one copy does"
			: "every turn of the loop issues a copy of %s and nothing else: gather them in one "
			  "cudaMemcpyBatchAsync",
		bytes_text);
	if (is_known)
		pass_cost_host(
			pass, finding, model_host_costs.small_copy_us, model_host_costs.batched_copy_us);
	else
		finding->confidence = CONFIDENCE_LIKELY;
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	if (pass->target->cuda_version < FIRST_VERSION)
		return;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (is_candidate(op) && op->where.turn->turn == 0)
			check(pass, trace, op);
	}
}

const struct rule rule_batchable_copies = {
	.code = "CU715",
	.name = "batchable-copies",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Loop of small asynchronous copies that a batch would do at once",
	.hooks = {.host = on_host},
};
