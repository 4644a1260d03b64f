/* CU135 copy-out-of-bounds: a copy or a memset that passes the end of what it was given.
 *
 * Both ends count, device and host. Numbers are compared exactly, and sums of unknowns where one is more than
 * the other by a known number of bytes, or is a multiple of it: `cudaMalloc(&p, n * 4)` and a copy of `n *
 * 8`. What may be either is left
 * alone, and an allocation that is counted in elements is CU136's. */
#include "analyzer/rule/rule.h"
#include "rules/memory/common/allocation.h"
#include "rules/memory/common/elements.h"

#include <string.h>

/* Whether `left` is more than `right` whatever the unknowns are, as long as something is copied at all. */
static bool is_more(struct host_trace *trace, const struct host_sum *left, const struct host_sum *right)
{
	int64_t distance;
	(void)trace;
	if (host_sum_distance(left, right, &distance))
		return distance > 0;
	/* multiples of one number: of extents, which aren't negative */
	if (left->term_count != 1 || right->term_count != 1 || left->constant < 0 || right->constant > 0)
		return false;
	return left->terms[0].atom == right->terms[0].atom && right->terms[0].factor > 0 &&
	       left->terms[0].factor > right->terms[0].factor;
}

static bool is_start(const struct host_access *access)
{
	int64_t offset;
	return host_sum_is_number(access->offset, &offset) && !offset;
}

/* Bytes from the object's start to behind the last that is touched. */
static const struct host_sum *reach_of(const struct host_trace *trace, const struct host_access *access)
{
	const struct host_sum *bytes = access->extent ? access->extent : access->size;
	return bytes && access->offset ? host_sum_add(trace->sums, access->offset, bytes, 1) : NULL;
}

static const char *side_of(const struct host_op *op, const struct host_access *access)
{
	return op->kind == HOST_MEMSET ? "" : access->writes ? ", its target," : ", its source,";
}

static void check_access(struct pass *pass, struct host_trace *trace, const struct host_op *op,
	const struct host_access *access)
{
	const struct host_sum *reach = reach_of(trace, access);
	if (!reach || !access->room || access->is_maybe || !is_more(trace, reach, access->room) ||
		elements_are_counted(pass, trace, access->object) || allocation_is_told(pass, op->range))
		return;
	const char *bytes = allocation_bytes(pass, access->extent ? access->extent : access->size),
		   *room = allocation_bytes(pass, access->room);
	const char *from = is_start(access) || !allocation_bytes(pass, access->offset)
				   ? ""
				   : arena_printf(pass->arena, " from byte %s on",
					     allocation_bytes(pass, access->offset));
	struct finding *finding = pass_report_op(pass, op, "`%s` %s %s bytes%s, but %s%s has %s", op->callee,
		access->writes ? "writes" : "reads", bytes ? bytes : "more", from,
		host_object_name(trace, access->object), side_of(op, access), room ? room : "fewer");
	const struct host_op *made = access->object->made_by;
	finding->confidence = made ? allocation_confidence(&op->where, &made->where) : CONFIDENCE_PROVEN;
	if (finding->confidence < CONFIDENCE_PROVEN)
		finding->severity = SEVERITY_WARNING;
	allocation_related(pass, finding, access->object);
}

/* Rows that are wider than the distance between them overlap. */
static void check_pitch(struct pass *pass, struct host_trace *trace, const struct host_op *op)
{
	const char *width_at = strchr(op->call->roles, 'W'), *pitch_at;
	const char *sides = "qQ";
	for (; width_at && *sides; sides++) {
		pitch_at = strchr(op->call->roles, *sides);
		size_t width = (size_t)(width_at - op->call->roles),
		       pitch = pitch_at ? (size_t)(pitch_at - op->call->roles) : op->value_count;
		if (pitch >= op->value_count || width >= op->value_count)
			continue;
		const struct host_value *row = &op->values[width], *line = &op->values[pitch];
		if (row->kind != HOST_NUMBER || line->kind != HOST_NUMBER ||
			!is_more(trace, row->number, line->number) || allocation_is_told(pass, op->range))
			continue;
		const char *bytes = allocation_bytes(pass, row->number),
			   *step = allocation_bytes(pass, line->number);
		pass_report_op(pass, op, "`%s` is told rows of %s bytes, but a pitch of %s: the call fails",
			op->callee, bytes ? bytes : "more", step ? step : "fewer");
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		bool is_copy = op->kind == HOST_COPY || op->kind == HOST_MEMSET ||
			       op->kind == HOST_COPY_BATCH || op->kind == HOST_GRAPH_ADD;
		if (!is_copy || !op->call || op->launch)
			continue;
		for (size_t k = 0; k < op->access_count; k++)
			check_access(pass, trace, op, &op->accesses[k]);
		check_pitch(pass, trace, op);
	}
}

const struct rule rule_copy_out_of_bounds = {
	.code = "CU135",
	.name = "copy-out-of-bounds",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Copy or memset past the end of its memory",
	.hooks = {.host = on_host},
};
