/* CU730 graph-stale-argument: a value that a graph has copied when it was captured, and that changes on the
 * host between its launches.
 *
 * The graph is captured once, before a loop or in its first turn, and launched in later turns. What is copied
 * are arguments of captured kernels and pointers of captured copies and fills. A variable or member in such
 * an argument changes when the loop, outside of the branch that captures, assigns, counts or swaps it;
 * parameters are followed to the callers. Functions that capture once by themselves, behind a condition,
 * count as being in a loop when the value is a member or a global. Silent when the graph is updated or
 * parameters of its nodes are set anywhere, when several graphs are launched, and for variables that the
 * capture itself changes. */
#include <string.h>

#include "rules/graphs/common/captures.h"

enum { MOST_KEYS = 16, MOST_REGIONS = 32, DEEPEST = 3 };

/* A variable, or a member of one (of `this` when var is NULL). */
struct key {
	const struct ir_var *var;
	const struct ir_field *field;
};

struct keys {
	struct key data[MOST_KEYS];
	size_t count;
};

static bool key_of(const struct ir_expr *expr, struct key *key)
{
	expr = ir_strip_casts(expr);
	*key = (struct key){0};
	if (expr->kind == IR_VAR) {
		key->var = expr->var;
		return true;
	}
	if (expr->kind != IR_MEMBER || !expr->member.field)
		return false;
	const struct ir_expr *base = ir_strip_casts(expr->operands[0]);
	key->field = expr->member.field;
	key->var = base->kind == IR_VAR ? base->var : NULL;
	return base->kind == IR_VAR || base->kind == IR_THIS;
}

static bool is_same_key(const struct key *a, const struct key *b)
{
	if (!a->field || !b->field)
		return a->field == b->field && a->var == b->var;
	return a->field == b->field &&
	       (a->var == b->var || !a->var || !b->var || a->var->function != b->var->function);
}

/* The variables that an argument's value is made of. */
static void collect(struct keys *keys, const struct ir_expr *expr)
{
	struct key key;
	expr = ir_strip_casts(expr);
	if (key_of(expr, &key)) {
		if (keys->count < MOST_KEYS)
			keys->data[keys->count++] = key;
		return;
	}
	if (expr->kind == IR_INDEX) {
		collect(keys, expr->operands[1]);
		return;
	}
	bool is_value = expr->kind == IR_BINARY || expr->kind == IR_CONDITIONAL ||
			(expr->kind == IR_UNARY && expr->op != IR_OP_ADDRESS && expr->op != IR_OP_DEREF);
	for (size_t i = 0; is_value && i < expr->operand_count; i++)
		collect(keys, expr->operands[i]);
}

/* ---- the region that is run again and again -------------------------------------------------- */

struct region {
	const struct ir_stmt *stmts[MOST_REGIONS]; /* the loop, and bodies of functions called in it */
	size_t count;
	bool is_loop;
	const struct capture *capture;
};

struct search {
	const struct region *region;
	struct key key;
	const struct ir_expr *wanted;  /* contains(): looked for */
	const struct ir_expr *change;  /* the first modification outside of the capture */
	const struct ir_var *declared; /* the variable's declaration in the region */
	bool is_inside, in_capture, is_found;
};

static void look_for(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	(void)path;
	search->is_found |= expr == search->wanted;
}

static bool contains(const struct ir_stmt *stmt, const struct ir_expr *wanted)
{
	const struct ir_visitor visitor = {.expr = look_for, .enter_lambdas = true};
	struct search search = {.wanted = wanted};
	if (stmt)
		ir_walk_stmt(stmt, &visitor, &search, NULL);
	return search.is_found;
}

/* Whether an expression is the operation or a call on the way to it. */
static bool leads_to(const struct ir_expr *expr, const struct host_op *op)
{
	if (expr == op->expr)
		return true;
	for (const struct host_call *call = op->where.call; call; call = call->up)
		if (call->expr == expr)
			return true;
	return false;
}

/* Whether a statement contains the operation or a call on the way to it. */
static bool holds(const struct ir_stmt *stmt, const struct host_op *op)
{
	if (contains(stmt, op->expr))
		return true;
	for (const struct host_call *call = op->where.call; call; call = call->up)
		if (contains(stmt, call->expr))
			return true;
	return false;
}

/* Whether code lies in the branch of a condition that captures. */
static bool in_recording_branch(const struct region *region, const struct ir_path *path)
{
	for (const struct ir_stmt *below = NULL; path; path = path->up) {
		if (!path->stmt)
			continue;
		if (path->stmt->kind == IR_IF && below && below != path->stmt->init &&
			holds(below, region->capture->begin))
			return true;
		below = path->stmt;
	}
	return false;
}

/* By an assignment, or by C++'s swap. */
static bool modifies(const struct ir_expr *expr, const struct key *key)
{
	struct key target;
	if (expr->kind == IR_ASSIGN || (expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC))
		return key_of(expr->operands[0], &target) && is_same_key(&target, key);
	if (expr->kind != IR_CALL || strcmp(expr->call->name, "swap") != 0)
		return false;
	for (size_t i = 0; i < expr->operand_count; i++)
		if (key_of(expr->operands[i], &target) && is_same_key(&target, key))
			return true;
	return false;
}

static void look_at_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	const struct capture *capture = search->region->capture;
	bool begins = leads_to(expr, capture->begin), ends = capture->end && leads_to(expr, capture->end);
	if (begins != ends)
		search->in_capture = begins;
	if (!modifies(expr, &search->key))
		return;
	if (search->in_capture)
		search->is_inside = true;
	else if (!search->change && !in_recording_branch(search->region, path))
		search->change = expr;
}

static void look_at_var(void *context, const struct ir_var *var, const struct ir_path *path)
{
	struct search *search = context;
	(void)path;
	if (!search->key.field && var == search->key.var)
		search->declared = var;
}

static const struct ir_expr *change_of(const struct region *region, const struct key *key, unsigned depth);

/* Whether a value differs from turn to turn; the change that makes it so, or NULL. */
static const struct ir_expr *varies(const struct region *region, const struct ir_expr *expr, unsigned depth)
{
	struct keys keys = {0};
	const struct ir_expr *change = NULL;
	collect(&keys, expr);
	for (size_t i = 0; i < keys.count && depth < DEEPEST && !change; i++)
		change = change_of(region, &keys.data[i], depth + 1);
	return change;
}

/* The expression in the region by which a variable differs from turn to turn; NULL: none. */
static const struct ir_expr *change_of(const struct region *region, const struct key *key, unsigned depth)
{
	const struct ir_visitor visitor = {.expr = look_at_expr, .var = look_at_var, .enter_lambdas = true};
	struct search search = {.region = region, .key = *key};
	for (size_t i = 0; i < region->count; i++) {
		search.in_capture = false;
		ir_walk_stmt(region->stmts[i], &visitor, &search, NULL);
	}
	if (search.is_inside)
		return NULL;
	if (!search.change)
		return search.declared && search.declared->init && search.declared->storage == IR_LOCAL
			       ? varies(region, search.declared->init, depth)
			       : NULL;
	bool is_plain = search.change->kind == IR_ASSIGN && search.change->op == IR_OP_NONE;
	return is_plain ? varies(region, search.change->operands[1], depth) : search.change;
}

static void add_stmt(struct region *region, const struct ir_stmt *stmt)
{
	for (size_t i = 0; i < region->count; i++)
		if (region->stmts[i] == stmt)
			return;
	if (stmt && region->count < MOST_REGIONS)
		region->stmts[region->count++] = stmt;
}

/* Bodies of functions on the way to an operation, as far as they are called within the region. */
static void add_callees(struct region *region, const struct host_op *op, const struct ir_stmt *loop)
{
	for (const struct host_call *call = op->where.call; call; call = call->up) {
		bool is_within = !loop || contains(loop, call->expr);
		for (const struct host_call *outer = call->up; outer && !is_within; outer = outer->up)
			is_within = contains(loop, outer->expr);
		if (is_within)
			add_stmt(region, call->function->body);
	}
}

/* ---- one captured operation ------------------------------------------------------------------ */

struct replay {
	struct pass *pass;
	struct host_trace *trace;
	const struct region *region;
	const struct host_op *captured, *launch;
};

static bool lives_on(const struct key *key)
{
	return key->field || !key->var || (key->var->storage != IR_LOCAL && key->var->storage != IR_PARAM);
}

/* A parameter is what the caller passed: its variables in place of it, as long as the region holds the call.
 */
static void follow_params(const struct replay *replay, struct keys *keys)
{
	for (const struct host_call *call = replay->captured->where.call; call; call = call->up)
		for (size_t k = 0; k < keys->count; k++) {
			const struct ir_var *var = keys->data[k].var;
			if (keys->data[k].field || !var || var->storage != IR_PARAM)
				continue;
			for (size_t i = 0; i < call->function->param_count && i < call->expr->operand_count;
				i++)
				if (call->function->params[i] == var)
					collect(keys, call->expr->operands[i]);
		}
}

/* `text`: the argument as it is written. */
static bool judge_keys(const struct replay *replay, struct keys keys, const char *text, const char *whose)
{
	follow_params(replay, &keys);
	for (size_t i = 0; i < keys.count; i++) {
		const struct key *key = &keys.data[i];
		const struct ir_expr *change =
			replay->region->is_loop || lives_on(key) ? change_of(replay->region, key, 0) : NULL;
		if (!change)
			continue;
		struct finding *finding = pass_report_op(replay->pass, replay->captured,
			"`%s` is copied into the graph %s: launches of the graph keep using that value "
			"although it changes on the host",
			text, whose);
		finding->confidence = CONFIDENCE_LIKELY;
		pass_related(replay->pass, finding, change->range, "changes here");
		pass_related(replay->pass, finding, replay->launch->range,
			"the graph is launched here, with neither cudaGraphExecUpdate nor new parameters");
		return true;
	}
	return false;
}

static bool judge_argument(const struct replay *replay, const struct ir_expr *argument, const char *whose)
{
	struct keys keys = {0};
	collect(&keys, argument);
	return judge_keys(replay, keys, pass_text(replay->pass, argument->range), whose);
}

/* Arguments of an array of pointers, as of a node that is added by hand. */
static void judge_array(const struct replay *replay)
{
	const struct host_launch *launch = replay->captured->launch;
	for (size_t i = 0; launch->arg_vars && i < launch->arg_count; i++) {
		const struct ir_var *var = launch->arg_vars[i];
		struct keys keys = {.data = {{var, NULL}}, .count = 1};
		if (var && ir_type_value(var->type)->kind != IR_TYPE_RECORD &&
			judge_keys(replay, keys, var->name,
				replay->captured->kind == HOST_GRAPH_ADD ? "when this node is added"
									 : "when this kernel is captured"))
			return;
	}
}

static void judge_captured(const struct replay *replay)
{
	const struct host_op *op = replay->captured;
	if (op->launch && op->launch->arg_vars) {
		judge_array(replay);
	} else if (op->kind == HOST_LAUNCH && op->launch->launch) {
		const struct ir_launch *launch = op->launch->launch;
		const struct ir_function *kernel = op->launch->kernel;
		for (size_t i = 0; kernel && i < launch->arg_count && i < kernel->param_count; i++)
			if (ir_type_value(kernel->params[i]->type)->kind != IR_TYPE_RECORD &&
				judge_argument(replay, launch->args[i], "when this kernel is captured"))
				return;
	} else if ((op->kind == HOST_COPY || op->kind == HOST_MEMSET) && op->expr &&
		   op->expr->kind == IR_CALL) {
		for (size_t i = 0; i < 2 && i < op->expr->operand_count; i++)
			if (judge_argument(replay, op->expr->operands[i], "when this call is captured"))
				return;
	}
}

/* ---- captures that are replayed -------------------------------------------------------------- */

/* Whether the graph is captured in the first turn of a loop at most, and launched in a later one. */
static bool is_replayed_in(
	const struct host_trace *trace, const struct capture *capture, const struct host_turn *turn)
{
	const struct host_turn *first = host_turn_of(&capture->begin->where, turn->loop);
	if (!turn->turn || (first && (first->run != turn->run || first->turn)))
		return false;
	for (size_t i = capture->begin->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		const struct host_turn *again = host_turn_of(&op->where, turn->loop);
		if (op->kind == HOST_CAPTURE_BEGIN && op->expr == capture->begin->expr && again &&
			again->turn)
			return false;
	}
	return true;
}

/* Whether graphs are brought up to date somewhere, or several are launched in turn. */
static bool is_kept_current(const struct host_trace *trace, const struct host_object *graph)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_GRAPH_UPDATE ||
			(op->kind == HOST_GRAPH_LAUNCH && graph_behind(op->object) &&
				graph_behind(op->object) != graph))
			return true;
	}
	return false;
}

static bool find_region(const struct host_trace *trace, const struct capture *capture,
	const struct host_op *launch, struct region *region)
{
	for (const struct host_turn *turn = launch->where.turn; turn; turn = turn->up) {
		if (!is_replayed_in(trace, capture, turn))
			continue;
		region->is_loop = true;
		add_stmt(region, turn->loop);
		add_callees(region, launch, turn->loop);
		add_callees(region, capture->begin, turn->loop);
		return true;
	}
	bool is_once = !trace->is_main && !launch->where.turn && capture->begin->where.path &&
		       !host_is_implied(&launch->where, &capture->begin->where);
	if (!is_once)
		return false;
	add_stmt(region, trace->root->body);
	add_callees(region, launch, NULL);
	add_callees(region, capture->begin, NULL);
	return true;
}

static void judge(struct pass *pass, struct host_trace *trace, const struct capture *capture)
{
	struct region region = {.capture = capture};
	const struct host_op *launch = NULL;
	for (size_t i = trace->ops.count; i-- > capture->end->index + 1 && !launch;) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_GRAPH_LAUNCH && graph_behind(op->object) == capture->graph &&
			find_region(trace, capture, op, &region))
			launch = op;
	}
	if (!launch)
		return;
	if (capture->begin->kind == HOST_GRAPH_ADD)
		judge_captured(&(struct replay){pass, trace, &region, capture->begin, launch});
	for (size_t i = capture->begin->index + 1; i < capture->end->index; i++) {
		const struct host_op *op = trace->ops.data[i];
		const struct replay replay = {pass, trace, &region, op, launch};
		if (op->capture == capture->graph)
			judge_captured(&replay);
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *begin = trace->ops.data[i];
		bool is_node = begin->kind == HOST_GRAPH_ADD && begin->launch && begin->object;
		if (!is_node && (begin->kind != HOST_CAPTURE_BEGIN || !begin->stream))
			continue;
		/* a node is like a capture of itself alone */
		const struct capture capture = is_node ? (struct capture){.begin = begin,
								 .end = begin,
								 .graph = begin->object->parent}
						       : capture_of(trace, begin);
		if (capture.end && capture.graph && !is_kept_current(trace, capture.graph))
			judge(pass, trace, &capture);
	}
}

const struct rule rule_graph_stale_argument = {
	.code = "CU730",
	.name = "graph-stale-argument",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Value copied into a graph that changes between its launches",
	.hooks = {.host = on_host},
};
