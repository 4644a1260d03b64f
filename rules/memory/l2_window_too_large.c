/* CU121 l2-window-too-large: more L2 cache asked for than there is.
 *
 *   - a set-aside (cudaLimitPersistingL2CacheSize) that no chip of the target architectures allows
 *   - an access policy window that is larger than any device accepts
 *   - a persisting window of which the share that is to persist (num_bytes times hitRatio) doesn't fit into
 * the set-aside: the one that was set before, or the largest that the targets allow
 *
 * Sizes that aren't numbers are left alone, and so are sizes under conditions that exclude each other. */
#include "model/model.h"
#include "rules/memory/l2_windows.h"

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

static void on_window(void *context, const struct host_op *op, const struct host_window *window)
{
	const struct look *look = context;
	struct pass *pass = look->pass;
	int64_t bytes, room = -1;
	if (!host_sum_is_number(window->bytes, &bytes))
		return;
	if (bytes > MODEL_L2_WINDOW) {
		pass_report_op(pass, op,
			"the window has %lld bytes: devices accept up to prop.accessPolicyMaxWindowSize, "
			"%lld at most",
			(long long)bytes, (long long)MODEL_L2_WINDOW);
		return;
	}
	if (!window->ratio_known || window->ratio <= 0 || window->ratio > 1 || !window->hit_known ||
		window->hit != L2_PERSISTING)
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
	.hooks = {.host = on_host},
};
