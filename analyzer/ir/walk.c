/* Walking the IR. The path lives on the C stack, one element per level, so it costs nothing to carry; a node
 * deeper than DEPTH_LIMIT is left out, with everything below it, rather than risk the stack. */
#include "analyzer/ir/walk.h"

enum { DEPTH_LIMIT = 4000 };

struct walk {
	const struct ir_visitor *visitor;
	void *context;
	size_t depth;
};

static void walk_stmt(struct walk *walk, const struct ir_stmt *stmt, const struct ir_path *up);
static void walk_expr(struct walk *walk, const struct ir_expr *expr, const struct ir_path *up);

static void walk_exprs(
	struct walk *walk, struct ir_expr *const *exprs, size_t count, const struct ir_path *up)
{
	for (size_t i = 0; i < count; i++)
		walk_expr(walk, exprs[i], up);
}

/* x in x.f(); unless the lowering listed it among the arguments too, as for some operators. */
static void walk_object(struct walk *walk, const struct ir_expr *expr, const struct ir_path *up)
{
	const struct ir_expr *object = expr->call->object;
	for (size_t i = 0; i < expr->operand_count; i++)
		if (expr->operands[i] == object)
			return;
	walk_expr(walk, object, up);
}

static void walk_launch(struct walk *walk, const struct ir_launch *launch, const struct ir_path *up)
{
	walk_expr(walk, launch->callee, up);
	walk_expr(walk, launch->config, up);
	walk_expr(walk, launch->grid, up);
	walk_expr(walk, launch->block, up);
	walk_expr(walk, launch->shared, up);
	walk_expr(walk, launch->stream, up);
}

static void walk_expr(struct walk *walk, const struct ir_expr *expr, const struct ir_path *up)
{
	if (!expr || walk->depth >= DEPTH_LIMIT)
		return;
	walk->depth++;
	struct ir_path path = {.up = up, .expr = expr};
	if (walk->visitor->expr)
		walk->visitor->expr(walk->context, expr, &path);
	if (expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT)
		walk_object(walk, expr, &path);
	else if (expr->kind == IR_LAUNCH)
		walk_launch(walk, expr->launch, &path);
	walk_exprs(walk, expr->operands, expr->operand_count, &path);
	if (expr->kind == IR_STMT_EXPR)
		walk_stmt(walk, expr->body, &path);
	else if (expr->kind == IR_LAMBDA && walk->visitor->enter_lambdas && expr->lambda)
		walk_stmt(walk, expr->lambda->body, &path);
	walk->depth--;
}

static void walk_vars(struct walk *walk, const struct ir_stmt *stmt, const struct ir_path *path)
{
	for (size_t i = 0; i < stmt->var_count; i++) {
		if (walk->visitor->var)
			walk->visitor->var(walk->context, stmt->vars[i], path);
		walk_expr(walk, stmt->vars[i]->init, path);
	}
}

static void walk_asm(struct walk *walk, const struct ir_stmt *stmt, const struct ir_path *path)
{
	const struct ir_asm *assembly = stmt->assembly;
	for (size_t i = 0; assembly && i < assembly->operand_count; i++)
		walk_expr(walk, assembly->operands[i].expr, path);
}

/* The order of the members of struct ir_stmt is the order of the source, but for the condition of do. */
static void walk_stmt(struct walk *walk, const struct ir_stmt *stmt, const struct ir_path *up)
{
	if (!stmt || walk->depth >= DEPTH_LIMIT)
		return;
	walk->depth++;
	struct ir_path path = {.up = up, .stmt = stmt};
	if (walk->visitor->stmt)
		walk->visitor->stmt(walk->context, stmt, &path);
	walk_stmt(walk, stmt->init, &path);
	walk_vars(walk, stmt, &path);
	if (stmt->kind == IR_DO)
		walk_stmt(walk, stmt->body, &path);
	walk_expr(walk, stmt->expr, &path);
	walk_expr(walk, stmt->step, &path);
	if (stmt->kind != IR_DO)
		walk_stmt(walk, stmt->body, &path);
	walk_stmt(walk, stmt->other, &path);
	for (size_t i = 0; i < stmt->child_count; i++)
		walk_stmt(walk, stmt->children[i], &path);
	walk_asm(walk, stmt, &path);
	walk->depth--;
}

void ir_walk_function(const struct ir_function *function, const struct ir_visitor *visitor, void *context)
{
	ir_walk_stmt(function->body, visitor, context, NULL);
}

void ir_walk_stmt(const struct ir_stmt *stmt, const struct ir_visitor *visitor, void *context,
	const struct ir_path *path)
{
	struct walk walk = {.visitor = visitor, .context = context};
	walk_stmt(&walk, stmt, path);
}

void ir_walk_expr(const struct ir_expr *expr, const struct ir_visitor *visitor, void *context,
	const struct ir_path *path)
{
	struct walk walk = {.visitor = visitor, .context = context};
	walk_expr(&walk, expr, path);
}

const struct ir_path *ir_path_keep(struct arena *arena, const struct ir_path *path)
{
	const struct ir_path *kept = NULL;
	const struct ir_path **end = &kept;
	for (; path; path = path->up) {
		struct ir_path *copy = ARENA_NEW(arena, struct ir_path);
		*copy = (struct ir_path){.stmt = path->stmt, .expr = path->expr};
		*end = copy;
		end = &copy->up;
	}
	return kept;
}

struct mention {
	const struct ir_var *var;
	bool is_found;
};

static void look_for_mention(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct mention *mention = context;
	(void)path;
	mention->is_found |= expr->kind == IR_VAR && expr->var == mention->var;
}

bool ir_mentions_var(const struct ir_expr *expr, const struct ir_var *var)
{
	const struct ir_visitor visitor = {.expr = look_for_mention};
	struct mention mention = {.var = var};
	if (expr)
		ir_walk_expr(expr, &visitor, &mention, NULL);
	return mention.is_found;
}
