/* CU722 managed-access-race: the host touches managed memory while the device may use it.
 *
 * A race, whatever the device: the same bytes, one side writing, nothing that orders them. Where the device
 * can't share managed memory with the host at the same time (compute capability below 6.0, Windows, WSL,
 * Tegra), the host must leave all of it alone while any kernel runs, except what is attached to the host or
 * to an idle stream; that is an info for newer devices, and nothing when the unit looks at
 * concurrentManagedAccess. Atomics, volatile flags and methods of the host's atomics are communication. */
#include "analyzer/cuda/host_traits.h"
#include "analyzer/cuda/word.h"
#include "rules/host/common/overlap.h"

#include <string.h>

enum { ATTACH_GLOBAL = 1, ATTACH_HOST = 2, ATTACH_SINGLE = 4 }; /* cudaMemAttachGlobal, ... */
enum { CONCURRENT_MANAGED_ACCESS = 89 };                        /* cudaDevAttrConcurrentManagedAccess */
enum { MOST_EARLIER = 256 };

struct look {
	struct overlap_told_list told, told_single;
	bool is_checked; /* the unit asks whether the device can share */
};

struct attachment {
	int64_t flags;
	const struct host_object *stream;
	const struct host_op *op; /* NULL: since it was made */
};

static struct look *look_of(struct pass *pass)
{
	if (!pass->state)
		pass->state = ARENA_NEW(pass->arena, struct look);
	return pass->state;
}

static void on_expr(struct pass *pass, const struct ir_expr *expr)
{
	if (expr->kind == IR_MEMBER && expr->member.name && cuda_word_find(expr->member.name)->tells_managed)
		look_of(pass)->is_checked = true;
}

static bool asks_attribute(const struct host_trace *trace)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		int64_t attribute;
		if (op->kind == HOST_RUNTIME && op->value_count > 1 &&
			cuda_host_traits(op->callee)->asks_device && op->values[1].kind == HOST_NUMBER &&
			host_sum_is_number(op->values[1].number, &attribute) &&
			attribute == CONCURRENT_MANAGED_ACCESS)
			return true;
	}
	return false;
}

/* ---- races ----------------------------------------------------------------------------------- */

static bool is_volatile_target(const struct ir_type *type)
{
	return type && (type->is_volatile || (type->element && type->element->is_volatile));
}

/* Whether the kernel polls: it takes the memory as volatile. */
static bool is_polled(const struct host_op *op, const struct host_object *object)
{
	const struct host_launch *launch = op->launch;
	for (size_t i = 0;
		launch && launch->kernel && i < launch->arg_count && i < launch->kernel->param_count; i++)
		if (launch->args[i].kind == HOST_POINTER && launch->args[i].object == object &&
			is_volatile_target(launch->kernel->params[i]->type))
			return true;
	return false;
}

/* Plain accesses of the host: not those of atomics, nor of volatile flags. The names are of C and C++. */
static bool is_plain(const struct host_use *use)
{
	const struct host_op *op = use->op;
	if (op->kind != HOST_ACCESS || !use->access)
		return false;
	static const char *const elements[] = {"operator[]", "at", "front", "back", NULL};
	bool is_method = op->expr && op->expr->kind == IR_CALL && op->expr->call->object &&
			 !ir_is_one_of(op->expr->call->name, elements);
	bool is_volatile = op->expr && is_volatile_target(op->expr->type);
	return !is_method && !is_volatile && !strstr(op->callee, "printf");
}

static bool is_device_use(const struct host_use *use)
{
	const struct host_op *op = use->op;
	return use->access && !op->capture && !use->access->is_atomic && !use->access->is_maybe &&
	       (op->kind == HOST_LAUNCH || op->kind == HOST_COPY || op->kind == HOST_MEMSET ||
		       op->kind == HOST_GRAPH_LAUNCH);
}

static bool find_race(struct pass *pass, struct host_trace *trace, const struct host_order *order,
	struct host_uses uses, size_t at, struct overlap *worst)
{
	bool is_found = false;
	size_t earliest = at > MOST_EARLIER ? at - MOST_EARLIER : 0;
	for (size_t i = earliest; i < at; i++) {
		struct overlap overlap;
		if (!is_device_use(&uses.data[i]) ||
			is_polled(uses.data[i].op, uses.data[i].access->object) ||
			!overlap_find(pass, trace, order, &uses.data[i], &uses.data[at], &overlap) ||
			(is_found && overlap.confidence <= worst->confidence))
			continue;
		*worst = overlap;
		is_found = true;
	}
	return is_found && worst->confidence != CONFIDENCE_POSSIBLE;
}

static void tell_race(struct pass *pass, const struct host_trace *trace, const struct overlap *race)
{
	struct finding *finding = pass_report_op(pass, race->second,
		"the host %s managed %s while %s in %s may still %s it: wait for the stream first",
		race->in_second->writes ? "writes" : "reads",
		host_object_name(trace, race->in_second->object), overlap_work_name(pass, race->first),
		host_object_name(trace, race->first->stream), race->in_first->writes ? "write" : "read");
	finding->confidence = race->confidence;
	if (race->confidence != CONFIDENCE_PROVEN)
		finding->severity = SEVERITY_WARNING;
	pass_related(pass, finding, race->first->range, "not waited for: %s %s it",
		overlap_work_name(pass, race->first), overlap_verb(race->in_first));
}

/* ---- devices that can't share ---------------------------------------------------------------- */

/* The latest kernel that may still run when the host comes to `at`. */
static const struct host_op *running_kernel(
	const struct host_trace *trace, const struct host_order *order, const struct host_op *at)
{
	size_t earliest = at->index > MOST_EARLIER ? at->index - MOST_EARLIER : 0;
	for (size_t i = at->index; i-- > earliest;) {
		const struct host_op *op = trace->ops.data[i];
		if ((op->kind == HOST_LAUNCH || op->kind == HOST_GRAPH_LAUNCH) && !op->capture &&
			!host_is_waited_for(order, op, at) && !host_is_order_unknown(order, op, at) &&
			host_may_both_happen(&op->where, &at->where))
			return op;
	}
	return NULL;
}

static bool is_seen_stream(const struct host_object *stream)
{
	return stream && stream->kind == HOST_STREAM;
}

/* Whether the attachment lets the host touch the memory while `kernel` runs. */
static bool lets_host(const struct host_order *order, const struct attachment *attachment,
	const struct host_op *kernel, const struct host_op *at)
{
	if (attachment->op && !host_is_waited_for(order, attachment->op, at))
		return false;
	if (attachment->flags == ATTACH_HOST)
		return true;
	return attachment->flags == ATTACH_SINGLE &&
	       (!is_seen_stream(attachment->stream) || kernel->stream != attachment->stream);
}

static void check_sharing(struct pass *pass, const struct host_trace *trace, const struct host_order *order,
	const struct attachment *attachment, const struct host_use *use)
{
	const struct host_op *at = use->op, *kernel = running_kernel(trace, order, at);
	if (!kernel || lets_host(order, attachment, kernel, at) ||
		overlap_is_told(pass, &look_of(pass)->told, kernel, kernel, CONFIDENCE_PROVEN))
		return;
	bool is_early = attachment->op && attachment->flags != ATTACH_GLOBAL;
	struct finding *finding =
		pass_report_op(pass, at, "the host touches managed %s while %s may still run: %s",
			host_object_name(trace, use->access->object), overlap_work_name(pass, kernel),
			is_early ? "that it was attached holds only when the stream has been waited for"
				 : "it fails where concurrentManagedAccess is 0 (below compute capability "
				   "6.0, Windows, WSL, Tegra); wait for the kernel or check the attribute");
	pass_related(pass, finding, kernel->range, "not waited for: %s", overlap_work_name(pass, kernel));
	if (is_early)
		pass_related(pass, finding, attachment->op->range, "the attachment, an operation of %s",
			host_object_name(trace, attachment->op->stream));
	finding->severity = SEVERITY_INFO;
}

/* Memory of the host, or of another stream, in a kernel. */
static void check_attached(struct pass *pass, const struct host_trace *trace,
	const struct attachment *attachment, const struct host_use *use)
{
	const struct host_op *op = use->op;
	bool is_other = attachment->flags == ATTACH_SINGLE && is_seen_stream(attachment->stream) &&
			is_seen_stream(op->stream) && op->stream != attachment->stream;
	if (op->kind != HOST_LAUNCH || op->capture || use->access->is_maybe ||
		(attachment->flags != ATTACH_HOST && !is_other) ||
		(attachment->op && !host_is_implied(&op->where, &attachment->op->where)) ||
		overlap_is_told(pass, &look_of(pass)->told, op, op, CONFIDENCE_PROVEN))
		return;
	const char *name = host_object_name(trace, use->access->object);
	const char *whose = is_other ? host_object_name(trace, attachment->stream) : "the host";
	struct finding *finding = pass_report_op(pass, op,
		"%s in %s uses %s, which is attached to %s: it fails where concurrentManagedAccess is 0; "
		"attach it to the kernel's stream first",
		overlap_work_name(pass, op), host_object_name(trace, op->stream), name, whose);
	if (attachment->op)
		pass_related(pass, finding, attachment->op->range, "attached here");
	finding->severity = SEVERITY_INFO;
}

static struct attachment attachment_of(const struct host_op *op)
{
	struct attachment attachment = {.flags = ATTACH_SINGLE, .stream = op->stream, .op = op};
	int64_t flags;
	if (op->value_count > 3 && op->values[3].kind == HOST_NUMBER)
		attachment.flags = host_sum_is_number(op->values[3].number, &flags) ? flags : 0;
	return attachment;
}

static void check_single(struct pass *pass, const struct host_op *op)
{
	struct attachment attachment = attachment_of(op);
	if (attachment.flags != ATTACH_SINGLE || !is_seen_stream(op->stream) ||
		op->stream->stream != HOST_STREAM_NULL ||
		overlap_is_told(pass, &look_of(pass)->told_single, op, op, CONFIDENCE_PROVEN))
		return;
	pass_report_op(pass, op,
		"cudaMemAttachSingle with the NULL stream: the call fails, memory can be attached only to a "
		"stream of its own");
}

static void check_object(struct pass *pass, struct host_trace *trace, const struct host_order *order,
	const struct host_object *object, struct host_uses uses)
{
	struct attachment attachment = {.flags = ATTACH_GLOBAL};
	bool tells_sharing = !look_of(pass)->is_checked && !asks_attribute(trace);
	if (object->flags_known && object->flags == ATTACH_HOST)
		attachment.flags = ATTACH_HOST;
	for (size_t i = 0; i < uses.count; i++) {
		const struct host_use *use = &uses.data[i];
		struct overlap race = {0};
		if (use->op->kind == HOST_ATTACH)
			attachment = attachment_of(use->op);
		else if (use->access && use->op->kind == HOST_LAUNCH && tells_sharing)
			check_attached(pass, trace, &attachment, use);
		if (!is_plain(use))
			continue;
		if (find_race(pass, trace, order, uses, i, &race)) {
			if (!overlap_is_told(
				    pass, &look_of(pass)->told, race.first, race.first, race.confidence))
				tell_race(pass, trace, &race);
		} else if (tells_sharing && !use->access->is_maybe) {
			check_sharing(pass, trace, order, &attachment, use);
		}
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	const struct host_use_table *table = host_use_table_of(trace);
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->kind == HOST_ATTACH)
			check_single(pass, trace->ops.data[i]);
	for (size_t i = 0; i < trace->objects.count; i++)
		if (trace->objects.data[i]->kind == HOST_MANAGED)
			check_object(pass, trace, order, trace->objects.data[i],
				host_uses_of(table, trace->objects.data[i]));
}

const struct rule rule_managed_access_race = {
	.code = "CU722",
	.name = "managed-access-race",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Host touches managed memory while the device may use it",
	.hooks = {.expr = on_expr, .host = on_host},
};
