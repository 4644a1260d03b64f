/* CU310 uninitialized-barrier: a barrier object in shared memory that is used and never initialised, is
 * initialised by one thread and used by others with nothing between that makes them wait, or is initialised
 * by several threads at once.
 *
 * Looked at are the kernels' executions. A barrier whose address goes to a function that isn't seen, or that
 * plain stores may write, is left alone; so is one in global memory, which another kernel may have set up. */
#include "analyzer/ir/ptx.h"
#include "analyzer/rule/rule.h"
#include "analyzer/site/protocol.h"

/* What keeps the other threads from being early. */
enum order { ORDER_NONE, ORDER_WARP, ORDER_BLOCK };

/* Assembly that may wait for what another thread writes; barriers in it are told apart. */
static bool asm_may_wait(struct pass *pass, const struct ir_stmt *stmt)
{
	struct ptx_code code;
	const char *text = stmt->assembly ? stmt->assembly->text : NULL;
	if (!text || !ptx_parse(pass->arena, text, &code))
		return true;
	for (size_t i = 0; i < code.instructions.count; i++) {
		const struct ptx_instruction *at = &code.instructions.data[i];
		if (ptx_is(at, 0, "ld") || ptx_is(at, 0, "atom") || ptx_is(at, 0, "nanosleep"))
			return true;
	}
	return false;
}

/* Functions of these don't wait, but for those that are known as barriers. */
static bool call_may_wait(const char *name)
{
	const struct cuda_function *called = cuda_function_find(name);
	switch (cuda_space_of(name)) {
	case CUDA_SPACE_GROUPS:
	case CUDA_SPACE_PTX:
	case CUDA_SPACE_DEVICE:
	case CUDA_SPACE_STD: return false;
	case CUDA_SPACE_LIBCU: return !called || called->async != IR_ASYNC_COPY;
	default: return true;
	}
}

/* Whether a thread waits for others at an event. */
static enum order order_of(struct pass *pass, const struct simt_event *event)
{
	const struct ir_barrier_op *op = event->barrier ? event->barrier->op : NULL;
	switch (event->kind) {
	case SIMT_EXIT: return ORDER_NONE;
	case SIMT_WARP_BARRIER: return ORDER_WARP;
	case SIMT_OPAQUE:
		if (event->barrier && event->barrier->object)
			return ORDER_NONE;
		return (event->stmt ? asm_may_wait(pass, event->stmt) : call_may_wait(event->name))
			       ? ORDER_BLOCK
			       : ORDER_NONE;
	case SIMT_OTHER_BARRIER: break;
	default: return ORDER_BLOCK;
	}
	if (!op || op->action >= IR_BARRIER_NAMED_SYNC)
		return ORDER_BLOCK;
	bool waits = op->action == IR_BARRIER_WAIT || op->action == IR_BARRIER_ARRIVE_AND_WAIT;
	return waits ? ORDER_BLOCK : ORDER_NONE;
}

static enum order order_between(struct pass *pass, const struct simt_report *report, size_t from, size_t to)
{
	enum order order = ORDER_NONE;
	for (size_t i = from + 1; i < to && order != ORDER_BLOCK; i++) {
		enum order here = order_of(pass, &report->log.data[i].event);
		order = here > order ? here : order;
	}
	/* a block whose size isn't known may be one warp */
	if (order == ORDER_WARP && report->launch->source < LAUNCH_SITE)
		order = ORDER_BLOCK;
	return order;
}

/* The lanes of `users` that don't wait for any of `makers`. */
static struct simt_mask early(const struct simt_mask *users, const struct simt_mask *makers, enum order order)
{
	struct simt_mask out = mask_minus(users, makers);
	for (int warp = 0; warp < SIMT_MAX_WARPS; warp++)
		if (order == ORDER_BLOCK || (order == ORDER_WARP && makers->warp[warp]))
			out.warp[warp] = 0;
	return out;
}

/* ---- findings -------------------------------------------------------------------------------- */

/* Where it isn't known which element is meant, the variable stands for it. */
static const char *name_of(struct pass *pass, const struct protocol *protocol)
{
	if (!protocol->uses.count)
		return arena_printf(pass->arena, "a barrier in `%s`", simt_object_name(protocol->object));
	return protocol_name(pass->arena, protocol);
}

static struct finding *report_at(
	struct pass *pass, const struct protocol *protocol, const struct protocol_use *use, const char *text)
{
	struct finding *finding = pass_report(pass, protocol_range(use), "%s", text);
	finding->function = protocol_function(use)->display;
	const struct ir_var *var = protocol->object ? simt_object_var(protocol->object) : NULL;
	if (var)
		pass_related(pass, finding, var->range, "`%s` is declared here", var->name);
	return finding;
}

/* What a block of one thread, or of another size, wouldn't show. */
static void set_confidence(struct finding *finding, const struct simt_report *report)
{
	if (report->launch->source < LAUNCH_SITE)
		finding->confidence = CONFIDENCE_LIKELY;
}

static void report_never(struct pass *pass, const struct protocol *protocol, const struct protocol_use *use)
{
	report_at(pass, protocol, use,
		arena_printf(pass->arena,
			"%s is used but never initialised: it holds no count of arrivals, and a wait may "
			"hang or be over at once",
			name_of(pass, protocol)));
}

static void report_unordered(struct pass *pass, const struct simt_report *report,
	const struct protocol *protocol, const struct protocol_use *init, const struct protocol_use *use,
	bool is_before)
{
	const char *text = is_before ? "%s is used here before it is initialised"
				     : "%s is used here by threads that don't wait until it is initialised: "
				       "a __syncthreads() is missing in between";
	struct finding *finding =
		report_at(pass, protocol, use, arena_printf(pass->arena, text, name_of(pass, protocol)));
	set_confidence(finding, report);
	pass_related(pass, finding, protocol_range(init), "it is initialised here");
}

static void report_many(struct pass *pass, const struct simt_report *report, const struct protocol *protocol,
	const struct protocol_use *init)
{
	unsigned count = mask_count(&init->sure);
	int64_t threads = report->launch->block[0] * report->launch->block[1] * report->launch->block[2];
	const char *who = count == threads ? "every thread of the block" : "several threads";
	if (count != threads && report->launch->source >= LAUNCH_SITE)
		who = arena_printf(pass->arena, "%u threads", count);
	struct finding *finding = report_at(pass, protocol, init,
		arena_printf(pass->arena,
			"%s is initialised by %s: one thread must do it, and a __syncthreads() must follow",
			name_of(pass, protocol), who));
	set_confidence(finding, report);
}

/* ---- the search ------------------------------------------------------------------------------ */

static bool is_init(const struct protocol_use *use)
{
	return use->op->action == IR_BARRIER_INIT;
}

/* A use that comes first in the program of the lane that initialises it later, or in that of another lane
 * with nothing to make it wait. */
static bool is_too_early(struct pass *pass, const struct simt_report *report, const struct protocol_use *use,
	const struct protocol_use *init)
{
	struct simt_mask same = mask_and(&use->may, &init->may);
	const struct simt_path *path = use->logged->event.where.path;
	bool decided = !path || path == init->logged->event.where.path;
	if (use->repeats || !decided)
		return false;
	if (mask_any(&same))
		return true;
	struct simt_mask lanes =
		early(&use->sure, &init->may, order_between(pass, report, use->index, init->index));
	return mask_any(&lanes);
}

/* Whether something is wrong with a barrier; reports it. */
static bool look_at(struct pass *pass, const struct simt_report *report, const struct protocol *protocol)
{
	const struct protocol_use *init = NULL, *before = NULL;
	for (size_t i = 0; i < protocol->uses.count; i++) {
		const struct protocol_use *use = &protocol->uses.data[i];
		if (is_init(use)) {
			if (before && !init && !protocol->may_have_init &&
				is_too_early(pass, report, before, use))
				return report_unordered(pass, report, protocol, use, before, true), true;
			if (mask_count(&use->sure) > 1)
				return report_many(pass, report, protocol, use), true;
			init = use;
			continue;
		}
		before = before ? before : use;
		if (!init || use->op->action == IR_BARRIER_INVAL)
			continue;
		struct simt_mask lanes =
			early(&use->sure, &init->may, order_between(pass, report, init->index, use->index));
		if (mask_any(&lanes))
			return report_unordered(pass, report, protocol, init, use, false), true;
	}
	if (init || !before || protocol->may_have_init || report->result.gave_up || report->log_is_cut)
		return false;
	return report_never(pass, protocol, before), true;
}

/* A use of some barrier of an array, which one isn't known: wrong when all of them are initialised by others
 * and nothing makes this thread wait for any. */
static bool look_at_unplaced(struct pass *pass, const struct simt_report *report,
	const protocol_list *protocols, const struct protocol_use *use)
{
	const struct simt_object *object = use->logged->event.barrier->object;
	const struct protocol_use *init = NULL;
	struct simt_mask lanes = use->sure;
	for (size_t i = 0; i < protocols->count; i++) {
		const struct protocol *protocol = protocols->data[i];
		if (protocol->object != object || protocol->box != use->logged->box)
			continue;
		if (protocol->may_have_init)
			return false;
		for (size_t k = 0; k < protocol->uses.count; k++) {
			const struct protocol_use *other = &protocol->uses.data[k];
			if (!is_init(other) || other->index > use->index)
				continue;
			lanes = early(
				&lanes, &other->may, order_between(pass, report, other->index, use->index));
			init = init ? init : other;
		}
	}
	if (!init || !mask_any(&lanes))
		return false;
	struct protocol some = {.object = object};
	report_unordered(pass, report, &some, init, use, false);
	return true;
}

static void look_at_rest(struct pass *pass, const struct simt_report *report, const protocol_list *protocols)
{
	for (size_t i = 0; i < report->log.count; i++) {
		const struct simt_logged *logged = &report->log.data[i];
		const struct simt_barrier *barrier = logged->event.barrier;
		if (!barrier || !protocol_is_unplaced(barrier) || barrier->op->action == IR_BARRIER_INIT)
			continue;
		struct protocol_use use = protocol_use_of(report, i);
		if (look_at_unplaced(pass, report, protocols, &use))
			return;
	}
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	protocol_list protocols = {0};
	bool any = false;
	protocols_of(pass->arena, report, &protocols);
	for (size_t i = 0; i < protocols.count; i++)
		any |= look_at(pass, report, protocols.data[i]);
	if (!any)
		look_at_rest(pass, report, &protocols);
}

const struct rule rule_uninitialized_barrier = {
	.code = "CU310",
	.name = "uninitialized-barrier",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Barrier object used before it is initialised for all threads",
	.hooks = {.execution = on_execution},
};
