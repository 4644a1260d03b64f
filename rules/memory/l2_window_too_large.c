/* CU121 l2-window-too-large: more L2 cache asked for than there is.
 *
 *   - a set-aside (cudaLimitPersistingL2CacheSize) that no chip of the target architectures allows
 *   - an access policy window that is larger than any device accepts
 *   - a persisting window of which the share that is to persist (num_bytes times hitRatio) doesn't fit into
 * the set-aside: the one that was set before, or the largest that the targets allow
 *   - a persisting window in a program that sets nothing aside: the default is the device's affair (an H200
 * was seen to have 11,796,480 bytes)
 *
 * Sizes that aren't numbers are left alone, and so are sizes under conditions that exclude each other. That
 * nothing is set aside is told of what main runs, where no code is called that isn't seen; of another
 * function only if it makes the stream itself, in a unit without main.
 */
#include <string.h>

#include "model/model.h"
#include "rules/host/common/api.h"
#include "rules/memory/common/l2_windows.h"

/* A ratio is a float, which is off by as much. */
#define ROUNDING (1 + 1e-6)

/* The largest set-aside of all targets that have one; 0: unknown for some, or none has it. */
static int64_t most_of_targets(const struct pass *pass)
{
	int64_t most = 0;
	for (size_t i = 0; i < pass->target->arch_count; i++) {
		int64_t bytes = model_l2_set_aside(pass->target->archs[i]);
		if (!bytes && pass->target->archs[i] >= 80)
			return 0;
		most = bytes > most ? bytes : most;
	}
	return most;
}

static void judge_set_aside(struct pass *pass, const struct host_op *op, int64_t bytes)
{
	int64_t most = most_of_targets(pass);
	if (!most || bytes <= most)
		return;
	pass_report_op(pass, op,
		"%lld bytes of L2 are to be set aside, but no chip of the target architectures allows more "
		"than %lld: ask for min(..., prop.persistingL2CacheMaxSize)",
		(long long)bytes, (long long)most);
}

struct look {
	struct pass *pass;
	const struct host_trace *trace;
};

/* The set-aside that is in force at an operation; NULL: none seen. */
static const struct host_op *set_aside_at(
	const struct host_trace *trace, const struct host_op *at, int64_t *bytes)
{
	for (size_t i = at->index; i-- > 0;) {
		const struct host_op *op = trace->ops.data[i];
		if (l2_is_set_aside(op, bytes) && host_may_both_happen(&op->where, &at->where))
			return op;
	}
	return NULL;
}

static bool sets_aside(const struct host_trace *trace)
{
	int64_t bytes;
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->kind == HOST_OPAQUE || l2_is_set_aside(trace->ops.data[i], &bytes))
			return true;
	return false;
}

/* pass->state: whether anything in the unit is named like the limit's setter with this limit, or main is
 * there. */
struct unit {
	bool is_limited, has_main;
};

static void on_call(struct pass *pass, const struct ir_expr *call)
{
	struct unit *unit = pass->state;
	int64_t limit;
	unit->is_limited |= api_call(call).kind == HOST_LIMIT && call->operand_count == 2 &&
			    (!ir_fold_int(call->operands[0], &limit) || limit == L2_LIMIT);
}

static void on_unit(struct pass *pass)
{
	struct unit *unit = pass->state = ARENA_NEW(pass->arena, struct unit);
	for (size_t i = 0; i < pass->module->functions.count; i++)
		unit->has_main |= !strcmp(pass->module->functions.data[i]->qualified, "main");
}

/* A window whose lines persist nowhere. */
static bool check_set_aside(
	const struct look *look, const struct host_op *op, const struct host_window *window)
{
	const struct unit *unit = look->pass->state;
	const struct host_trace *trace = look->trace;
	int64_t bytes;
	bool is_own = op->stream && op->stream->kind == HOST_STREAM && op->stream->made_by &&
		      !op->stream->is_escaped;
	if (!window->hit_known || window->hit != L2_PERSISTING ||
		(window->ratio_known && window->ratio <= 0) ||
		(host_sum_is_number(window->bytes, &bytes) && bytes <= 0))
		return false;
	if (trace->is_partial || unit->is_limited || sets_aside(trace) ||
		!(trace->is_main || (!unit->has_main && is_own)))
		return false;
	struct finding *finding = pass_report_op(look->pass, op,
		"the window's lines are to persist, but the program sets no part of L2 aside for them: call "
		"cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, ...) first; what there is without it "
		"depends on the device, and may be nothing");
	finding->confidence = CONFIDENCE_LIKELY;
	finding_limit_archs(finding, 80, 0);
	return true;
}

static void on_window(void *context, const struct host_op *op, const struct host_window *window)
{
	const struct look *look = context;
	struct pass *pass = look->pass;
	int64_t bytes, room = -1;
	bool is_told = check_set_aside(look, op, window);
	if (!host_sum_is_number(window->bytes, &bytes))
		return;
	if (bytes > MODEL_L2_WINDOW) {
		pass_report_op(pass, op,
			"the window has %lld bytes: devices accept up to prop.accessPolicyMaxWindowSize, "
			"%lld at most",
			(long long)bytes, (long long)MODEL_L2_WINDOW);
		return;
	}
	if (is_told || !window->ratio_known || window->ratio <= 0 || window->ratio > 1 ||
		!window->hit_known || window->hit != L2_PERSISTING)
		return;
	const struct host_op *limit = set_aside_at(look->trace, op, &room);
	int64_t most = most_of_targets(pass);
	bool is_stated = limit && room > 0 && (!most || room <= most);
	room = is_stated ? room : most;
	double wanted = (double)bytes * window->ratio;
	if (room <= 0 || wanted <= (double)room * ROUNDING)
		return;
	struct finding *finding = pass_report_op(pass, op,
		"%.0f bytes of the window are to persist (%lld times a hitRatio of %g), but %s %lld: lines "
		"push each other out of the set-aside; a hitRatio of %.2f fits",
		wanted, (long long)bytes, window->ratio,
		is_stated ? "the set-aside has" : "no target can set aside more than", (long long)room,
		(double)room / (double)bytes);
	if (is_stated)
		pass_related(pass, finding, limit->range, "the set-aside");
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	struct look look = {pass, trace};
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		int64_t bytes;
		if (l2_is_set_aside(op, &bytes))
			judge_set_aside(pass, op, bytes);
		l2_each_window(op, on_window, &look);
	}
}

const struct rule rule_l2_window_too_large = {
	.code = "CU121",
	.name = "l2-window-too-large",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "More of the L2 cache is to persist than can",
	.hooks = {.unit = on_unit, .call = on_call, .host = on_host},
};
