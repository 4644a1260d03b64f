/* CU134 uninitialized-device-memory: a kernel reads, or a copy takes home, device memory that nobody has
 * written since it was allocated; threads read shared memory, or add to it, that no thread of their block
 * sets.
 *
 * Whatever may write counts as a write, on any way: code that isn't seen, another kernel, a library. A kernel
 * that reads and writes counts as a reader only where all it does is add to what was there. */
#include "analyzer/host/order/use.h"
#include "analyzer/rule/rule.h"
#include "analyzer/value/rounding.h"
#include "rules/memory/common/allocation.h"
#include "rules/memory/common/reach.h"

#include <string.h>

/* ---- what a kernel does with a parameter ------------------------------------------------------ */

/* The variable that a pointer or a place is reckoned from; NULL: not known. */
static const struct ir_var *root_of(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	bool is_on = true;
	while (is_on && expr->kind != IR_VAR) {
		is_on = expr->kind == IR_INDEX || expr->kind == IR_MEMBER || expr->kind == IR_UNARY ||
			(expr->kind == IR_BINARY && (expr->op == IR_OP_ADD || expr->op == IR_OP_SUB));
		expr = is_on && expr->operand_count ? ir_strip_casts(expr->operands[0]) : expr;
	}
	return expr->kind == IR_VAR ? expr->var : NULL;
}

struct sums {
	const struct ir_var *param;
	bool adds, does_more; /* to what was there; anything else but reading */
};

static void look_at_call(struct sums *sums, const struct ir_expr *call)
{
	enum ir_update_kind update = ir_cuda(call)->update;
	for (size_t i = 0; i < call->operand_count; i++) {
		bool leads = call->operands[i]->type->kind == IR_TYPE_POINTER &&
			     root_of(call->operands[i]) == sums->param;
		bool is_sum = i == 0 && update > IR_UPDATE_NONE && update < IR_UPDATE_EXCHANGE;
		sums->adds |= leads && is_sum;
		sums->does_more |= leads && !is_sum;
	}
}

static void look_for_sums(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct sums *sums = context;
	(void)path;
	bool steps = expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC && expr->op <= IR_OP_POST_DEC;
	if (expr->kind == IR_CALL)
		look_at_call(sums, expr);
	if ((expr->kind != IR_ASSIGN && !steps) || root_of(expr->operands[0]) != sums->param)
		return;
	bool is_param_itself = ir_strip_casts(expr->operands[0])->kind == IR_VAR;
	bool adds = !is_param_itself &&
		    (steps || expr->op != IR_OP_NONE ||
			    ir_mentions(expr->operands[1], ir_strip_casts(expr->operands[0])));
	sums->adds |= adds;
	sums->does_more |= !adds;
}

/* Whether all that a kernel does to what a parameter leads to is to add to it. */
static bool only_adds(const struct ir_function *kernel, const struct ir_var *param)
{
	const struct ir_visitor visitor = {.expr = look_for_sums};
	struct sums sums = {.param = param};
	ir_walk_function(kernel, &visitor, &sums);
	return sums.adds && !sums.does_more;
}

static const struct ir_var *param_of(const struct host_launch *launch, const struct host_access *access)
{
	const struct ir_var *param = NULL;
	for (size_t i = 0; i < launch->arg_count && i < launch->kernel->param_count; i++)
		if (launch->args[i].kind == HOST_POINTER && launch->args[i].object == access->object) {
			if (param) /* it is given twice: who knows which is meant */
				return NULL;
			param = launch->kernel->params[i];
		}
	return param;
}

/* ---- memory of the host's walk ---------------------------------------------------------------- */

static bool is_followed(const struct host_object *object)
{
	const struct host_op *made = object->made_by;
	bool is_memory = object->kind == HOST_DEVICE || object->kind == HOST_MANAGED;
	return is_memory && made && (made->kind == HOST_MALLOC || made->kind == HOST_MALLOC_ASYNC) &&
	       made->call && !object->is_escaped && !object->is_blurred && !object->lost_in &&
	       !object->forgotten;
}

enum reading { READS_NOTHING, READS_IT, UPDATES_IT };

static enum reading launch_reads(const struct host_op *op, const struct host_access *access)
{
	const struct host_launch *launch = op->launch;
	if (!launch || !launch->kernel || !launch->kernel->body || access->is_maybe)
		return READS_NOTHING;
	if (!access->writes) /* what only some branch reads may well not be read yet */
		return access->is_somewhere ? READS_NOTHING : READS_IT;
	const struct ir_var *param = param_of(launch, access);
	return param && only_adds(launch->kernel, param) ? UPDATES_IT : READS_NOTHING;
}

static enum reading reading_of(const struct host_use *use)
{
	const struct host_access *access = use->access;
	if (!access || !access->reads || access->is_maybe)
		return READS_NOTHING;
	if (use->op->kind == HOST_COPY)
		return access->writes ? READS_NOTHING : READS_IT;
	return use->op->kind == HOST_LAUNCH ? launch_reads(use->op, access) : READS_NOTHING;
}

static void report(struct pass *pass, const struct host_trace *trace, const struct host_object *object,
	const struct host_op *op, enum reading reading)
{
	const char *name = host_object_name(trace, object);
	if (allocation_is_told(pass, op->range))
		return;
	struct finding *finding =
		op->kind == HOST_LAUNCH
			? pass_report_op(pass, op,
				  "kernel `%s` %s %s, which nobody has written since it was allocated",
				  op->launch->kernel->name, reading == UPDATES_IT ? "updates" : "reads", name)
			: pass_report_op(pass, op,
				  "`%s` copies %s, which nobody has written since it was allocated",
				  op->callee, name);
	finding->confidence = allocation_confidence(&op->where, &object->made_by->where);
	if (reading == UPDATES_IT && finding->confidence > CONFIDENCE_LIKELY)
		finding->confidence = CONFIDENCE_LIKELY;
	allocation_related(pass, finding, object);
}

/* Bytes at the end of a copy that no earlier copy or fill, all from where it starts, gets to; 0: none, or it
 * isn't known. */
static int64_t missing_tail(const struct host_uses *uses, size_t at)
{
	const struct host_access *read = uses->data[at].access;
	int64_t least = INT64_MAX;
	for (size_t i = 0; i < at; i++) {
		const struct host_access *write = uses->data[i].access;
		enum host_op_kind kind = uses->data[i].op->kind;
		int64_t start, tail;
		if (!write || (!write->writes && !write->is_maybe))
			continue;
		if ((kind != HOST_COPY && kind != HOST_MEMSET) || write->is_maybe || !write->size ||
			!write->offset || !read->size || !read->offset || write->extent || read->extent ||
			!host_sum_distance(read->offset, write->offset, &start) || start != 0 ||
			!host_sum_distance(read->size, write->size, &tail))
			return 0;
		least = tail < least ? tail : least;
	}
	return least > 0 && least < INT64_MAX ? least : 0;
}

static bool is_counted_from(const struct host_op *op, const struct host_object *object)
{
	return op->where.turn == object->made_by->where.turn;
}

static void report_tail(struct pass *pass, const struct host_trace *trace, const struct host_object *object,
	const struct host_op *op, int64_t bytes)
{
	if (!is_counted_from(op, object) || allocation_is_told(pass, op->range))
		return;
	struct finding *finding = pass_report_op(pass, op,
		"`%s` copies %s, of which nobody has written the last %lld of these bytes", op->callee,
		host_object_name(trace, object), (long long)bytes);
	finding->confidence = CONFIDENCE_LIKELY;
	allocation_related(pass, finding, object);
}

/* Whether an operation may write to the object in a way that its accesses don't tell: a kernel that isn't
 * known, a copy that a struct describes, a library that is handed the pointer. */
static bool may_write_unseen(const struct host_op *op, const struct host_object *object)
{
	if (op->kind == HOST_LAUNCH)
		return !op->launch || !op->launch->kernel;
	if (op->kind == HOST_COPY && op->call)
		return strchr(op->call->roles, 'j') != NULL;
	if (op->kind == HOST_MALLOC || op->kind == HOST_MALLOC_ASYNC || op->kind == HOST_MEMSET)
		return false;
	for (size_t i = 0; i < op->value_count; i++)
		if (op->values[i].kind == HOST_POINTER && op->values[i].object == object)
			return true;
	return false;
}

static bool may_be_written_before(
	const struct host_trace *trace, const struct host_op *op, const struct host_object *object)
{
	for (size_t i = object->made_by->index + 1; i < op->index; i++)
		if (may_write_unseen(trace->ops.data[i], object))
			return true;
	return false;
}

static void check_object(struct pass *pass, struct host_trace *trace, const struct host_object *object)
{
	struct host_uses uses = host_uses_of(host_use_table_of(trace), object);
	bool is_written = false;
	for (size_t i = 0; i < uses.count; i++) {
		const struct host_use *use = &uses.data[i];
		if (use->op->capture || use->op->kind == HOST_OPAQUE || use->op->kind == HOST_GRAPH_LAUNCH)
			return;
		enum reading reading = reading_of(use);
		if (reading != READS_NOTHING && !is_written) {
			if (!may_be_written_before(trace, use->op, object))
				report(pass, trace, object, use->op, reading);
			return;
		}
		int64_t tail =
			reading != READS_NOTHING && use->op->kind == HOST_COPY ? missing_tail(&uses, i) : 0;
		if (tail)
			report_tail(pass, trace, object, use->op, tail);
		is_written |= use->access && (use->access->writes || use->access->is_maybe);
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; !trace->is_partial && i < trace->objects.count; i++)
		if (is_followed(trace->objects.data[i]))
			check_object(pass, trace, trace->objects.data[i]);
}

/* ---- shared memory ---------------------------------------------------------------------------- */

static void report_shared(
	struct pass *pass, const struct simt_report *report, const struct simt_unwritten *read)
{
	const char *name = read->var->name;
	const char *who = reach_thread_name(pass, report->launch, read->lane);
	if (allocation_is_told(pass, read->expr->range))
		return;
	struct finding *finding;
	if (read->is_whole)
		finding = pass_report(pass, read->expr->range,
			read->is_summed
				? "`%s` is added to, but no thread sets it before: shared memory isn't zero when a "
				  "block starts"
				: "`%s` is read, but no thread of the block writes it",
			name);
	else
		finding = pass_report(pass, read->expr->range,
			"%s reads `%s` at byte %lld, which no thread of the block writes", who, name,
			(long long)read->byte);
	finding->function = read->function->display;
	finding->severity = read->is_whole && read->is_summed ? SEVERITY_ERROR : SEVERITY_WARNING;
	finding->confidence = read->is_whole ? CONFIDENCE_PROVEN : CONFIDENCE_LIKELY;
	if (!read->is_whole && report->launch->source < LAUNCH_SITE)
		finding->confidence = CONFIDENCE_POSSIBLE;
	pass_related(pass, finding, read->var->range, "declared here");
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; !report->result.gave_up && i < report->unwritten.count; i++)
		report_shared(pass, report, &report->unwritten.data[i]);
}

const struct rule rule_uninitialized_device_memory = {
	.code = "CU134",
	.name = "uninitialized-device-memory",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Device memory that is read and was never written",
	.hooks = {.execution = on_execution, .host = on_host},
};
