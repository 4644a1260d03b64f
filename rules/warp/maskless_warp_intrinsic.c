/* CU401 maskless-warp-intrinsic: `__shfl`, `__shfl_up/down/xor`, `__any`, `__all`, `__ballot`, which don't
 * say which lanes take part and don't exist for sm_70 and newer.
 *
 * The successor needs a mask, and which one is right depends on who gets there. Where the structure shows
 * that whole warps do (analyzer/structure/uniform/uniform.h), the full mask is a safe fix. Where exactly one
 * thread-dependent `if`, early return or loop condition stands in between, the mask is a ballot over that
 * condition taken before it, which is unsafe: it evaluates the condition twice. In helpers with unknown
 * callers the full mask is offered as unsafe. Anything more tangled gets no fix. `__activemask()` is never
 * offered: it names whoever happens to be there, not who should be. */
#include <string.h>

#include "analyzer/rule/rule.h"
#include "analyzer/structure/uniform/uniform.h"

enum { FIRST_ARCH_WITHOUT = 70, FIRST_TOOLKIT_WITH_SYNC = 9000, MAX_REASONS = 2 };

/* What is gathered of a unit, made when the first such call is met. */
struct state {
	VEC(const struct ir_stmt *) fixed; /* statements whose calls an earlier finding's fix rewrites */
};

static bool project_defines(const struct ir_module *module, const char *name)
{
	for (size_t i = 0; i < module->functions.count; i++)
		if (!strcmp(module->functions.data[i]->name, name))
			return true;
	return false;
}

/* The name with a mask, or NULL when the call isn't one of these intrinsics. */
static const char *successor(const struct ir_module *module, const struct ir_expr *expr)
{
	const struct ir_call *call = expr->call;
	if (expr->kind != IR_CALL || call->object)
		return NULL;
	if (call->function && (!call->function->is_system || call->function->body))
		return NULL; /* the project's own */
	if (call->function)
		return call->function->marks ? call->function->marks->maskless : NULL;
	const char *masked = ir_cuda(expr)->masked;
	return masked && !project_defines(module, call->name) ? masked : NULL;
}

static void rewrite_call(
	struct pass *pass, struct fix *fix, const struct ir_expr *call, const char *name, const char *mask)
{
	fix_replace(pass, fix, call->call->name_range, "%s", name);
	if (call->operand_count)
		fix_insert_before(pass, fix, call->operands[0]->range, "%s, ", mask);
}

/* ---- the ballot form ------------------------------------------------------------------------- */

/* Collects what the ballot form has to know of a statement; with `mask`, rewrites the calls that `reason`
 * alone keeps from being reached by whole warps. */
struct scan {
	struct pass *pass;
	struct fix *fix;
	const char *mask; /* NULL: only look */
	const struct ir_stmt *reason;
	bool has_effect; /* a condition that can't be evaluated twice */
	bool has_exit;   /* return, break or goto */
	bool names_mask; /* the function already has a `mask` */
};

/* Calls that may be made twice: they only compute. */
static bool is_pure_call(const struct ir_expr *call)
{
	const struct cuda_function *called = ir_cuda(call);
	return called->builtin || called->math > CUDA_MATH_OTHER;
}

static bool is_kept_by(const struct scan *scan, const struct ir_path *path)
{
	struct ir_divergence reasons[MAX_REASONS];
	size_t count =
		ir_divergences(pass_uniformity(scan->pass), scan->pass->function, path, reasons, MAX_REASONS);
	return count == 1 && reasons[0].stmt == scan->reason;
}

static void scan_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct scan *scan = context;
	scan->has_effect |= expr->kind == IR_ASSIGN || expr->kind == IR_NEW ||
			    (expr->kind == IR_CALL && !is_pure_call(expr)) ||
			    (expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC);
	scan->names_mask |= expr->kind == IR_VAR && !strcmp(expr->var->name, "mask");
	const char *name = scan->mask && expr->kind == IR_CALL ? successor(scan->pass->module, expr) : NULL;
	if (name && is_kept_by(scan, path))
		rewrite_call(scan->pass, scan->fix, expr, name, scan->mask);
}

static void scan_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct scan *scan = context;
	(void)path;
	scan->has_exit |= stmt->kind == IR_RETURN || stmt->kind == IR_BREAK || stmt->kind == IR_GOTO;
}

static void scan_var(void *context, const struct ir_var *var, const struct ir_path *path)
{
	struct scan *scan = context;
	(void)path;
	scan->names_mask |= !strcmp(var->name, "mask");
}

static const struct ir_visitor scan_visitor = {.stmt = scan_stmt, .expr = scan_expr, .var = scan_var};

static bool has_effect(const struct ir_expr *condition)
{
	struct scan scan = {0};
	ir_walk_expr(condition, &scan_visitor, &scan, NULL);
	return scan.has_effect;
}

static const char *free_mask_name(const struct ir_function *function)
{
	struct scan scan = {0};
	ir_walk_function(function, &scan_visitor, &scan);
	for (size_t i = 0; i < function->param_count; i++)
		scan.names_mask |= !strcmp(function->params[i]->name, "mask");
	return scan.names_mask ? "active_lanes" : "mask";
}

static const struct ir_path *path_of(const struct ir_path *path, const struct ir_stmt *stmt)
{
	while (path && path->stmt != stmt)
		path = path->up;
	return path;
}

/* Whether a declaration can be put before the last statement of the path: it stands in a block. */
static bool stands_in_block(const struct ir_path *path)
{
	return path && path->up && path->up->stmt && path->up->stmt->kind == IR_BLOCK;
}

static bool is_top_level(const struct ir_function *function, const struct ir_stmt *stmt)
{
	for (size_t i = 0; function->body && i < function->body->child_count; i++)
		if (function->body->children[i] == stmt)
			return true;
	return false;
}

static const char *line_indent(struct pass *pass, const struct ir_stmt *stmt)
{
	struct ir_place place;
	if (!ir_locate(pass->module, stmt->range, &place, NULL) || place.file >= pass->module->files.count)
		return "";
	const char *text = pass->module->files.data[place.file].text;
	size_t start = place.begin;
	while (start > 0 && text[start - 1] != '\n')
		start--;
	size_t end = start + strspn(text + start, " \t");
	return arena_strndup(pass->arena, text + start, end - start);
}

/* if (c) { ...f(x) } to: const unsigned mask = __ballot_sync(0xffffffff, c); if (c) { ...f_sync(mask, x) } */
static void fix_branch(struct pass *pass, struct finding *finding, const struct ir_divergence *reason)
{
	const struct ir_stmt *stmt = reason->stmt;
	const char *mask = free_mask_name(pass->function), *condition = pass_text(pass, stmt->expr->range);
	struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "Vote before the branch which lanes take it");
	fix_insert_before(pass, fix, stmt->range,
		"const unsigned %s = __ballot_sync(0xffffffff, %s%s%s);\n%s", mask,
		reason->in_else ? "!(" : "", condition, reason->in_else ? ")" : "", line_indent(pass, stmt));
	struct scan scan = {.pass = pass, .fix = fix, .mask = mask, .reason = stmt};
	ir_walk_stmt(
		reason->in_else ? stmt->other : stmt->body, &scan_visitor, &scan, path_of(pass->path, stmt));
}

/* if (c) return; ...f(x) to: const unsigned mask = __ballot_sync(0xffffffff, !(c)); if (c) return;
 * ...f_sync(mask, x) */
static void fix_exit(struct pass *pass, struct finding *finding, const struct ir_stmt *stmt)
{
	const char *mask = free_mask_name(pass->function), *condition = pass_text(pass, stmt->expr->range);
	struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "Vote before the early exit which lanes stay");
	fix_insert_before(pass, fix, stmt->range, "const unsigned %s = __ballot_sync(0xffffffff, !(%s));\n%s",
		mask, condition, line_indent(pass, stmt));
	struct scan scan = {.pass = pass, .fix = fix, .mask = mask, .reason = stmt};
	ir_walk_function(pass->function, &scan_visitor, &scan);
}

/* for (i = t; i < n; i += s) f(x) to: every lane turns as long as any has work, and votes at the start of
 * each turn. */
static void fix_loop(struct pass *pass, struct finding *finding, const struct ir_stmt *loop)
{
	const char *mask = free_mask_name(pass->function), *condition = pass_text(pass, loop->expr->range);
	struct fix *fix =
		pass_fix(pass, finding, FIX_UNSAFE, "Keep the warp together and vote in every turn");
	fix_replace(pass, fix, loop->expr->range, "__any_sync(0xffffffff, %s)", condition);
	fix_insert_before(pass, fix, loop->body->range,
		"{ const unsigned %s = __ballot_sync(0xffffffff, %s); if (%s) ", mask, condition, condition);
	struct scan scan = {.pass = pass, .fix = fix, .mask = mask, .reason = loop};
	ir_walk_stmt(loop->body, &scan_visitor, &scan, path_of(pass->path, loop));
	fix_insert_after(pass, fix, loop->body->range, " }");
}

static bool is_simple_exit(const struct ir_stmt *stmt)
{
	const struct ir_stmt *body = stmt->kind == IR_IF && !stmt->other && !stmt->init ? stmt->body : NULL;
	if (body && body->kind == IR_BLOCK && body->child_count == 1)
		body = body->children[0];
	return body && body->kind == IR_RETURN;
}

static bool exits_loop(const struct ir_stmt *loop)
{
	struct scan scan = {0};
	ir_walk_stmt(loop->body, &scan_visitor, &scan, NULL);
	return scan.has_exit;
}

static void offer_ballot(struct pass *pass, struct finding *finding, const struct ir_divergence *reason)
{
	const struct ir_stmt *stmt = reason->stmt;
	struct state *state = pass->state;
	for (size_t i = 0; i < state->fixed.count; i++)
		if (state->fixed.data[i] == stmt)
			return;
	if (!stmt || !stmt->expr || stmt->var_count || has_effect(stmt->expr))
		return;
	bool in_block = stands_in_block(path_of(pass->path, stmt));
	if (reason->kind == IR_DIVERGENT_BRANCH && stmt->kind == IR_IF && !stmt->init && in_block)
		fix_branch(pass, finding, reason);
	else if (reason->kind == IR_DIVERGENT_EXIT && is_simple_exit(stmt) &&
		 is_top_level(pass->function, stmt))
		fix_exit(pass, finding, stmt);
	else if (reason->kind == IR_DIVERGENT_LOOP && (stmt->kind == IR_FOR || stmt->kind == IR_WHILE) &&
		 stmt->body->kind == IR_BLOCK && !exits_loop(stmt))
		fix_loop(pass, finding, stmt);
	else
		return;
	vec_push(pass->arena, &state->fixed, stmt);
}

/* ---- the finding ----------------------------------------------------------------------------- */

static void offer_fix(
	struct pass *pass, struct finding *finding, const struct ir_expr *call, const char *name)
{
	struct ir_divergence reasons[MAX_REASONS];
	size_t count =
		ir_divergences(pass_uniformity(pass), pass->function, pass->path, reasons, MAX_REASONS);
	if (count == 0) {
		rewrite_call(pass,
			pass_fix(pass, finding, FIX_SAFE, "Name the whole warp: `%s(0xffffffff, ...)`", name),
			call, name, "0xffffffff");
	} else if (count == 1 && reasons[0].kind == IR_DIVERGENT_CALLER) {
		rewrite_call(pass,
			pass_fix(pass, finding, FIX_UNSAFE,
				"Name the whole warp, if all its lanes get here together"),
			call, name, "0xffffffff");
	} else if (count == 1) {
		offer_ballot(pass, finding, &reasons[0]);
	}
}

static bool has_old_target(const struct target *target)
{
	return target->arch_count && target->archs[target->arch_count - 1] < FIRST_ARCH_WITHOUT;
}

static void on_call(struct pass *pass, const struct ir_expr *call)
{
	const char *name = successor(pass->module, call);
	if (!name || !pass->function ||
		(pass->target->cuda_version && pass->target->cuda_version < FIRST_TOOLKIT_WITH_SYNC))
		return;
	if (!pass->state) {
		struct state *state = ARENA_NEW(pass->arena, struct state);
		pass->state = state;
	}
	struct finding *finding;
	if (has_old_target(pass->target)) {
		finding = pass_report(pass, call->range,
			"`%s` has no mask: deprecated, and removed for sm_70 and newer; use `%s`",
			call->call->name, name);
		finding->severity = SEVERITY_WARNING;
	} else {
		finding = pass_report(pass, call->range,
			"`%s` has no mask: removed for sm_70 and newer; use `%s`", call->call->name, name);
		finding_limit_archs(finding, FIRST_ARCH_WITHOUT, 0);
	}
	offer_fix(pass, finding, call, name);
}

const struct rule rule_maskless_warp_intrinsic = {
	.code = "CU401",
	.name = "maskless-warp-intrinsic",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Warp intrinsic without a lane mask",
	.hooks = {.call = on_call},
};
