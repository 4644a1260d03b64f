/* Atomics of device scope are looked up by where their address starts; fences by what stands in front of and
 * behind them in the kernel: data for the host, and the store of the flag that it polls.
 *
 * An error is what goes wrong: updates from both sides, and data behind a flag that isn't released as far as
 * the host. A counter that the host only watches is a warning: nothing promises that it sees the updates. */
#include "rules/atomics/common/host_scope.h"

/* ---- atomics --------------------------------------------------------------------------------- */

enum harm { HARM_NONE, HARM_WATCHED, HARM_UNORDERED, HARM_LOST };

static enum harm harm_of(const struct ir_atomic *atomic, const struct host_share *share)
{
	enum ir_memory_effect effect = atomic->op.effect;
	bool device_reads = effect != IR_MEMORY_WRITE, device_writes = effect != IR_MEMORY_READ;
	bool updates = device_reads && device_writes;
	if (updates && share->writes)
		return HARM_LOST;
	if (device_writes && share->reads)
		return ir_releases(atomic->order) && atomic->op.effect == IR_MEMORY_WRITE ? HARM_UNORDERED
											  : HARM_WATCHED;
	if (device_reads && share->writes)
		return ir_acquires(atomic->order) ? HARM_UNORDERED : HARM_WATCHED;
	return HARM_NONE;
}

static const char *advice(struct pass *pass, const struct ir_atomic_site *site)
{
	const struct cuda_function *called = ir_cuda(site->atomic.op.expr);
	if (called->dialect != IR_DIALECT_CUDA || !called->base)
		return "`cuda::thread_scope_system`";
	return arena_printf(pass->arena, "`%s_system`", called->base);
}

static const char *scope_name(enum ir_scope scope)
{
	return scope == IR_SCOPE_DEVICE    ? "device"
	       : scope == IR_SCOPE_CLUSTER ? "cluster"
	       : scope == IR_SCOPE_BLOCK   ? "block"
					   : "thread";
}

static void add_host(struct pass *pass, struct finding *finding, const struct host_share *share)
{
	pass_related(pass, finding, share->launch, "`%s` is launched here", share->kernel->name);
	pass_related(pass, finding, share->touch, "and not waited for when the host %s it",
		share->reads && share->writes ? "updates"
		: share->writes               ? "writes"
					      : "reads");
}

static void report_atomic(
	struct pass *pass, const struct ir_atomic_site *site, const struct host_share *share, enum harm harm)
{
	static const char *const what[] = {
		[HARM_WATCHED] = "nothing promises that one side sees what the other one does",
		[HARM_UNORDERED] = "the data behind it may be old on the other side",
		[HARM_LOST] = "updates get lost",
	};
	pass->function = site->function;
	struct finding *finding = pass_report(pass, ir_path_range(site->path),
		"atomic at %s scope on `%s`, which the host %s while the kernel runs: %s; %s is needed",
		scope_name(site->atomic.scope), share->var->name,
		share->reads && share->writes ? "updates"
		: share->writes               ? "writes"
					      : "reads",
		what[harm], advice(pass, site));
	if (harm == HARM_WATCHED)
		finding->severity = SEVERITY_WARNING;
	struct ir_memory memory;
	bool is_element = site->atomic.where && ir_memory_of(site->atomic.where, &memory) && memory.index;
	if (harm == HARM_WATCHED || is_element || !share->is_given)
		finding->confidence = CONFIDENCE_LIKELY;
	add_host(pass, finding, share);
}

static bool is_talked_about(const struct host_share *share)
{
	return share && share->is_host_memory && !share->is_unseen && (share->reads || share->writes);
}

/* The share of a place that does most harm; *harm says what. */
static const struct host_share *worst_share(const struct host_shares *shares,
	const struct host_share_places *places, const struct ir_atomic *atomic, enum harm *harm)
{
	const struct host_share *worst = NULL;
	*harm = HARM_NONE;
	for (size_t i = 0; i < places->list.count; i++)
		for (size_t k = 0; k < shares->list.count; k++) {
			const struct host_share_place *place = &places->list.data[i];
			const struct host_share *share = shares->list.data[k];
			if (share->var != place->var || (place->kernel && place->kernel != share->kernel) ||
				!is_talked_about(share) || harm_of(atomic, share) <= *harm)
				continue;
			worst = share;
			*harm = harm_of(atomic, share);
		}
	return worst;
}

static void check_atomics(struct pass *pass, const struct host_shares *shares)
{
	ir_atomic_sites sites = {0};
	ir_find_atomics(pass->arena, pass->module, &sites);
	for (size_t i = 0; i < sites.count; i++) {
		const struct ir_atomic_site *site = sites.data[i];
		const struct ir_atomic *atomic = &site->atomic;
		bool is_device = site->function && (site->function->is_kernel || site->function->is_device);
		struct host_share_places places;
		enum harm harm;
		if (!is_device || !atomic->where || atomic->scope == IR_SCOPE_UNKNOWN ||
			atomic->scope == IR_SCOPE_SYSTEM)
			continue;
		host_share_find_places(pass, site->function, atomic->where, &places);
		const struct host_share *share = worst_share(shares, &places, atomic, &harm);
		if (share)
			report_atomic(pass, site, share, harm);
	}
}

/* ---- fences ---------------------------------------------------------------------------------- */

struct fence_search {
	const struct ir_function *kernel;
	const struct ir_path *from, *to; /* the data, and the flag */
	const struct ir_expr *narrow;
	bool is_wide;
	unsigned depth;
};

static void look_for_fence(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	enum { MAX_CALLS = 4 };
	const struct ir_visitor visitor = {.expr = look_for_fence};
	struct fence_search *search = context;
	struct ir_fence fence;
	struct ir_atomic atomic;
	bool is_between = search->depth || (ir_path_before(search->kernel, search->from, path) &&
						   ir_path_before(search->kernel, path, search->to));
	if (expr->kind != IR_CALL || !is_between)
		return;
	if (ir_fence_of(expr, &fence)) {
		bool is_narrow = fence.scope != IR_SCOPE_SYSTEM && fence.scope != IR_SCOPE_UNKNOWN;
		search->is_wide |= !is_narrow;
		if (is_narrow && !search->depth && !search->narrow)
			search->narrow = expr;
	} else if (ir_atomic_of(expr, &atomic)) {
		search->is_wide |= atomic.scope == IR_SCOPE_SYSTEM && atomic.order != IR_ORDER_RELAXED;
	} else if (expr->call->function && expr->call->function->body && search->depth < MAX_CALLS) {
		search->depth++;
		ir_walk_function(expr->call->function, &visitor, search);
		search->depth--;
	}
}

static void look_at_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct fence_search *search = context;
	(void)path;
	search->is_wide |= stmt->kind == IR_ASM; /* of which not all is understood */
}

static bool releases_to_host(const struct ir_spin_write *write)
{
	struct ir_atomic atomic;
	while (write->inner)
		write = write->inner;
	if (!write->op.expr)
		return true; /* assembly */
	return ir_atomic_of(write->op.expr, &atomic) &&
	       (atomic.scope == IR_SCOPE_SYSTEM || atomic.scope == IR_SCOPE_UNKNOWN) &&
	       atomic.order != IR_ORDER_RELAXED;
}

static const struct host_share *share_written(
	const struct host_shares *shares, const struct ir_spin_write *write)
{
	const struct host_share *share =
		write->op.memory.var ? host_share_of(shares, write->function, write->op.memory.var) : NULL;
	return share && share->is_host_memory && !share->is_unseen ? share : NULL;
}

/* Whether one is on another side of a condition than the other one. */
static bool is_apart(const struct ir_path *a, const struct ir_path *b)
{
	struct ir_fork fork;
	return !ir_path_fork(a, b, &fork) || (fork.stmt->kind == IR_IF && fork.a && fork.b &&
						     fork.a != fork.stmt->init && fork.b != fork.stmt->init);
}

static void report_fence(struct pass *pass, const struct ir_expr *fence, const struct host_share *flag,
	const struct ir_spin_write *data, const struct ir_spin_write *set)
{
	bool is_function = ir_cuda(fence)->dialect == IR_DIALECT_CUDA;
	pass->function = set->function;
	struct finding *finding = pass_report(pass, fence->range,
		"`%s` orders for threads of the device, but the host polls the flag, and may read old data; "
		"%s is needed",
		pass_text(pass, fence->range),
		is_function ? "`__threadfence_system()`" : "`cuda::thread_scope_system`");
	finding->confidence = flag->is_given ? CONFIDENCE_PROVEN : CONFIDENCE_LIKELY;
	pass_related(pass, finding, ir_path_range(data->path), "the data, written");
	pass_related(pass, finding, ir_path_range(set->path), "the flag, set");
	add_host(pass, finding, flag);
	if (!is_function || !fence->call->name_range.end)
		return;
	struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "order for the host");
	fix_replace(pass, fix, fence->call->name_range, "__threadfence_system");
}

/* The last data for the host in front of the flag, and what orders the two. */
static void check_flag(struct pass *pass, const struct host_shares *shares, const struct ir_spin_write *set,
	const struct host_share *flag)
{
	const struct ir_visitor visitor = {.expr = look_for_fence, .stmt = look_at_stmt};
	const struct ir_spins *spins = pass_spins(pass);
	for (size_t i = 0; i < ir_spin_write_count(spins); i++) {
		const struct ir_spin_write *data = ir_spin_write_at(spins, i);
		if (data->function != set->function || data == set || !data->op.is_plain ||
			ir_same_memory(&data->op.memory, &set->op.memory) ||
			!ir_path_before(set->function, data->path, set->path) ||
			is_apart(data->path, set->path))
			continue;
		const struct host_share *share = share_written(shares, data);
		struct fence_search search = {.kernel = set->function, .from = data->path, .to = set->path};
		if (!share || !share->plain_reads)
			continue;
		ir_walk_function(set->function, &visitor, &search);
		if (search.narrow && !search.is_wide) {
			report_fence(pass, search.narrow, flag, data, set);
			return;
		}
	}
}

static void check_fences(struct pass *pass, const struct host_shares *shares)
{
	const struct ir_spins *spins = pass_spins(pass);
	for (size_t i = 0; i < ir_spin_write_count(spins); i++) {
		const struct ir_spin_write *set = ir_spin_write_at(spins, i);
		const struct host_share *flag = set->function->is_kernel ? share_written(shares, set) : NULL;
		if (flag && flag->reads && !releases_to_host(set))
			check_flag(pass, shares, set, flag);
	}
}

void host_scope_report(struct pass *pass, const struct host_shares *shares)
{
	bool is_any = false;
	for (size_t i = 0; i < shares->list.count; i++)
		is_any |= is_talked_about(shares->list.data[i]);
	if (!is_any)
		return;
	check_atomics(pass, shares);
	check_fences(pass, shares);
}
