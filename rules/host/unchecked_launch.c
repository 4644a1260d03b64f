/* CU701 unchecked-launch: a launch after which nothing looks whether it worked.
 *
 * A check is cudaGetLastError or cudaPeekAtLastError, a synchronizing call whose result is used, or a call of
 * a helper that does one of these; it must follow the launch in its block or in one around it before the
 * function returns. A launcher whose callers in the unit all check after the call is fine. Where the launch
 * is a call that returns its status (cudaLaunchKernel), using that is the check. Launches in device code are
 * left alone. */
#include <ctype.h>
#include <string.h>

#include "analyzer/rule/rule.h"
#include "rules/host/common/api.h"

enum { MAX_CALLERS_DEEP = 4 };

/* Calls that wait, and so return the error of what they wait for. */
static bool is_wait(const struct ir_expr *call)
{
	struct cuda_call api = api_call(call);
	bool blocks = api.kind == HOST_COPY && !strchr(api.roles, 's');
	return api_is_runtime(api.name) &&
	       (blocks || (api.kind >= HOST_STREAM_SYNC && api.kind <= HOST_EVENT_QUERY));
}

static bool is_error_query(const struct ir_expr *call)
{
	return api_traits(call)->asks_error;
}

/* The name of a helper whose body isn't seen, as getLastCudaError or CHECK_KERNEL. */
static bool sounds_like_check(const char *name)
{
	char lower[64];
	size_t i = 0;
	for (; name[i] && i < sizeof lower - 1; i++)
		lower[i] = (char)tolower((unsigned char)name[i]);
	lower[i] = '\0';
	return strstr(lower, "check") || strstr(lower, "error") || strstr(lower, "assert");
}

/* A call is dropped when it is a statement of its own, perhaps cast to void. */
static bool is_dropped(const struct ir_path *path)
{
	for (path = path->up; path && path->expr; path = path->up)
		if (path->expr->kind != IR_CAST)
			return false;
	return path && path->stmt && path->stmt->kind == IR_EXPR;
}

struct look {
	const struct pass *pass;
	bool found;
};

static void look_at(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct look *look = context;
	if (expr->kind != IR_CALL || look->found)
		return;
	const struct ir_function *function = expr->call->function;
	const char *name = expr->call->name;
	if (is_error_query(expr)) {
		look->found = true;
	} else if (is_wait(expr)) {
		look->found = !is_dropped(path);
	} else if (function && function->body) {
		const struct ir_query *query = pass_query(look->pass);
		look->found = ir_reached_call(query, function, is_error_query) != NULL;
	} else if (!function || !function->is_system) {
		look->found = sounds_like_check(name);
	}
}

static bool has_check(const struct pass *pass, const struct ir_stmt *stmt)
{
	const struct ir_visitor visitor = {.expr = look_at};
	struct look look = {.pass = pass};
	ir_walk_stmt(stmt, &visitor, &look, NULL);
	return look.found;
}

enum verdict { CHECKED, LEFT, FELL_THROUGH };

/* What comes after `child` in its block. */
static enum verdict look_behind(
	const struct pass *pass, const struct ir_stmt *block, const struct ir_stmt *child)
{
	bool behind = false;
	for (size_t i = 0; i < block->child_count; i++) {
		const struct ir_stmt *stmt = block->children[i];
		if (!behind) {
			behind = stmt == child;
			continue;
		}
		if (has_check(pass, stmt))
			return CHECKED;
		if (stmt->kind == IR_RETURN)
			return LEFT;
		if (stmt->kind == IR_BREAK || stmt->kind == IR_CONTINUE)
			return FELL_THROUGH;
	}
	return FELL_THROUGH;
}

static bool is_checked_after(const struct pass *pass, const struct ir_function *function,
	const struct ir_path *path, unsigned depth);

struct find {
	const struct pass *pass;
	const struct ir_call_site *site;
	unsigned depth;
	bool is_checked;
};

static void find_site(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct find *find = context;
	if (expr == find->site->expr)
		find->is_checked = is_checked_after(find->pass, find->site->caller, path, find->depth + 1);
}

/* Whether everybody in the unit who calls the function checks afterwards. A lambda is called where it is
 * written. */
static bool callers_check(const struct pass *pass, const struct ir_function *function, unsigned depth)
{
	const struct ir_visitor visitor = {.expr = find_site};
	struct ir_call_sites sites = ir_callers(pass_query(pass), function);
	if (depth >= MAX_CALLERS_DEEP || sites.count == 0)
		return false;
	for (size_t i = 0; i < sites.count; i++) {
		struct find find = {.pass = pass, .site = sites.data[i], .depth = depth};
		if (!sites.data[i]->caller)
			return false;
		ir_walk_function(sites.data[i]->caller, &visitor, &find);
		if (!find.is_checked)
			return false;
	}
	return true;
}

static bool is_checked_after(const struct pass *pass, const struct ir_function *function,
	const struct ir_path *path, unsigned depth)
{
	const struct ir_stmt *below = NULL;
	for (; path; path = path->up) {
		if (!path->stmt)
			continue;
		if (!below && has_check(pass, path->stmt))
			return true; /* in the same statement */
		enum verdict verdict = below ? look_behind(pass, path->stmt, below) : FELL_THROUGH;
		if (verdict != FELL_THROUGH)
			return verdict == CHECKED;
		below = path->stmt;
	}
	return callers_check(pass, function, depth);
}

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	const struct ir_function *function = pass->function;
	if (!function || function->is_kernel || function->is_device)
		return;
	if (launch->form != IR_LAUNCH_CHEVRON) {
		bool explicit_drop =
			pass->path->up && pass->path->up->expr && pass->path->up->expr->kind == IR_CAST;
		if (explicit_drop || !is_dropped(pass->path))
			return;
	}
	if (is_checked_after(pass, function, pass->path, 0))
		return;
	if (launch->kernel)
		pass_report(pass, launch->range,
			"launch of `%s` is not checked: neither cudaGetLastError nor a checked "
			"synchronization follows",
			launch->kernel->name);
	else
		pass_report(pass, launch->range,
			"launch is not checked: neither cudaGetLastError nor a checked synchronization "
			"follows");
}

const struct rule rule_unchecked_launch = {
	.code = "CU701",
	.name = "unchecked-launch",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Launch with no error check after it",
	.strict_only = true,
	.hooks = {.launch = on_launch},
};
