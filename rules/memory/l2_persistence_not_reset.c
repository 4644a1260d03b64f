/* CU122 l2-persistence-not-reset: data that is made to persist in the L2 cache and never released.
 *
 * On the host: a persisting window, work after it, and then no window that is empty or normal, no
 * cudaCtxResetPersistingL2Cache and no set-aside of 0 in the rest of the function's run; only where the
 * stream is made in that run or the run is main's. On the device: persisting pointers and
 * cuda::apply_access_property(persisting) in a unit in which nothing is set back to normal, reset or
 * discarded, on either side (pointers that are normal do that, too). Another unit may do it: likely. */
#include "analyzer/cuda/host_traits.h"
#include "rules/memory/common/l2_windows.h"

enum { MOST_USES = 64 };

struct use {
	const struct ir_function *function;
	struct ir_range range;
};

struct seen {
	struct use uses[MOST_USES]; /* one per function */
	size_t count;
	bool is_released;
};

static struct seen *seen_of(struct pass *pass)
{
	if (!pass->state)
		pass->state = ARENA_NEW(pass->arena, struct seen);
	return pass->state;
}

/* ---- the host's windows ---------------------------------------------------------------------- */

struct look {
	struct pass *pass;
	const struct host_trace *trace;
	bool releases; /* of the window looked at last */
};

static void look_for_release(void *context, const struct host_op *op, const struct host_window *window)
{
	struct look *look = context;
	int64_t bytes;
	(void)op;
	look->releases |= !window->hit_known || window->hit != L2_PERSISTING ||
			  (host_sum_is_number(window->bytes, &bytes) && bytes == 0);
}

static bool is_release(const struct host_op *op)
{
	struct look look = {0};
	int64_t bytes;
	l2_each_window(op, look_for_release, &look);
	const struct cuda_host_traits *traits = cuda_host_traits(op->callee);
	return look.releases || traits->resets_l2 || traits->resets_device ||
	       (l2_is_set_aside(op, &bytes) && bytes <= 0);
}

static void on_window(void *context, const struct host_op *op, const struct host_window *window)
{
	const struct look *look = context;
	const struct host_trace *trace = look->trace;
	int64_t bytes;
	bool has_work = op->kind == HOST_LAUNCH;
	bool is_own = trace->is_main || (op->stream && op->stream->kind == HOST_STREAM &&
						!op->stream->is_escaped && op->stream->made_by);
	if (!is_own || trace->is_partial || !window->hit_known || window->hit != L2_PERSISTING ||
		(host_sum_is_number(window->bytes, &bytes) && bytes == 0))
		return;
	for (size_t i = op->index + 1; i < trace->ops.count; i++) {
		const struct host_op *later = trace->ops.data[i];
		if (!host_may_both_happen(&op->where, &later->where))
			continue;
		if (is_release(later) || later->kind == HOST_OPAQUE)
			return;
		has_work |= host_is_work(later);
	}
	if (!has_work)
		return;
	struct finding *finding = pass_report_op(look->pass, op,
		"the window's lines persist in L2 and are never released: later kernels have less of the "
		"cache until the window is set to 0 bytes and cudaCtxResetPersistingL2Cache() is called");
	finding->confidence = CONFIDENCE_LIKELY;
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	struct look look = {pass, trace, false};
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++)
		l2_each_window(trace->ops.data[i], on_window, &look);
}

/* ---- the device's properties ----------------------------------------------------------------- */

/* Whether a type is a property, or a pointer with that property. */
static bool has_property(const struct ir_type *type, enum cuda_property property)
{
	type = ir_type_value(type);
	if (type->kind != IR_TYPE_RECORD || !type->record)
		return false;
	const struct cuda_type *cuda = ir_cuda_type(type);
	return cuda->property == property ||
	       (cuda->family == CUDA_ANNOTATED_POINTER && type->record->arg_count > 1 &&
		       ir_cuda_type(type->record->args[1].type)->property == property);
}

static bool persists(const struct ir_type *type)
{
	return has_property(type, CUDA_PROPERTY_PERSISTING);
}

static void keep_use(struct pass *pass, struct ir_range range)
{
	struct seen *seen = seen_of(pass);
	for (size_t i = 0; i < seen->count; i++)
		if (seen->uses[i].function == pass->function)
			return;
	if (seen->count < MOST_USES)
		seen->uses[seen->count++] = (struct use){pass->function, range};
}

static bool is_of_device(const struct ir_function *function)
{
	return function && (function->is_device || function->is_kernel);
}

static void on_call(struct pass *pass, const struct ir_expr *expr)
{
	enum cuda_op op = ir_cuda(expr)->op;
	struct seen *seen = seen_of(pass);
	if (op == CUDA_DISCARD || cuda_host_traits(expr->call->name)->resets_l2) {
		seen->is_released = true;
	} else if (op == CUDA_APPLY_PROPERTY && expr->operand_count == 3) {
		if (persists(expr->operands[2]->type))
			keep_use(pass, expr->range);
		else
			seen->is_released = true;
	} else if (expr->kind == IR_CONSTRUCT && is_of_device(pass->function) && expr->operand_count &&
		   *l2_property(expr->type) == '\0') {
		if (persists(expr->type))
			keep_use(pass, expr->range);
		seen->is_released |= has_property(expr->type, CUDA_PROPERTY_NORMAL);
	}
}

static void on_kernel_call(struct pass *pass, const struct ir_expr *expr)
{
	if (expr->call && (!pass->function || !pass->function->is_system))
		on_call(pass, expr);
}

static void on_unit_end(struct pass *pass)
{
	const struct seen *seen = pass->state;
	for (size_t i = 0; seen && !seen->is_released && i < seen->count; i++) {
		struct finding *finding = pass_report(pass, seen->uses[i].range,
			"the data persists in L2 and nothing in this unit sets it back to normal "
			"(cuda::apply_access_property with normal), discards it (cuda::discard_memory) or "
			"resets the cache: it may stay there long after its last use");
		finding->confidence = CONFIDENCE_LIKELY;
		if (seen->uses[i].function) {
			finding->function = seen->uses[i].function->display;
			finding->side = "device";
		}
	}
}

const struct rule rule_l2_persistence_not_reset = {
	.code = "CU122",
	.name = "l2-persistence-not-reset",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Data that persists in the L2 cache and is never released",
	.hooks = {.call = on_kernel_call, .host = on_host, .unit_end = on_unit_end},
};
