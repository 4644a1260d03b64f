/* CU141 device-heap: malloc() or new in device code, by every thread or in every turn of a loop; what is
 * never freed; and what is used unchecked though the heap doesn't serve all threads of a launch.
 *
 * Silent where one thread of the block allocates, outside loops, and frees or hands on what it gets. That not
 * all threads are served is told where every thread allocates on its way from the start of the kernel, sizes
 * and the launch are known, and nobody sets the heap's size. */
#include "analyzer/rule/rule.h"
#include "rules/memory/common/allocation.h"

#include <inttypes.h>

static const int64_t HEAP_BYTES = 8 << 20;    /* cudaLimitMallocHeapSize by default */
static const int64_t HEAP_AT_MOST = 16 << 20; /* the limit is a least: some more may be there */

static bool is_in_loop(const struct ir_path *path)
{
	for (; path; path = path->up)
		if (path->stmt && ir_is_loop(path->stmt))
			return true;
	return false;
}

static bool is_device_code(const struct pass *pass)
{
	return pass->function &&
	       (pass->function->is_kernel || (pass->function->is_device && !pass->function->is_host));
}

/* new (where) T: nothing is allocated. */
static bool is_placed(const struct ir_expr *expr)
{
	const struct ir_type *first = expr->operands[0] ? expr->operands[0]->type : NULL;
	const struct ir_type *element = expr->type->element;
	return first && first->kind == IR_TYPE_POINTER && first->element &&
	       first->element->kind == IR_TYPE_VOID && element && element->kind != IR_TYPE_POINTER;
}

static bool allocates(const struct ir_expr *expr)
{
	if (expr->kind == IR_NEW)
		return expr->operand_count != 0 && !is_placed(expr);
	return expr->kind == IR_CALL && ir_is_call(expr, "malloc");
}

/* ---- the variable that gets it --------------------------------------------------------------- */

struct fate {
	const struct ir_expr *made;
	const struct ir_var *var; /* that holds it and nothing else; NULL: not known */
	bool is_used, is_checked, is_handed_on;
};

static void look_for_holder(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct fate *fate = context;
	(void)path;
	if (expr->kind == IR_ASSIGN && expr->op == IR_OP_NONE && expr->operand_count == 2 &&
		ir_strip_casts(expr->operands[1]) == fate->made) {
		const struct ir_expr *to = ir_strip_casts(expr->operands[0]);
		fate->var = to->kind == IR_VAR ? to->var : NULL;
	}
}

static void look_for_declared(void *context, const struct ir_var *var, const struct ir_path *path)
{
	struct fate *fate = context;
	(void)path;
	if (var->init && ir_strip_casts(var->init) == fate->made)
		fate->var = var;
}

static bool is_comparison(enum ir_op op)
{
	return op == IR_OP_EQ || op == IR_OP_NE || op == IR_OP_LOGICAL_AND || op == IR_OP_LOGICAL_OR;
}

/* What is done with the variable, by what it is an operand of. */
static void look_at_use(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct fate *fate = context;
	if (expr->kind != IR_VAR || expr->var != fate->var)
		return;
	const struct ir_expr *operand = expr, *user = NULL;
	const struct ir_stmt *stmt = NULL;
	for (const struct ir_path *at = path; at && !user && !stmt; at = at->up) {
		stmt = at->stmt;
		if (!at->expr || at->expr == operand)
			continue;
		if (at->expr->kind == IR_CAST)
			operand = at->expr;
		else
			user = at->expr;
	}
	bool is_first = user && user->operand_count && user->operands[0] == operand;
	if (!user && stmt && (stmt->kind == IR_IF || stmt->kind == IR_WHILE))
		fate->is_checked = true;
	else if (!user)
		fate->is_handed_on = true; /* returned, or another variable's start */
	else if ((user->kind == IR_INDEX && is_first) || (user->kind == IR_MEMBER && user->is_arrow) ||
		 (user->kind == IR_UNARY && user->op == IR_OP_DEREF))
		fate->is_used = true;
	else if ((user->kind == IR_UNARY && user->op == IR_OP_NOT) ||
		 (user->kind == IR_BINARY && is_comparison(user->op)) ||
		 (user->kind == IR_CONDITIONAL && is_first))
		fate->is_checked = true;
	else if (!(user->kind == IR_ASSIGN && is_first && ir_strip_casts(user->operands[1]) == fate->made))
		fate->is_handed_on = true;
}

static struct fate fate_of(const struct ir_function *function, const struct ir_expr *made)
{
	const struct ir_visitor holder = {.expr = look_for_holder, .var = look_for_declared};
	const struct ir_visitor uses = {.expr = look_at_use, .enter_lambdas = true};
	struct fate fate = {.made = made};
	ir_walk_function(function, &holder, &fate);
	bool is_local = fate.var && (fate.var->storage == IR_LOCAL || fate.var->storage == IR_SHARED) &&
			fate.var->type->kind == IR_TYPE_POINTER;
	if (!is_local)
		fate.var = NULL;
	else
		ir_walk_function(function, &uses, &fate);
	return fate;
}

static bool is_never_freed(const struct fate *fate)
{
	return fate->var && !fate->is_handed_on;
}

/* ---- what it costs, what is lost ------------------------------------------------------------- */

static void on_expr(struct pass *pass, const struct ir_expr *expr)
{
	if (!is_device_code(pass) || !allocates(expr))
		return;
	bool repeats = is_in_loop(pass->path);
	enum ir_crowd crowd = ir_crowd_at(pass_spins(pass), pass->function, pass->path);
	const struct fate fate = fate_of(pass->function, expr);
	bool is_lost = is_never_freed(&fate);
	if (!repeats && (crowd == IR_CROWD_ONE || crowd == IR_CROWD_ONE_LANE)) {
		if (is_lost)
			pass_report(pass, expr->range,
				"`%s` is never freed: each launch leaves it in the device's heap, which has 8 MB unless "
				"`cudaDeviceSetLimit` says otherwise",
				fate.var->name);
		return;
	}
	struct finding *finding = pass_report(pass, expr->range,
		"%s allocates from the device's heap, which serves threads one after the other and has 8 MB unless "
		"`cudaDeviceSetLimit` says otherwise%s: allocate on the host, or once per block",
		repeats ? "each turn of the loop" : "every thread", is_lost ? ", and nothing frees it" : "");
	if (pass->function->is_kernel)
		pass_cost_heap(pass, finding);
}

/* ---- more threads than the heap serves ------------------------------------------------------- */

static int64_t bytes_of(const struct ir_expr *made)
{
	int64_t count = 1, size = 1, bytes;
	bool is_new = made->kind == IR_NEW;
	if (is_new && made->type->element)
		size = made->type->element->size;
	bool is_known = !made->operand_count || !made->operands[0] || ir_fold_int(made->operands[0], &count);
	if (!is_known || size <= 0 || count <= 0 || __builtin_mul_overflow(count, size, &bytes))
		return 0;
	return bytes;
}

struct search {
	const struct ir_expr *made;
	bool returns;
};

static void look_for_made(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	(void)path;
	if (!search->made && allocates(expr) && ir_type_value(expr->type)->kind == IR_TYPE_POINTER)
		search->made = expr;
}

/* The first allocation that every thread comes to, whatever is unknown; NULL: none. */
static const struct ir_expr *made_by_all(const struct ir_function *kernel)
{
	const struct ir_visitor visitor = {.expr = look_for_made};
	const struct ir_stmt *body = kernel->body;
	for (size_t i = 0; body && body->kind == IR_BLOCK && i < body->child_count; i++) {
		const struct ir_stmt *stmt = body->children[i];
		struct search search = {0};
		if (stmt->kind != IR_DECL && stmt->kind != IR_EXPR)
			return NULL;
		ir_walk_stmt(stmt, &visitor, &search, NULL);
		if (search.made)
			return search.made;
	}
	return NULL;
}

static int64_t threads_of(const struct host_launch *launch)
{
	int64_t threads = 1, number;
	for (int i = 0; i < 3; i++)
		if (!host_sum_is_number(launch->grid[i], &number) || number <= 0 ||
			__builtin_mul_overflow(threads, number, &threads) ||
			!host_sum_is_number(launch->block[i], &number) || number <= 0 ||
			__builtin_mul_overflow(threads, number, &threads))
			return 0;
	return threads;
}

static void look_for_limit(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *is_set = context;
	(void)path;
	*is_set |= expr->kind == IR_CALL &&
		   (ir_is_call(expr, "cudaDeviceSetLimit") || ir_is_call(expr, "cudaThreadSetLimit") ||
			   ir_is_call(expr, "cuCtxSetLimit"));
}

/* Whether the heap may have another size: set in the unit, or by code that isn't seen. */
static bool sets_limit(const struct pass *pass, const struct host_trace *trace)
{
	const struct ir_visitor visitor = {.expr = look_for_limit, .enter_lambdas = true};
	bool is_set = false;
	for (size_t i = 0; i < pass->module->functions.count && !is_set; i++)
		ir_walk_function(pass->module->functions.data[i], &visitor, &is_set);
	for (size_t i = 0; i < trace->ops.count; i++)
		is_set |= trace->ops.data[i]->kind == HOST_OPAQUE;
	return is_set;
}

static void check_launch(struct pass *pass, const struct host_trace *trace, const struct host_op *op)
{
	const struct ir_function *kernel = op->launch->kernel;
	const struct ir_expr *made = kernel ? made_by_all(kernel) : NULL;
	int64_t bytes = made ? bytes_of(made) : 0, threads = threads_of(op->launch), all;
	if (!bytes || !threads || __builtin_mul_overflow(bytes, threads, &all) || all <= HEAP_AT_MOST)
		return;
	const struct fate fate = fate_of(kernel, made);
	bool is_short = is_never_freed(&fate) || bytes > HEAP_AT_MOST;
	if (!fate.var || !fate.is_used || fate.is_checked || !is_short || sets_limit(pass, trace) ||
		allocation_is_told(pass, op->range))
		return;
	struct finding *finding = pass_report_op(pass, op,
		"`%s` asks for %" PRId64 " bytes in each of its %" PRId64
		" thread%s, but the device's heap has %" PRId64
		": threads that get a null pointer use it unchecked as `%s`",
		kernel->name, bytes, threads, threads == 1 ? "" : "s", HEAP_BYTES, fate.var->name);
	finding->severity = trace->is_main ? SEVERITY_ERROR : SEVERITY_WARNING; /* main may set the limit */
	if (!trace->is_main || op->where.path)
		finding->confidence = CONFIDENCE_LIKELY;
	pass_related(pass, finding, made->range, "allocated here");
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->kind == HOST_LAUNCH && trace->ops.data[i]->launch)
			check_launch(pass, trace, trace->ops.data[i]);
}

const struct rule rule_device_heap = {
	.code = "CU141",
	.name = "device-heap",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Allocation in device code by every thread",
	.hooks = {.expr = on_expr, .host = on_host},
};
