/* Walks a waiting loop and what it calls. */
#include "analyzer/structure/spin/poll.h"

#include <string.h>

enum { MAX_CALLS = 4 };

struct look {
	const struct ir_spin *spin;
	struct ir_poll *poll;
	const struct ir_expr
		*call; /* in the loop, that leads to what is looked at; NULL: in the loop itself */
	unsigned depth;
};

static void look_into(struct look *look, const struct ir_function *function);

static void add_fence(struct look *look, struct ir_range range, const char *name)
{
	if (look->poll->fence.end)
		return;
	look->poll->fence = look->call ? look->call->range : range;
	look->poll->fence_name = look->call ? look->call->call->name : name;
}

static void look_at_call(struct look *look, const struct ir_expr *expr)
{
	/* of C++: what computes and touches no memory */
	static const char *const harmless[] = {"operator!", "__builtin_expect", "operator*", "operator->",
		"operator[]", "get", "data", NULL};
	const struct cuda_function *cuda = ir_cuda(expr);
	const struct ir_function *function = expr->call->function;
	struct ir_fence fence;
	if (function && function->body) {
		const struct ir_expr *outer = look->call;
		look->call = outer ? outer : expr;
		look_into(look, function);
		look->call = outer;
		return;
	}
	if (ir_fence_of(expr, &fence)) {
		add_fence(look, expr->range, expr->call->name);
		return;
	}
	if (cuda->op == CUDA_SLEEP)
		look->poll->sleeps = true;
	else if (!cuda_is_min(cuda) && !cuda_is_max(cuda) && !cuda_is_cached_load(cuda) &&
		 !ir_is_one_of(expr->call->name, harmless))
		look->poll->works = true;
}

static void look_at_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct look *look = context;
	struct ir_memory_op op;
	struct ir_atomic atomic;
	(void)path;
	if (expr == look->poll->access)
		return;
	if (ir_memory_op(expr, &op)) {
		bool is_atomic = ir_atomic_of(expr, &atomic);
		look->poll->works |= op.effect != IR_MEMORY_READ || op.is_wait;
		look->poll->has_other_atomic |= is_atomic;
	} else if (expr->kind == IR_CALL) {
		look_at_call(look, expr);
	} else if (expr->kind == IR_NEW || expr->kind == IR_LAUNCH || expr->kind == IR_UNKNOWN_EXPR ||
		   expr->kind == IR_STMT_EXPR) {
		look->poll->works = true;
	}
}

static void look_at_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct look *look = context;
	struct ir_fence fence;
	(void)path;
	if (ir_is_loop(stmt) && stmt != look->spin->loop)
		look->poll->works = true;
	if (stmt->kind == IR_UNKNOWN_STMT || stmt->kind == IR_GOTO)
		look->poll->works = true;
	if (stmt->kind != IR_ASM || (look->spin->op.assembly && stmt == look->spin->op.assembly))
		return;
	const char *text = stmt->assembly ? stmt->assembly->text : NULL;
	if (ir_fence_asm(stmt, &fence))
		add_fence(look, stmt->range, "fence");
	else if (text && strstr(text, "nanosleep"))
		look->poll->sleeps = true;
	else
		look->poll->works = true;
}

static const struct ir_visitor visitor = {.stmt = look_at_stmt, .expr = look_at_expr};

static void look_into(struct look *look, const struct ir_function *function)
{
	if (look->depth >= MAX_CALLS) {
		look->poll->works = true;
		return;
	}
	look->depth++;
	ir_walk_function(function, &visitor, look);
	look->depth--;
}

struct within {
	const struct ir_expr *wanted;
	bool found;
};

static void compare(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct within *within = context;
	(void)path;
	within->found |= expr == within->wanted;
}

static bool is_within(const struct ir_expr *condition, const struct ir_expr *wanted)
{
	const struct ir_visitor comparing = {.expr = compare};
	struct within within = {.wanted = wanted};
	if (condition && wanted)
		ir_walk_expr(condition, &comparing, &within, NULL);
	return within.found;
}

static enum ir_poll_kind kind_of(
	const struct ir_memory_op *op, const struct ir_expr *access, struct ir_atomic *atomic)
{
	if (access ? ir_atomic_of(access, atomic) : ir_atomic_asm(op->assembly, atomic))
		return IR_POLL_ATOMIC;
	if (op->is_plain)
		return IR_POLL_PLAIN;
	return !access || access->kind == IR_CALL ? IR_POLL_CACHED : IR_POLL_VOLATILE;
}

bool ir_poll_of(const struct ir_spin *spin, struct ir_poll *out)
{
	*out = (struct ir_poll){0};
	const struct ir_memory_op *op = &spin->op;
	const struct ir_expr *access = op->access ? op->access : op->expr;
	if (spin->inner || !spin->loop || (!access && !op->assembly))
		return false;
	struct look look = {.spin = spin, .poll = out};
	out->access = access;
	out->kind = kind_of(op, access, &out->atomic);
	out->is_poll_last = is_within(spin->loop->expr, op->expr ? op->expr : op->memory.source);
	ir_walk_stmt(spin->loop, &visitor, &look, NULL);
	return true;
}

bool ir_poll_fences_to_pause(const struct ir_poll *poll)
{
	return poll->fence.end && poll->is_poll_last && !poll->works && !poll->sleeps &&
	       !poll->has_other_atomic && poll->kind != IR_POLL_PLAIN;
}
