/* CU716 batch-attributes: a cudaMemcpyBatchAsync whose arguments don't fit each other, or whose copies depend
 * on an order that a batch doesn't have.
 *
 * The arrays are followed where they are filled; what isn't known of them is right. */
#include "rules/host/common/overlap.h"

#include <inttypes.h>
#include <string.h>

enum { ORDER_STREAM = 1, ORDER_DURING_CALL = 2, ORDER_ANY = 3 }; /* cudaMemcpySrcAccessOrder... */

static struct finding *report(struct pass *pass, const struct host_op *op, const char *message)
{
	if (overlap_is_told(pass, overlap_told(pass), op, op, CONFIDENCE_PROVEN))
		return NULL;
	return pass_report_op(pass, op, "%s", message);
}

/* ---- the arguments --------------------------------------------------------------------------- */

static const char *wrong_index(struct pass *pass, const struct host_batch *batch, size_t i)
{
	const struct host_sum *first = batch->attributes[i].first;
	int64_t number, distance;
	if (!first)
		return NULL;
	if (i == 0 && host_sum_is_number(first, &number) && number)
		return arena_printf(pass->arena,
			"attrsIdxs[0] is %" PRId64 ": it must be 0, every copy needs an attribute", number);
	if (host_sum_distance(first, batch->count, &distance) && distance >= 0)
		return arena_printf(pass->arena, "attrsIdxs[%zu] lies behind the last copy", i);
	if (i && batch->attributes[i - 1].first &&
		host_sum_distance(first, batch->attributes[i - 1].first, &distance) && distance <= 0)
		return arena_printf(pass->arena,
			"attrsIdxs[%zu] isn't larger than the one before it: the indices must rise", i);
	return NULL;
}

static const char *wrong_order(struct pass *pass, const struct host_batch *batch, size_t i)
{
	int64_t order;
	const struct host_batch_attribute *attribute = &batch->attributes[i];
	bool is_known = attribute->order && host_sum_is_number(attribute->order, &order);
	if (attribute->is_unset || (is_known && order == 0))
		return arena_printf(pass->arena,
			"srcAccessOrder of attribute %zu is never set, and the call fails: say "
			"cudaMemcpySrcAccessOrderStream, or DuringApiCall for sources that don't outlive the "
			"call",
			i);
	if (is_known && (order < ORDER_STREAM || order > ORDER_ANY))
		return arena_printf(pass->arena,
			"srcAccessOrder of attribute %zu is %" PRId64 ", which is none", i, order);
	return NULL;
}

static const char *wrong_count(struct pass *pass, const struct host_batch *batch)
{
	int64_t stated, distance;
	if (host_sum_distance(batch->stated_count, batch->count, &distance) && distance > 0)
		return "numAttrs is larger than the number of copies";
	if (!host_sum_is_number(batch->stated_count, &stated))
		return NULL;
	if (batch->room >= 0 && stated > batch->room)
		return arena_printf(pass->arena,
			"numAttrs is %" PRId64 ", but attrs has %" PRId64 " element%s", stated, batch->room,
			batch->room == 1 ? "" : "s");
	if (batch->index_room >= 0 && stated > batch->index_room)
		return arena_printf(pass->arena,
			"numAttrs is %" PRId64 ", but attrsIdxs has %" PRId64 " element%s", stated,
			batch->index_room, batch->index_room == 1 ? "" : "s");
	return NULL;
}

static void check_arguments(struct pass *pass, const struct host_op *op)
{
	const struct host_batch *batch = op->batch;
	const char *message = wrong_count(pass, batch);
	for (size_t i = 0; i < batch->attribute_count && !message; i++) {
		message = wrong_index(pass, batch, i);
		message = message ? message : wrong_order(pass, batch, i);
	}
	if (message)
		report(pass, op, message);
}

/* ---- the copies ------------------------------------------------------------------------------ */

/* Copies of one batch run in any order. */
static void check_parts(struct pass *pass, struct host_trace *trace, const struct host_op *op)
{
	for (size_t i = 0; i < op->access_count; i++)
		for (size_t k = 0; k < i; k++) {
			const struct host_access *a = &op->accesses[k], *b = &op->accesses[i];
			if (a->part == b->part || host_accesses_meet(trace, a, b) != 2)
				continue;
			report(pass, op,
				arena_printf(pass->arena,
					"copies %" PRIu32 " and %" PRIu32
					" of the batch touch the same bytes of %s, and a batch has no order: "
					"give the second a call of its own",
					a->part < b->part ? a->part : b->part,
					a->part < b->part ? b->part : a->part,
					host_object_name(trace, a->object)));
			return;
		}
}

static bool is_writer(const struct host_use *use)
{
	return use->access && use->access->writes && host_is_work(use->op) &&
	       use->op->kind != HOST_GRAPH_ADD && !use->op->capture;
}

/* A source that is read when the call is made, though work in a stream is still to write it. */
static void check_source(struct pass *pass, struct host_trace *trace, const struct host_order *order,
	struct host_uses uses, const struct host_op *op, const struct host_access *source)
{
	int64_t when = host_batch_order(op->batch, source->part);
	if ((when != ORDER_DURING_CALL && when != ORDER_ANY) || source->writes)
		return;
	for (size_t i = 0; i < uses.count && uses.data[i].op->index < op->index; i++) {
		const struct host_op *writer = uses.data[i].op;
		int how =
			is_writer(&uses.data[i]) ? host_accesses_meet(trace, uses.data[i].access, source) : 0;
		if (!how || uses.data[i].access->is_maybe || host_is_waited_for(order, writer, op) ||
			!host_may_both_happen(&writer->where, &op->where))
			continue;
		struct finding *finding = report(pass, op,
			arena_printf(pass->arena,
				"copy %" PRIu32
				" reads %s out of stream order (%s), but %s may still write it: say "
				"cudaMemcpySrcAccessOrderStream",
				source->part, host_object_name(trace, source->object),
				when == ORDER_ANY ? "cudaMemcpySrcAccessOrderAny"
						  : "cudaMemcpySrcAccessOrderDuringApiCall",
				overlap_work_name(pass, writer)));
		if (!finding)
			return;
		if (how < 2) {
			finding->confidence = CONFIDENCE_LIKELY;
			finding->severity = SEVERITY_WARNING;
		}
		pass_related(pass, finding, writer->range, "writes it");
		return;
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	const struct host_use_table *table = host_use_table_of(trace);
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind != HOST_COPY_BATCH)
			continue;
		if (op->stream && op->stream->kind == HOST_STREAM && op->stream->stream == HOST_STREAM_NULL)
			report(pass, op, "a batch of copies can't go to the NULL stream: the call fails");
		if (!op->batch)
			continue;
		check_arguments(pass, op);
		check_parts(pass, trace, op);
		for (size_t k = 0; k < op->access_count; k++)
			check_source(pass, trace, order, host_uses_of(table, op->accesses[k].object), op,
				&op->accesses[k]);
	}
}

const struct rule rule_batch_attributes = {
	.code = "CU716",
	.name = "batch-attributes",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Arguments of a batched copy don't fit, or need an order that it doesn't have",
	.hooks = {.host = on_host},
};
