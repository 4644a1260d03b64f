/* CU728 host-access-before-sync: the host reads, writes or frees its own memory while work that it has handed
 * the memory to may still use it; and main returns with work that nobody has waited for.
 *
 * Pinned and registered memory: any work, both ways. Pageable memory: the target of an asynchronous copy; the
 * driver stages what it reads. Managed memory is CU722's, and memory that the device alone uses has rules of
 * its own. */
#include "rules/host/common/overlap.h"

#include <string.h>

enum { MOST_LATER = 512 }; /* uses of the memory that are looked at after the work */

/* The host's access, or the end of the memory, as an access. */
static bool host_side(const struct host_use *use, struct host_access *access)
{
	const struct host_op *op = use->op;
	switch (op->kind) {
	case HOST_ACCESS:
		if (use->access)
			*access = *use->access;
		return use->access != NULL;
	case HOST_FREE:
	case HOST_SCOPE_END:
		*access = (struct host_access){.object = op->object, .writes = true, .reads = true};
		return true;
	case HOST_UNREGISTER:
		*access = (struct host_access){.object = op->object, .writes = true, .reads = true};
		return true;
	default: return false;
	}
}

static bool is_end(const struct host_op *op)
{
	return op->kind == HOST_FREE || op->kind == HOST_SCOPE_END || op->kind == HOST_UNREGISTER;
}

/* Whether the work may still be at it when its call has returned: all that uses pinned memory; from pageable
 * memory only asynchronous copies into it. */
static bool is_pending_use(const struct host_use *use, bool is_pinned)
{
	const struct host_op *op = use->op;
	if (!use->access || use->access->is_maybe || !host_is_work(op) || op->kind == HOST_GRAPH_ADD ||
		op->capture)
		return false;
	if (is_pinned)
		return op->kind == HOST_LAUNCH || op->kind == HOST_COPY || op->kind == HOST_COPY_BATCH ||
		       op->kind == HOST_MEMSET || op->kind == HOST_GRAPH_LAUNCH;
	return op->kind == HOST_COPY && op->is_async && use->access->writes;
}

/* Functions of the C library that print a pointer, or look at it. */
static bool only_names(const struct host_op *op)
{
	static const char *const names[] = {"printf", "fprintf", "snprintf", "sprintf", "operator<<",
		"assert", "addressof", "swap", "move", "operator==", "operator!=", "get", "size", "empty",
		NULL};
	return ir_is_one_of(op->callee, names);
}

static bool is_volatile(const struct host_op *op)
{
	return op->expr && op->expr->type && op->expr->type->is_volatile;
}

/* That the source of a copy dies is CU714's; pinned memory is freed by a call of its own. */
static bool is_of_source(const struct host_use *use)
{
	enum host_object_kind kind = use->access->object->kind;
	return (kind == HOST_VARIABLE || kind == HOST_HEAP) && !use->access->writes &&
	       (use->op->kind == HOST_COPY || use->op->kind == HOST_COPY_BATCH);
}

static const char *deed(const struct host_op *op, const struct host_access *access)
{
	switch (op->kind) {
	case HOST_FREE: return "frees";
	case HOST_SCOPE_END: return "leaves the scope of";
	case HOST_UNREGISTER: return "unregisters";
	default: return access->writes && !access->reads ? "writes" : access->writes ? "uses" : "reads";
	}
}

static void tell(
	struct pass *pass, const struct host_trace *trace, const struct overlap *overlap, bool is_pinned)
{
	const struct host_op *work = overlap->first, *at = overlap->second;
	const char *object = host_object_name(trace, overlap->in_first->object);
	const struct host_op *place = at->kind == HOST_SCOPE_END || !at->range.begin ? work : at;
	struct finding *finding = pass_report_op(pass, place,
		"the host %s %s while %s in %s may still %s it: wait first (cudaStreamSynchronize, "
		"cudaEventSynchronize)",
		deed(at, overlap->in_second), object, overlap_work_name(pass, work),
		host_object_name(trace, work->stream), overlap->in_first->writes ? "write" : "read");
	finding->confidence = overlap->confidence;
	if (!is_pinned || overlap->confidence != CONFIDENCE_PROVEN)
		finding->severity = SEVERITY_WARNING;
	if (place != work)
		pass_related(pass, finding, work->range, "not waited for: %s %s %s",
			overlap_work_name(pass, work), overlap_verb(overlap->in_first), object);
}

/* The first access of the host that comes too early for one piece of work. */
static void check_work(struct pass *pass, struct host_trace *trace, const struct host_order *order,
	struct host_uses uses, size_t first, bool is_pinned)
{
	for (size_t i = first + 1; i < uses.count && i < first + MOST_LATER; i++) {
		const struct host_op *at = uses.data[i].op;
		struct host_access access;
		struct host_use second = {at, &access};
		struct overlap overlap;
		if (host_is_waited_for(order, uses.data[first].op, at))
			return;
		if (is_end(at) && at->kind != HOST_UNREGISTER && is_of_source(&uses.data[first]))
			continue;
		if (!host_side(&uses.data[i], &access) || only_names(at) || is_volatile(at) ||
			!overlap_find(pass, trace, order, &uses.data[first], &second, &overlap))
			continue;
		if (is_end(at))
			overlap.confidence = CONFIDENCE_LIKELY;
		if (!overlap_is_told(pass, overlap_told(pass), at, at, overlap.confidence))
			tell(pass, trace, &overlap, is_pinned);
		if (overlap.confidence != CONFIDENCE_POSSIBLE)
			return;
	}
}

/* ---- the end of main ------------------------------------------------------------------------- */

/* A launch of an empty kernel: nothing is lost. */
static bool does_nothing(const struct host_op *op)
{
	const struct ir_function *kernel = op->kind == HOST_LAUNCH && op->launch ? op->launch->kernel : NULL;
	return kernel && kernel->body && kernel->body->kind == IR_BLOCK && !kernel->body->child_count;
}

/* Work that nobody may have waited for when main returns, latest first. */
static void check_end(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	if (!trace->is_main || trace->is_partial || !trace->returns || !trace->ops.count)
		return;
	const struct host_op *end = trace->ops.data[trace->ops.count - 1];
	for (size_t i = trace->ops.count - 1; i-- > 0;) {
		const struct host_op *op = trace->ops.data[i];
		bool counts = op->stream && op->stream->kind == HOST_STREAM &&
			      (op->kind == HOST_LAUNCH || op->kind == HOST_GRAPH_LAUNCH ||
				      (op->kind == HOST_COPY && op->is_async));
		if (!counts || does_nothing(op) || op->capture || end->kind != HOST_ROOT_END ||
			host_is_waited_for(order, op, end) || host_is_order_unknown(order, op, end))
			continue;
		struct finding *finding = pass_report_op(pass, op,
			"main returns while %s in %s may still run: what it does is lost; wait for it at the "
			"end",
			overlap_work_name(pass, op), host_object_name(trace, op->stream));
		finding->severity = SEVERITY_WARNING;
		if (op->where.path)
			finding->confidence = CONFIDENCE_LIKELY;
		return;
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	const struct host_use_table *table = host_use_table_of(trace);
	for (size_t i = 0; i < trace->objects.count; i++) {
		const struct host_object *object = trace->objects.data[i];
		if (object->kind != HOST_PINNED && object->kind != HOST_VARIABLE && object->kind != HOST_HEAP)
			continue;
		struct host_uses uses = host_uses_of(table, object);
		for (size_t k = 0; k < uses.count; k++) {
			bool is_pinned =
				object->kind == HOST_PINNED || overlap_is_registered(uses, uses.data[k].op);
			if (is_pending_use(&uses.data[k], is_pinned))
				check_work(pass, trace, order, uses, k, is_pinned);
		}
	}
	check_end(pass, trace, order);
}

const struct rule rule_host_access_before_sync = {
	.code = "CU728",
	.name = "host-access-before-sync",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Host uses memory that pending work still reads or writes",
	.hooks = {.host = on_host},
};
