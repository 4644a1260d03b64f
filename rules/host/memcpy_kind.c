/* CU726 memcpy-kind: the direction that a copy states contradicts where its pointers come from.
 *
 * Pinned, registered and managed memory belong to both sides; what isn't seen may be either. */
#include "rules/host/common/overlap.h"

#include "analyzer/cuda/runtime.h"

#include <string.h>

enum side { SIDE_UNKNOWN, SIDE_HOST, SIDE_DEVICE, SIDE_BOTH };

static enum side side_of(
	const struct host_use_table *table, const struct host_access *access, const struct host_op *op)
{
	if (access->is_symbol) /* perhaps by its name, in code for old toolkits */
		return SIDE_DEVICE;
	switch (access->object->kind) {
	case HOST_DEVICE:
	case HOST_ARRAY: return SIDE_DEVICE;
	case HOST_TEXT: return SIDE_HOST;
	case HOST_PINNED:
	case HOST_MANAGED: return SIDE_BOTH;
	case HOST_VARIABLE:
	case HOST_HEAP:
		return overlap_is_registered(host_uses_of(table, access->object), op) ? SIDE_BOTH : SIDE_HOST;
	default: return SIDE_UNKNOWN;
	}
}

static const char *const kind_names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
	"cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice", "cudaMemcpyDefault"};

static bool kind_reads_device(int64_t kind)
{
	return kind == 2 || kind == 3;
}

static bool kind_writes_device(int64_t kind)
{
	return kind == 1 || kind == 3;
}

static bool contradicts(enum side side, bool is_device)
{
	return side == (is_device ? SIDE_HOST : SIDE_DEVICE);
}

/* The direction that fits both ends; cudaMemcpyDefault where one isn't known. */
static const char *right_kind(enum side to, enum side from)
{
	bool is_known = (to == SIDE_HOST || to == SIDE_DEVICE) && (from == SIDE_HOST || from == SIDE_DEVICE);
	return kind_names[is_known ? (to == SIDE_DEVICE) + 2 * (from == SIDE_DEVICE) : 4];
}

static void offer_fix(struct pass *pass, struct finding *finding, const struct host_op *op, const char *kind)
{
	const struct cuda_call *call = cuda_call_of(op->callee, op->value_count);
	const char *at = call ? strchr(call->roles, 'k') : NULL;
	size_t index = at ? (size_t)(at - call->roles) : 0;
	if (!at || index >= op->expr->operand_count || !op->expr->operands[index]->range.begin)
		return;
	struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "state the direction of the pointers");
	fix_replace(pass, fix, op->expr->operands[index]->range, "%s", kind);
}

static void check(struct pass *pass, const struct host_trace *trace, const struct host_use_table *table,
	const struct host_op *op)
{
	const struct host_access *to = NULL, *from = NULL;
	for (size_t i = 0; i < op->access_count; i++)
		*(op->accesses[i].writes ? &to : &from) = &op->accesses[i];
	enum side to_side = to ? side_of(table, to, op) : SIDE_UNKNOWN,
		  from_side = from ? side_of(table, from, op) : SIDE_UNKNOWN;
	bool to_wrong = contradicts(to_side, kind_writes_device(op->copy_kind)),
	     from_wrong = contradicts(from_side, kind_reads_device(op->copy_kind));
	if ((!to_wrong && !from_wrong) ||
		overlap_is_told(pass, overlap_told(pass), op, op, CONFIDENCE_PROVEN))
		return;
	const struct host_access *wrong = to_wrong ? to : from;
	const char *kind = right_kind(to_side, from_side);
	struct finding *finding = pass_report_op(pass, op,
		"`%s` is told %s, but %s, %s, is memory of the %s: %s", op->callee, kind_names[op->copy_kind],
		host_object_name(trace, wrong->object), to_wrong ? "its target" : "its source",
		(to_wrong ? to_side : from_side) == SIDE_HOST ? "host" : "device",
		to_wrong && from_wrong
			? "both ends contradict it; the arguments are swapped or the direction is wrong"
			: "the result is undefined");
	if (wrong->object->kind == HOST_VARIABLE && wrong->object->var)
		pass_related(pass, finding, wrong->object->var->range, "declared here");
	else if (wrong->object->made)
		pass_related(pass, finding, wrong->object->made->range, "allocated here");
	offer_fix(pass, finding, op, kind);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	const struct host_use_table *table = host_use_table_of(trace);
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_COPY && op->copy_kind >= 0 && op->copy_kind <= 3 &&
			op->access_count <= 2 && op->expr)
			check(pass, trace, table, op);
	}
}

const struct rule rule_memcpy_kind = {
	.code = "CU726",
	.name = "memcpy-kind",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Direction of a copy contradicts its pointers",
	.hooks = {.host = on_host},
};
