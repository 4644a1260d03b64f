/* CU512 lock-without-fence: a critical section around plain data that is entered without acquire or left
 * without release.
 *
 * CUDA's atomic functions are relaxed: taking a lock by atomicCAS or atomicExch and giving it back orders
 * nothing else, and volatile data neither. A section is one whose acquire and release both show in a
 * function, itself or through the calls and guard objects that lead to them (analyzer/structure/spin/spin.h).
 * Its data is what it writes plainly and what several threads may meet at: one place, or one that it updates
 * or reads as well. A fence counts wherever it stands between the acquire and the data, or the data and the
 * release, and so do barriers, libcu++'s orders, inline assembly and calls that can't be seen into. A helper
 * that only takes a lock has no section. */
#include "analyzer/operation/order.h"
#include "analyzer/rule/rule.h"

enum { MAX_LEVELS = 4 };

/* What happens in a section, in source order. */
struct step {
	const struct ir_spin *spin;
	bool orders, writes, updates; /* a fence or the like; else an access */
	bool for_block;               /* a fence for the block alone */
	struct ir_memory memory;
	const struct ir_expr *expr;
};

/* `if (try_lock()) { ... unlock(); }`, told as a wait that ends at once. */
struct
try {
	struct ir_spin spin;
	const struct ir_stmt *branch; /* for who has got the lock */
	const struct ir_spin_write *taken, *given;
};

struct sections {
	struct pass *pass;
	const struct ir_function *function;
	VEC(struct step) steps;
	VEC(struct try *) tries;
};

/* ---- what orders ----------------------------------------------------------------------------- */

static bool has_order_in(const struct ir_function *function, unsigned level);

/* Whether the operation itself has the order, or one that isn't known. */
static bool has_own_order(const struct ir_memory_op *op, bool acquires)
{
	struct ir_atomic atomic;
	if (!op->expr)
		return true;
	if (!ir_atomic_of(op->expr, &atomic))
		return op->expr->kind == IR_CALL;
	return atomic.order == IR_ORDER_UNKNOWN ||
	       (acquires ? ir_acquires(atomic.order) : ir_releases(atomic.order));
}

/* Whether a call orders memory, or may. */
static bool may_order(const struct ir_expr *expr, unsigned level)
{
	if (expr->kind != IR_CALL && expr->kind != IR_CONSTRUCT)
		return false;
	const struct ir_function *callee = expr->call->function;
	const struct cuda_function *called = ir_cuda(expr);
	struct ir_memory_op op;
	if (cuda_is_fence(called) || ir_join_of(expr) >= IR_JOIN_BLOCK)
		return true;
	if (callee && callee->body)
		return level >= MAX_LEVELS || has_order_in(callee, level + 1);
	if (ir_memory_op(expr, &op))
		return (has_own_order(&op, true) || has_own_order(&op, false)) && !called->cache;
	if ((called->op >= CUDA_TRAP && called->op <= CUDA_ASSERT) || called->op == CUDA_ACTIVE_MASK)
		return false;
	/* intrinsics and arithmetic order nothing; what is declared elsewhere may */
	return expr->kind == IR_CALL && (!callee || !callee->is_system);
}

struct order_search {
	unsigned level;
	bool found;
};

static void order_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct order_search *search = context;
	(void)path;
	search->found = search->found || may_order(expr, search->level);
}

static void order_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct order_search *search = context;
	(void)path;
	search->found |= stmt->kind == IR_ASM;
}

static bool has_order_in(const struct ir_function *function, unsigned level)
{
	const struct ir_visitor visitor = {.expr = order_expr, .stmt = order_stmt};
	struct order_search search = {.level = level};
	ir_walk_function(function, &visitor, &search);
	return search.found;
}

static const struct ir_spin_write *innermost(const struct ir_spin_write *write)
{
	while (write->inner)
		write = write->inner;
	return write;
}

/* Fences on the way, in the functions that are called to take the lock. */
static bool takes_in_order(const struct ir_spin *spin, const struct try *try)
{
	for (const struct ir_spin_write *at = try ? try->taken->inner : NULL; at; at = at->inner)
		if (has_order_in(at->function, 0))
			return true;
	if (try)
		return has_own_order(&innermost(try->taken)->op, true);
	for (const struct ir_spin *at = spin->inner; at; at = at->inner)
		if (has_order_in(at->function, 0))
			return true;
	return has_own_order(&ir_spin_origin(spin)->op, true);
}

static bool gives_in_order(const struct ir_spin *spin, const struct ir_spin_write *by)
{
	bool is_scope = by->function != spin->function;
	for (const struct ir_spin_write *at = is_scope ? by : by->inner; at; at = at->inner)
		if (has_order_in(at->function, 0))
			return true;
	return has_own_order(&innermost(by)->op, false);
}

/* ---- what happens in a section --------------------------------------------------------------- */

static bool is_within(const struct ir_path *path, const struct ir_expr *expr)
{
	for (; path && expr; path = path->up)
		if (path->expr == expr)
			return true;
	return false;
}

/* The place that an assignment writes isn't read. */
static bool is_assigned(const struct ir_path *path)
{
	const struct ir_expr *up = path->up ? path->up->expr : NULL;
	return up && up->kind == IR_ASSIGN && up->operands[0] == path->expr;
}

static bool lies_in(const struct ir_path *path, const struct ir_stmt *stmt)
{
	while (path && path->stmt != stmt)
		path = path->up;
	return path != NULL;
}

static const struct ir_spin *try_around(const struct sections *sections, const struct ir_path *path)
{
	for (size_t i = 0; i < sections->tries.count; i++) {
		const struct try *try = sections->tries.data[i];
		if (lies_in(path, try->branch) && ir_path_before(sections->function, path, try->given->path))
			return &try->spin;
	}
	return NULL;
}

static void add_step(struct sections *sections, const struct ir_path *path, struct step step)
{
	step.spin = ir_critical_section(pass_spins(sections->pass), sections->function, path);
	if (!step.spin)
		step.spin = try_around(sections, path);
	bool is_data = step.spin && (step.orders || !ir_same_memory(&step.memory, &step.spin->op.memory));
	if (is_data && !is_within(path, step.spin->path->expr))
		vec_push(sections->pass->arena, &sections->steps, step);
}

static bool is_shared(const struct ir_memory *memory)
{
	return memory->var && (memory->var->storage == IR_SHARED || memory->var->storage == IR_EXTERN_SHARED);
}

static bool is_volatile(const struct ir_expr *expr)
{
	bool is_place = (expr->kind == IR_UNARY || expr->kind == IR_ASSIGN) && expr->operand_count;
	const struct ir_type *type = is_place ? expr->operands[0]->type : expr->type;
	return type && type->is_volatile;
}

/* Whether an access orders nothing itself: an increment doesn't, and neither does what is volatile. */
static bool is_plain(const struct ir_memory_op *op)
{
	return op->expr && op->expr->kind != IR_CALL &&
	       (op->is_plain || op->expr->kind == IR_UNARY || is_volatile(op->expr));
}

static void add_access(struct sections *sections, const struct ir_path *path, const struct ir_memory_op *op)
{
	add_step(sections, path,
		(struct step){.writes = op->effect != IR_MEMORY_READ,
			.updates = op->effect == IR_MEMORY_ADD,
			.memory = op->memory,
			.expr = path->expr});
}

/* What a function that is called writes, with the arguments put in. */
static void add_writes_of_call(struct sections *sections, const struct ir_path *path)
{
	struct ir_spins *spins = pass_spins(sections->pass);
	for (size_t i = 0; i < ir_spin_write_count(spins); i++) {
		const struct ir_spin_write *write = ir_spin_write_at(spins, i);
		if (write->inner && write->function == sections->function &&
			write->path->expr == path->expr && is_plain(&innermost(write)->op))
			add_access(sections, path, &write->op);
	}
}

static void section_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct sections *sections = context;
	struct ir_memory_op op;
	struct ir_fence fence;
	bool is_fence = ir_fence_of(expr, &fence);
	if (may_order(expr, 0))
		add_step(sections, path,
			(struct step){.orders = true,
				.for_block = is_fence && (fence.scope == IR_SCOPE_BLOCK ||
								 fence.scope == IR_SCOPE_THREAD),
				.expr = expr});
	else if (expr->kind == IR_CALL)
		add_writes_of_call(sections, path);
	else if (ir_memory_op(expr, &op) && is_plain(&op) && !is_assigned(path))
		add_access(sections, path, &op);
}

static void section_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	if (stmt->kind == IR_ASM)
		add_step(context, path, (struct step){.orders = true});
}

/* Whether the section reads the memory that it writes there. */
static bool is_read_too(const struct sections *sections, const struct step *write)
{
	for (size_t i = 0; i < sections->steps.count; i++) {
		const struct step *step = &sections->steps.data[i];
		if (step->spin == write->spin && !step->orders && !step->writes &&
			ir_same_memory(&step->memory, &write->memory))
			return true;
	}
	return false;
}

/* Whether threads that hold the lock one after the other meet there. */
static bool is_protected(struct sections *sections, const struct step *step)
{
	struct ir_spin probe = {.op.memory = step->memory};
	int64_t number;
	if (!step->writes || (is_shared(&step->memory) && !is_shared(&step->spin->op.memory)))
		return false;
	enum ir_variance variance = ir_spin_variance(pass_spins(sections->pass), &probe);
	bool one = !step->memory.index || ir_fold_int(step->memory.index, &number);
	if (one && variance <= IR_UNIFORM)
		return true;
	return variance != IR_LANE_LINEAR && (step->updates || is_read_too(sections, step));
}

/* ---- the finding ----------------------------------------------------------------------------- */

struct verdict {
	const struct ir_expr *first, *last; /* accesses to the data */
	bool entered, left;                 /* in order */
	bool narrow;                        /* there is a fence for the block alone */
	bool is_volatile;                   /* the data */
};

/* A lock of all blocks: one in global memory, of which there is only one. One that is taken at block scope is
 * CU504's. */
static bool is_for_blocks(const struct ir_spin *spin)
{
	struct ir_atomic atomic;
	const struct ir_memory *memory = &spin->op.memory;
	const struct ir_expr *taken = ir_spin_origin(spin)->op.expr;
	if (!taken || !ir_atomic_of(taken, &atomic) || atomic.scope == IR_SCOPE_BLOCK)
		return false;
	const struct ir_var *var = memory->var;
	bool is_global =
		var && (var->storage == IR_DEVICE || var->storage == IR_MANAGED ||
			       (var->storage == IR_PARAM && var->function && var->function->is_kernel));
	return is_global && !memory->index && !memory->field;
}

static bool touches(const struct sections *sections, const struct step *step, const bool *protected)
{
	for (size_t i = 0; i < sections->steps.count; i++)
		if (protected[i] && sections->steps.data[i].spin == step->spin &&
			ir_same_memory(&sections->steps.data[i].memory, &step->memory))
			return true;
	return false;
}

static struct verdict judge(
	const struct sections *sections, const struct ir_spin *spin, const bool *protected)
{
	struct verdict verdict = {0};
	for (size_t i = 0; i < sections->steps.count; i++) {
		const struct step *step = &sections->steps.data[i];
		if (step->spin != spin)
			continue;
		if (step->orders && step->for_block && is_for_blocks(spin)) {
			verdict.narrow = true;
		} else if (step->orders) {
			verdict.entered |= !verdict.first;
			verdict.left = true;
		} else if (touches(sections, step, protected)) {
			verdict.first = verdict.first ? verdict.first : step->expr;
			verdict.is_volatile |= is_volatile(step->expr);
			verdict.last = step->writes ? step->expr : verdict.last;
			verdict.left = verdict.left && !step->writes;
		}
	}
	return verdict;
}

static const char *name_of(struct pass *pass, const struct ir_memory_op *op)
{
	if (op->expr && op->expr->kind == IR_CALL)
		return arena_printf(pass->arena, "`%s`", op->expr->call->name);
	return op->effect == IR_MEMORY_READ ? "a load" : "a store";
}

/* What is assigned or incremented, without what is done to it. */
static const char *place_of(struct pass *pass, const struct ir_expr *access)
{
	bool changes = access->kind == IR_ASSIGN || (access->kind == IR_UNARY && access->op != IR_OP_DEREF);
	return pass_text(pass, changes ? access->operands[0]->range : access->range);
}

static void report(struct sections *sections, const struct ir_spin *spin, const struct ir_spin_write *by,
	const struct verdict *verdict)
{
	struct pass *pass = sections->pass;
	const char *take = name_of(pass, &ir_spin_origin(spin)->op);
	const char *give = name_of(pass, &innermost(by)->op);
	const char *data = place_of(pass, verdict->first);
	bool is_block = is_shared(&spin->op.memory);
	const char *fence = is_block ? "__threadfence_block()" : "__threadfence()";
	struct ir_range back = ir_path_range(by->path);
	struct finding *finding;
	if (verdict->entered)
		finding = pass_report(pass, by->function == spin->function ? back : spin->range,
			"the lock is given back by %s without release: the next one who has it may not see "
			"what was written at `%s`; put `%s` before it, or let `cuda::atomic_ref` store with "
			"`cuda::memory_order_release`",
			give, data, fence);
	else
		finding = pass_report(pass, spin->range,
			"the lock is taken by %s without acquire%s: `%s` may be read as it was before the "
			"last one who had it wrote it; put `%s` behind it%s, or use `cuda::atomic_ref` with "
			"`cuda::memory_order_acquire`%s",
			take, verdict->left ? "" : " and given back without release", data, fence,
			verdict->left ? "" : " and before the other",
			verdict->left ? "" : " and `cuda::memory_order_release`");
	pass_related(pass, finding, verdict->first->range, "data of the critical section");
	if (verdict->narrow)
		pass_related(pass, finding, verdict->first->range,
			"the fences of block scope around it order nothing for other blocks");
	if (by->function == spin->function && !verdict->entered)
		pass_related(pass, finding, back, "the lock is given back here");
	else if (verdict->entered)
		pass_related(pass, finding, spin->range, "the lock is taken here");
	/* what lies in shared memory isn't cached anywhere else: it would have to be read early */
	if (is_block && verdict->left)
		finding->confidence = CONFIDENCE_POSSIBLE;
	else if (is_block || !pass->function->is_kernel || verdict->is_volatile)
		finding->confidence = CONFIDENCE_LIKELY;
}

static void check(struct sections *sections, const struct ir_spin *spin, const struct try *try,
	const struct ir_spin_write *by, const bool *protected)
{
	struct verdict verdict = judge(sections, spin, protected);
	if (!verdict.first || !verdict.last || !by)
		return;
	verdict.entered = verdict.entered || takes_in_order(spin, try);
	verdict.left = verdict.left || gives_in_order(spin, by);
	if (!verdict.entered || !verdict.left)
		report(sections, spin, by, &verdict);
}

/* ---- locks that are only tried --------------------------------------------------------------- */

/* The `if` in whose condition a node is. */
static const struct ir_stmt *decides(const struct ir_path *path)
{
	const struct ir_expr *top = NULL;
	for (; path && path->expr; path = path->up)
		top = path->expr;
	return path && path->stmt && path->stmt->kind == IR_IF && path->stmt->expr == top ? path->stmt : NULL;
}

/* Whether a wait is made of it. */
static bool is_waited_for(struct ir_spins *spins, const struct ir_spin_write *taken)
{
	for (size_t i = 0; i < ir_spin_count(spins); i++) {
		const struct ir_spin *spin = ir_spin_at(spins, i);
		if (spin->function == taken->function &&
			ir_spin_origin(spin)->op.expr == innermost(taken)->op.expr)
			return true;
	}
	return false;
}

/* Whether it stores what the lock was free with: anything else marks the next state of what was claimed. */
static bool frees(const struct ir_memory_op *taken, const struct ir_memory_op *given)
{
	int64_t before, after;
	if (given->effect != IR_MEMORY_WRITE && given->effect != IR_MEMORY_EXCHANGE)
		return false;
	if (!given->value) /* test_and_set() and clear() */
		return !taken->value;
	const struct ir_expr *known = taken->effect == IR_MEMORY_CAS ? taken->expected : taken->value;
	if (!known || !ir_fold_int(known, &before) || !ir_fold_int(given->value, &after))
		return false;
	return (before == after) == (taken->effect == IR_MEMORY_CAS);
}

/* Gives the same lock back within the branch: the first one that does. */
static const struct ir_spin_write *given_in(
	struct ir_spins *spins, const struct ir_spin_write *taken, const struct ir_stmt *branch)
{
	for (size_t i = 0; branch && i < ir_spin_write_count(spins); i++) {
		const struct ir_spin_write *write = ir_spin_write_at(spins, i);
		if (frees(&taken->op, &write->op) && write->function == taken->function &&
			lies_in(write->path, branch) && ir_same_memory(&write->op.memory, &taken->op.memory))
			return write;
	}
	return NULL;
}

static void find_tries(struct sections *sections)
{
	struct ir_spins *spins = pass_spins(sections->pass);
	for (size_t i = 0; i < ir_spin_write_count(spins); i++) {
		const struct ir_spin_write *taken = ir_spin_write_at(spins, i);
		bool takes = taken->op.effect == IR_MEMORY_EXCHANGE || taken->op.effect == IR_MEMORY_CAS;
		if (!takes || taken->function != sections->function || !taken->path->expr)
			continue;
		const struct ir_stmt *stmt = decides(taken->path);
		const struct ir_stmt *branch = stmt ? stmt->body : NULL;
		const struct ir_spin_write *given = given_in(spins, taken, branch);
		if (!given && stmt)
			given = given_in(spins, taken, branch = stmt->other);
		if (!given || is_waited_for(spins, taken))
			continue;
		struct try *try = ARENA_NEW(sections->pass->arena, struct try);
		*try = (struct try){.branch = branch, .taken = taken, .given = given};
		try->spin = (struct ir_spin){.kind = IR_SPIN_LOCK,
			.function = taken->function,
			.path = taken->path,
			.op = taken->op,
			.range = taken->path->expr->range};
		vec_push(sections->pass->arena, &sections->tries, try);
	}
}

static void on_function(struct pass *pass, const struct ir_function *function)
{
	const struct ir_visitor visitor = {.expr = section_expr, .stmt = section_stmt};
	struct ir_spins *spins = pass_spins(pass);
	struct sections sections = {.pass = pass, .function = function};
	find_tries(&sections);
	if (!sections.tries.count && !ir_spin_in(spins, function, IR_SPIN_LOCK) &&
		!ir_spin_in(spins, function, IR_SPIN_TICKET))
		return;
	ir_walk_function(function, &visitor, &sections);
	bool *protected = ARENA_ARRAY(pass->arena, bool, sections.steps.count + 1);
	for (size_t i = 0; i < sections.steps.count; i++)
	protected[i] = is_protected(&sections, &sections.steps.data[i]);
	for (size_t i = 0; i < ir_spin_count(spins); i++) {
		const struct ir_spin_write *by = NULL;
		if (ir_spin_at(spins, i)->function != function)
			continue;
		ir_spin_release(spins, ir_spin_at(spins, i), &by);
		check(&sections, ir_spin_at(spins, i), NULL, by, protected);
	}
	for (size_t i = 0; i < sections.tries.count; i++) {
		const struct try *try = sections.tries.data[i];
		check(&sections, &try->spin, try, try->given, protected);
	}
}

const struct rule rule_lock_without_fence = {
	.code = "CU512",
	.name = "lock-without-fence",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Critical section around plain data without acquire or release",
	.hooks = {.function = on_function},
};
