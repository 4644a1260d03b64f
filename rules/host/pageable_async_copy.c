/* CU713 pageable-async-copy: cudaMemcpyAsync with ordinary memory of the host, which the driver copies
 * through a pinned buffer of its own: the call waits for that, and the copy doesn't overlap as it seems to.
 *
 * Only memory that is seen to be ordinary: malloc, new, containers, variables; not registered. */
#include "rules/host/common/overlap.h"

/* A copy of 4 KB takes as long either way. */
enum { LEAST_BYTES = 1 << 16 };

static const struct host_access *pageable(const struct host_use_table *table, const struct host_op *op)
{
	for (size_t i = 0; i < op->access_count; i++) {
		const struct host_object *object = op->accesses[i].object;
		bool is_ordinary = object->kind == HOST_VARIABLE || object->kind == HOST_HEAP;
		if (is_ordinary && !overlap_is_registered(host_uses_of(table, object), op))
			return &op->accesses[i];
	}
	return NULL;
}

static bool is_small(const struct host_access *access)
{
	int64_t bytes;
	return access->size && host_sum_is_number(access->size, &bytes) && bytes < LEAST_BYTES;
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	const struct host_use_table *table = host_use_table_of(trace);
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind != HOST_COPY || !op->is_async || op->capture || op->copy_kind == 0)
			continue;
		const struct host_access *access = pageable(table, op);
		if (!access || overlap_is_told(pass, overlap_told(pass), op, op, CONFIDENCE_PROVEN))
			continue;
		struct finding *finding = pass_report_op(pass, op,
			"%s is pageable: `%s` copies it through a staging buffer, and the host waits for "
			"that; allocate it with cudaMallocHost or register it",
			host_object_name(trace, access->object), op->callee);
		if (!is_small(access))
			pass_cost_memory(pass, finding, access->size, model_host_costs.pageable_us,
				model_host_costs.pinned_us);
		if (access->object->kind == HOST_HEAP && access->object->made)
			pass_related(pass, finding, access->object->made->range, "allocated here");
	}
}

const struct rule rule_pageable_async_copy = {
	.code = "CU713",
	.name = "pageable-async-copy",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Asynchronous copy of pageable host memory",
	.strict_only = true,
	.hooks = {.host = on_host},
};
