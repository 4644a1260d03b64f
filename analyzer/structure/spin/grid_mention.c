/* Follows locals to what is assigned to them, and parameters to the arguments on the way to a wait. */
#include "analyzer/structure/spin/grid_mention.h"

#include "analyzer/structure/spin/spin_state.h"

enum { MAX_DEPTH = 12, MAX_CHAIN = 8 };

struct mention {
	enum cuda_builtin builtin;
	const struct ir_spin *chain[MAX_CHAIN]; /* the wait, from the top to the loop; for arguments */
	size_t length, at;                      /* the function of chain[at] is where the expression stands */
	unsigned depth;
	bool found;
};

static void look_for_mention(void *context, const struct ir_expr *expr, const struct ir_path *path);

static void mention_in(struct mention *mention, const struct ir_expr *expr)
{
	const struct ir_visitor visitor = {.expr = look_for_mention};
	if (!expr || mention->depth >= MAX_DEPTH)
		return;
	mention->depth++;
	ir_walk_expr(expr, &visitor, mention, NULL);
	mention->depth--;
}

struct assigned {
	struct mention *mention;
	const struct ir_var *var;
};

static void look_for_assignment(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct assigned *assigned = context;
	(void)path;
	if (expr->kind != IR_ASSIGN)
		return;
	const struct ir_expr *target = ir_strip_casts(expr->operands[0]);
	if (target->kind == IR_VAR && target->var == assigned->var)
		mention_in(assigned->mention, expr->operands[1]);
}

static void mention_by_var(struct mention *mention, const struct ir_var *var)
{
	if (var->builtin == mention->builtin) {
		mention->found = true;
	} else if (var->storage == IR_PARAM && mention->at > 0 &&
		   var->function == mention->chain[mention->at]->function) {
		const struct ir_expr *call = mention->chain[mention->at - 1]->path->expr;
		mention->at--;
		if (call && call->call)
			mention_in(mention, spin_argument(call, var));
		mention->at++;
	} else if (var->storage == IR_LOCAL && var->function) {
		struct assigned assigned = {.mention = mention, .var = var};
		const struct ir_visitor visitor = {.expr = look_for_assignment};
		mention_in(mention, var->init);
		if (var->is_assigned && mention->depth < 4)
			ir_walk_function(var->function, &visitor, &assigned);
	}
}

/* Ranks and sizes of cooperative groups are the built-in variables under another name; the rank in the grid
 * names the block, too. */
static bool is_group_call(const struct ir_expr *call, enum cuda_builtin wanted)
{
	enum cuda_builtin builtin = ir_cuda(call)->builtin;
	const struct ir_expr *object = call->call->object;
	if (wanted == CUDA_GRID_DIM)
		return builtin == CUDA_GRID_DIM || builtin == CUDA_BLOCK_COUNT;
	if (builtin == CUDA_THREAD_RANK && object)
		return ir_cuda_type(object->type)->family == CUDA_GRID_GROUP ||
		       ir_cuda_type(object->type)->family == CUDA_MULTI_GRID_GROUP;
	return builtin == CUDA_BLOCK_INDEX || builtin == CUDA_BLOCK_RANK;
}

static void look_for_mention(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct mention *mention = context;
	(void)path;
	if (mention->found)
		return;
	if (expr->kind == IR_VAR)
		mention_by_var(mention, expr->var);
	else if (expr->kind == IR_CALL && is_group_call(expr, mention->builtin))
		mention->found = true;
}

bool grid_mentions(const struct ir_expr *expr, enum cuda_builtin builtin)
{
	struct mention mention = {.builtin = builtin};
	mention_in(&mention, expr);
	return mention.found;
}

/* Whether one of the conditions that a wait polls in mentions it; `index` too when asked for. */
bool grid_condition_mentions(const struct ir_spin *spin, enum cuda_builtin builtin)
{
	struct mention mention = {.builtin = builtin};
	for (; spin && mention.length < MAX_CHAIN; spin = spin->inner)
		mention.chain[mention.length++] = spin;
	if (!mention.length || mention.chain[mention.length - 1]->inner)
		return false;
	mention.at = mention.length - 1;
	const struct ir_spin *origin = mention.chain[mention.at];
	mention_in(&mention, origin->condition ? origin->condition
			     : origin->loop    ? origin->loop->expr
					       : NULL);
	mention_in(&mention, origin->op.expected);
	return mention.found;
}
