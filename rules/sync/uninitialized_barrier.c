/* CU310 uninitialized-barrier: a barrier object in shared memory that is used and never initialised, is
 * initialised by one thread and used by others with nothing between that makes them wait, or is initialised by
 * several threads at once.
 *
 * Looked at are the kernels' executions. A barrier whose address goes to a function that isn't seen, or that
 * plain stores may write, is left alone; so is one in global memory, which another kernel may have set up. */
#include "analyzer/rule.h"
#include "analyzer/simt/protocol.h"

/* What keeps the other threads from being early. */
enum order { ORDER_NONE, ORDER_WARP, ORDER_BLOCK };

/* Whether a thread waits for others at an event. */
static enum order order_of(const struct simt_event *event)
{
	const struct ir_barrier_op *op = event->barrier ? event->barrier->op : NULL;
	switch (event->kind) {
	case SIMT_EXIT: return ORDER_NONE;
	case SIMT_WARP_BARRIER: return ORDER_WARP;
	case SIMT_OPAQUE: return event->barrier && event->barrier->object ? ORDER_NONE : ORDER_BLOCK;
	case SIMT_OTHER_BARRIER: break;
	default: return ORDER_BLOCK;
	}
	if (!op || op->action >= IR_BARRIER_NAMED_SYNC)
		return ORDER_BLOCK;
	bool waits = op->action == IR_BARRIER_WAIT || op->action == IR_BARRIER_ARRIVE_AND_WAIT;
	return waits ? ORDER_BLOCK : ORDER_NONE;
}

static enum order order_between(const struct simt_report *report, size_t from, size_t to)
{
	enum order order = ORDER_NONE;
	for (size_t i = from + 1; i < to && order != ORDER_BLOCK; i++) {
		enum order here = order_of(&report->log.data[i].event);
		order = here > order ? here : order;
	}
	return order;
}

/* The lanes of `users` that don't wait for any of `makers`. */
static struct simt_mask early(
	const struct simt_mask *users, const struct simt_mask *makers, enum order order)
{
	struct simt_mask out = mask_minus(users, makers);
	for (int warp = 0; warp < SIMT_MAX_WARPS; warp++)
		if (order == ORDER_BLOCK || (order == ORDER_WARP && makers->warp[warp]))
			out.warp[warp] = 0;
	return out;
}

/* ---- findings -------------------------------------------------------------------------------- */

static const char *name_of(struct pass *pass, const struct protocol *protocol)
{
	return protocol_name(pass->arena, protocol);
}

static struct finding *report_at(struct pass *pass, const struct protocol *protocol,
	const struct protocol_use *use, const char *text)
{
	struct finding *finding = pass_report(pass, protocol_range(use), "%s", text);
	finding->function = protocol_function(use)->display;
	const struct ir_var *var = protocol->object ? simt_object_var(protocol->object) : NULL;
	if (var)
		pass_related(pass, finding, var->range, "`%s` is declared here", var->name);
	return finding;
}

static void report_never(struct pass *pass, const struct protocol *protocol, const struct protocol_use *use)
{
	report_at(pass, protocol, use,
		arena_printf(pass->arena,
			"%s is used but never initialised: it holds no count of arrivals, and waiting for it may "
			"hang or not wait at all",
			name_of(pass, protocol)));
}

static void report_unordered(struct pass *pass, const struct protocol *protocol,
	const struct protocol_use *init, const struct protocol_use *use, bool is_before)
{
	const char *text = is_before ? "%s is used here before it is initialised"
				     : "%s is used here by threads that don't wait until it is initialised: "
				       "a __syncthreads() is missing in between";
	struct finding *finding =
		report_at(pass, protocol, use, arena_printf(pass->arena, text, name_of(pass, protocol)));
	pass_related(pass, finding, protocol_range(init), "it is initialised here");
}

static void report_many(struct pass *pass, const struct simt_report *report, const struct protocol *protocol,
	const struct protocol_use *init)
{
	unsigned count = mask_count(&init->sure);
	int64_t threads = report->launch->block[0] * report->launch->block[1] * report->launch->block[2];
	const char *who = count == threads ? "every thread of the block"
					   : arena_printf(pass->arena, "%u threads", count);
	report_at(pass, protocol, init,
		arena_printf(pass->arena,
			"%s is initialised by %s: one thread must do it, and a __syncthreads() must follow",
			name_of(pass, protocol), who));
}

/* ---- the search ------------------------------------------------------------------------------ */

static bool is_init(const struct protocol_use *use)
{
	return use->op->action == IR_BARRIER_INIT;
}

/* A use that comes first in the program of the lane that initialises it later, or in that of another lane with
 * nothing to make it wait. */
static bool is_too_early(
	const struct simt_report *report, const struct protocol_use *use, const struct protocol_use *init)
{
	struct simt_mask same = mask_and(&use->may, &init->may);
	const struct simt_path *path = use->logged->event.where.path;
	bool decided = !path || path == init->logged->event.where.path;
	if (use->repeats || !decided)
		return false;
	if (mask_any(&same))
		return true;
	struct simt_mask lanes = early(&use->sure, &init->may, order_between(report, use->index, init->index));
	return mask_any(&lanes);
}

static void look_at(struct pass *pass, const struct simt_report *report, const struct protocol *protocol)
{
	const struct protocol_use *init = NULL, *before = NULL;
	for (size_t i = 0; i < protocol->uses.count; i++) {
		const struct protocol_use *use = &protocol->uses.data[i];
		if (is_init(use)) {
			if (before && !init && !protocol->may_have_init &&
				is_too_early(report, before, use)) {
				report_unordered(pass, protocol, use, before, true);
				return;
			}
			if (mask_count(&use->sure) > 1) {
				report_many(pass, report, protocol, use);
				return;
			}
			init = use;
			continue;
		}
		before = before ? before : use;
		if (!init || use->op->action == IR_BARRIER_INVAL)
			continue;
		struct simt_mask lanes =
			early(&use->sure, &init->may, order_between(report, init->index, use->index));
		if (mask_any(&lanes)) {
			report_unordered(pass, protocol, init, use, false);
			return;
		}
	}
	if (!init && before && !protocol->may_have_init && !report->result.gave_up && !report->log_is_cut)
		report_never(pass, protocol, before);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	protocol_list protocols = {0};
	protocols_of(pass->arena, report, &protocols);
	for (size_t i = 0; i < protocols.count; i++)
		look_at(pass, report, protocols.data[i]);
}

const struct rule rule_uninitialized_barrier = {
	.code = "CU310",
	.name = "uninitialized-barrier",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Barrier object used before it is initialised for all threads",
	.hooks = {.execution = on_execution},
};
