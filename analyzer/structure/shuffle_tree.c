/* Recognises one step (a value combined with what a shuffle brings of it), then sequences of steps whose
 * offsets are all powers of two below the width, each once. A loop is run: its counter follows from the
 * source, or there is no tree. A loop that does anything but steps is none. */
#include "analyzer/structure/shuffle_tree.h"

#include <string.h>

#include "analyzer/operation/collective.h"
#include "analyzer/value/arithmetic.h"
#include "analyzer/value/fold.h"

enum { WARP_SIZE = 32, MAX_TURNS = 6 };

struct step {
	enum ir_tree_op op;
	const struct ir_expr *place, *shuffle, *offset;
	unsigned stmts; /* itself, and the one before that holds the shuffle */
};

/* ---- small numbers --------------------------------------------------------------------------- */

/* A counter, and what it holds. */
struct counter {
	const struct ir_var *var; /* NULL: none */
	int64_t value;
};

static bool is_var(const struct ir_expr *expr, const struct ir_var *var)
{
	return expr && expr->kind == IR_VAR && expr->var == var;
}

/* thread_block_tile<32>::size() */
static bool tile_size(const struct ir_type *type, int64_t *size)
{
	type = ir_type_value(type);
	const struct ir_record *record = type->kind == IR_TYPE_RECORD ? type->record : NULL;
	if (!record || !record->cuda || record->cuda->family != CUDA_TILE || !record->arg_count ||
		!record->args[0].is_value)
		return false;
	*size = record->args[0].value;
	return true;
}

/* What the counter of a loop and the sizes of tiles are. */
static bool value_in_turn(const void *context, const struct ir_expr *expr, int64_t *value)
{
	const struct counter *counter = context;
	if (counter->var && is_var(expr, counter->var)) {
		*value = counter->value;
		return true;
	}
	return expr->kind == IR_CALL && expr->call->object && !expr->operand_count &&
	       ir_cuda(expr)->builtin == CUDA_THREAD_COUNT && tile_size(expr->call->object->type, value);
}

static bool evaluate(const struct ir_expr *expr, const struct counter *counter, int64_t *value)
{
	return ir_fold_int_in(&(struct ir_environment){value_in_turn, counter}, expr, value);
}

/* ---- one step -------------------------------------------------------------------------------- */

static bool same_place(const struct ir_expr *a, const struct ir_expr *b)
{
	int64_t x, y;
	a = ir_strip_casts(a);
	b = ir_strip_casts(b);
	if (!a || !b || a->kind != b->kind)
		return false;
	switch (a->kind) {
	case IR_VAR: return a->var == b->var;
	case IR_THIS: return true;
	case IR_MEMBER:
		return a->member.field && a->member.field == b->member.field &&
		       same_place(a->operands[0], b->operands[0]);
	case IR_INDEX:
		if (!same_place(a->operands[0], b->operands[0]))
			return false;
		if (ir_fold_int(a->operands[1], &x))
			return ir_fold_int(b->operands[1], &y) && x == y;
		return same_place(a->operands[1], b->operands[1]);
	default: return false;
	}
}

/* Whether the expression brings another lane's `place`, by an offset; what brings it goes to the step. */
static bool brings(const struct ir_expr *expr, const struct ir_expr *place, struct step *step)
{
	size_t first;
	expr = ir_strip_casts(expr);
	if (!expr || expr->kind != IR_CALL)
		return false;
	enum ir_collective collective = ir_collective_of(expr);
	if (collective == IR_SHUFFLE_DOWN || collective == IR_SHUFFLE_XOR) {
		first = 1;
	} else {
		int64_t size;
		const struct ir_expr *group = expr->call->object;
		collective = ir_cuda(expr)->collective;
		if (!group || !tile_size(group->type, &size) ||
			(collective != IR_SHUFFLE_DOWN && collective != IR_SHUFFLE_XOR))
			return false;
		first = 0;
	}
	if (expr->operand_count < first + 2 || !same_place(expr->operands[first], place))
		return false;
	step->shuffle = expr;
	step->offset = expr->operands[first + 1];
	return true;
}

/* What a statement keeps in a variable: `T t = e;` or `t = e;`. */
static const struct ir_var *kept_by(const struct ir_stmt *stmt, const struct ir_expr **value)
{
	if (stmt->kind == IR_DECL && stmt->var_count == 1) {
		*value = stmt->vars[0]->init;
		return stmt->vars[0];
	}
	const struct ir_expr *expr = stmt->kind == IR_EXPR ? ir_strip_casts(stmt->expr) : NULL;
	if (!expr || expr->kind != IR_ASSIGN || expr->op != IR_OP_NONE || expr->operands[0]->kind != IR_VAR)
		return NULL;
	*value = expr->operands[1];
	return expr->operands[0]->var;
}

/* The other lane's value: the shuffle itself, or a variable that the statement before has put it in. */
static bool is_partner(const struct ir_expr *expr, const struct ir_stmt *before, struct step *step)
{
	const struct ir_expr *kept = NULL;
	expr = ir_strip_casts(expr);
	if (brings(expr, step->place, step))
		return true;
	if (!before || !expr || expr->kind != IR_VAR || kept_by(before, &kept) != expr->var ||
		!brings(kept, step->place, step))
		return false;
	step->stmts = 2;
	return true;
}

/* One of the two is the place, the other its partner. */
static bool is_pair(
	const struct ir_expr *a, const struct ir_expr *b, const struct ir_stmt *before, struct step *step)
{
	return (same_place(a, step->place) && is_partner(b, before, step)) ||
	       (same_place(b, step->place) && is_partner(a, before, step));
}

bool ir_tree_op(enum ir_op op, enum ir_tree_op *out)
{
	switch (op) {
	case IR_OP_ADD: *out = IR_TREE_ADD; return true;
	case IR_OP_AND: *out = IR_TREE_AND; return true;
	case IR_OP_OR: *out = IR_TREE_OR; return true;
	case IR_OP_XOR: *out = IR_TREE_XOR; return true;
	default: return false;
	}
}

/* `a < b ? a : b` */
static bool combines_by_choice(const struct ir_expr *expr, const struct ir_stmt *before, struct step *step)
{
	const struct ir_expr *condition = ir_strip_casts(expr->operands[0]);
	if (condition->kind != IR_BINARY)
		return false;
	bool less = condition->op == IR_OP_LT || condition->op == IR_OP_LE;
	bool greater = condition->op == IR_OP_GT || condition->op == IR_OP_GE;
	if ((!less && !greater) || !is_pair(condition->operands[0], condition->operands[1], before, step) ||
		!is_pair(expr->operands[1], expr->operands[2], before, step))
		return false;
	bool straight =
		same_place(condition->operands[0], step->place) == same_place(expr->operands[1], step->place);
	step->op = less == straight ? IR_TREE_MIN : IR_TREE_MAX;
	return true;
}

static bool combines_by_call(const struct ir_expr *expr, const struct ir_stmt *before, struct step *step)
{
	const struct cuda_function *cuda = ir_cuda(expr);
	bool known = (cuda_is_min(cuda) || cuda_is_max(cuda)) && !cuda->wide;
	step->op = cuda_is_min(cuda) ? IR_TREE_MIN : IR_TREE_MAX;
	const struct ir_function *function = expr->call->function;
	if (function && function->body && !function->is_system) {
		size_t first = expr->operand_count > 2 && expr->operands[0] == expr->call->object ? 1 : 0;
		return expr->operand_count == first + 2 && ir_tree_op_of(function, &step->op) &&
		       is_pair(expr->operands[first], expr->operands[first + 1], before, step);
	}
	return known && expr->operand_count == 2 && (!function || function->is_system) &&
	       is_pair(expr->operands[0], expr->operands[1], before, step);
}

/* The step that the statement at `index` ends. */
static bool match_step(const struct ir_stmt *const *stmts, size_t index, struct step *step)
{
	const struct ir_stmt *stmt = stmts[index], *before = index ? stmts[index - 1] : NULL;
	const struct ir_expr *expr = stmt->kind == IR_EXPR ? ir_strip_casts(stmt->expr) : NULL;
	*step = (struct step){.stmts = 1};
	if (!expr || expr->kind != IR_ASSIGN)
		return false;
	step->place = expr->operands[0];
	if (expr->op != IR_OP_NONE)
		return ir_tree_op(expr->op, &step->op) && is_partner(expr->operands[1], before, step);
	const struct ir_expr *value = ir_strip_casts(expr->operands[1]);
	if (value->kind == IR_BINARY)
		return ir_tree_op(value->op, &step->op) &&
		       is_pair(value->operands[0], value->operands[1], before, step);
	if (value->kind == IR_CONDITIONAL)
		return combines_by_choice(value, before, step);
	return value->kind == IR_CALL && combines_by_call(value, before, step);
}

/* ---- trees ----------------------------------------------------------------------------------- */

static bool is_xor(const struct ir_expr *shuffle)
{
	return ir_cuda(shuffle)->collective == IR_SHUFFLE_XOR;
}

static bool same_operand(const struct ir_expr *a, const struct ir_expr *b)
{
	int64_t x, y;
	if (!a || !b)
		return a == b;
	if (ir_fold_int(a, &x))
		return ir_fold_int(b, &y) && x == y;
	return same_place(a, b);
}

static bool same_kind(const struct step *a, const struct step *b)
{
	const struct ir_expr *x = a->shuffle, *y = b->shuffle;
	if (a->op != b->op || ir_cuda(x) != ir_cuda(y) || x->operand_count != y->operand_count ||
		!same_operand(x->call->object, y->call->object))
		return false;
	if (x->call->object)
		return true;
	return same_operand(x->operands[0], y->operands[0]) &&
	       (x->operand_count < 4 || same_operand(x->operands[3], y->operands[3]));
}

/* Adds an offset to a set of them; false when it is no power of two below the warp size, or there already. */
static bool add_offset(unsigned *offsets, int64_t offset)
{
	if (offset <= 0 || offset >= WARP_SIZE || (offset & (offset - 1)) || (*offsets & offset))
		return false;
	*offsets |= (unsigned)offset;
	return true;
}

/* Offsets 1, 2, 4 ... up to half the width. */
static bool is_complete(unsigned offsets)
{
	return offsets && (offsets & (offsets + 1)) == 0;
}

static void fill_tree(struct ir_shuffle_tree *out, const struct step *step, unsigned offsets)
{
	const struct ir_expr *shuffle = step->shuffle;
	bool is_member = shuffle->call->object != NULL;
	out->op = step->op;
	out->place = step->place;
	out->shuffle = shuffle;
	out->group = shuffle->call->object;
	out->mask = is_member ? NULL : shuffle->operands[0];
	out->segment = !is_member && shuffle->operand_count > 3 ? shuffle->operands[3] : NULL;
	out->width = offsets + 1;
	out->is_butterfly = is_xor(shuffle);
}

/* A statement behind braces of its own and conditions that always hold, as templates have them. */
static const struct ir_stmt *behind(const struct ir_stmt *stmt)
{
	int64_t holds;
	for (;;) {
		if (stmt->kind == IR_BLOCK && stmt->child_count == 1)
			stmt = stmt->children[0];
		else if (stmt->kind == IR_IF && stmt->body && !stmt->var_count &&
			 ir_fold_int(stmt->expr, &holds) && holds)
			stmt = stmt->body;
		else
			return stmt;
	}
}

/* ---- a loop ---------------------------------------------------------------------------------- */

static bool start_counter(const struct ir_stmt *loop, struct counter *counter)
{
	const struct ir_expr *value = NULL;
	const struct counter none = {0};
	counter->var = loop->init ? kept_by(loop->init, &value) : NULL;
	return counter->var && value && evaluate(value, &none, &counter->value);
}

static bool advance(const struct ir_stmt *loop, struct counter *counter)
{
	const struct ir_expr *step = loop->step ? ir_strip_casts(loop->step) : NULL;
	int64_t by;
	if (!step || !step->operand_count || !is_var(ir_strip_casts(step->operands[0]), counter->var))
		return false;
	if (step->kind == IR_UNARY && (step->op == IR_OP_PRE_INC || step->op == IR_OP_POST_INC)) {
		counter->value++;
		return true;
	}
	if (step->kind != IR_ASSIGN || !evaluate(step->operands[1], counter, &by))
		return false;
	const struct fold_value now = {.is_known = true, .integer = counter->value},
				operand = {.is_known = true, .integer = by};
	struct fold_value next = operand;
	if (step->op != IR_OP_NONE &&
		!fold_binary(step->op, counter->var->type, step->operands[1]->type, &now, &operand, &next))
		return false;
	counter->value = next.integer;
	return !next.is_real;
}

/* The offsets that the turns of a loop shuffle by; 0: not known, or no tree's. */
static unsigned loop_offsets(const struct ir_stmt *loop, const struct ir_expr *offset)
{
	struct counter counter;
	unsigned offsets = 0;
	int64_t goes_on, by;
	if (!start_counter(loop, &counter) || !loop->expr)
		return 0;
	for (unsigned turn = 0; turn <= MAX_TURNS; turn++) {
		if (!evaluate(loop->expr, &counter, &goes_on))
			return 0;
		if (!goes_on)
			return is_complete(offsets) ? offsets : 0;
		if (!evaluate(offset, &counter, &by) || !add_offset(&offsets, by) || !advance(loop, &counter))
			return 0;
	}
	return 0;
}

static size_t loop_trees(const struct ir_stmt *loop, struct ir_shuffle_tree out[IR_TREE_LIMIT])
{
	const struct ir_stmt *body = loop->body;
	bool is_block = body->kind == IR_BLOCK;
	const struct ir_stmt *const *stmts = is_block ? (const struct ir_stmt *const *)body->children : &body;
	size_t count = is_block ? body->child_count : 1, trees = 0, steps = 0, spent = 0;
	for (size_t i = 0; i < count; i++) {
		struct step step;
		if (!match_step(stmts, i, &step))
			continue;
		spent += step.stmts;
		steps++;
		unsigned offsets = loop_offsets(loop, step.offset);
		if (!offsets || trees == IR_TREE_LIMIT)
			continue;
		out[trees] = (struct ir_shuffle_tree){.first = loop, .last = loop};
		fill_tree(&out[trees++], &step, offsets);
	}
	for (size_t i = 0; i < trees; i++)
		out[i].is_alone = steps == 1;
	return spent == count ? trees : 0;
}

/* ---- one after the other --------------------------------------------------------------------- */

/* The tree that begins with the step at `index`; `*end`: past its last statement. */
static bool block_tree(const struct ir_stmt *const *stmts, size_t count, size_t index,
	const struct step *first, struct ir_shuffle_tree *out, size_t *end)
{
	const struct counter none = {0};
	unsigned offsets = 0;
	int64_t by;
	if (!evaluate(first->offset, &none, &by) || !add_offset(&offsets, by))
		return false;
	size_t spent = first->stmts, start = index + 1 - first->stmts;
	*end = index + 1;
	for (size_t i = index + 1; i < count; i++) {
		struct step step;
		if (match_step(stmts, i, &step)) {
			if (!same_place(step.place, first->place))
				continue;
			if (!same_kind(first, &step) || !evaluate(step.offset, &none, &by) ||
				!add_offset(&offsets, by))
				break;
			spent += step.stmts;
			*end = i + 1;
		} else if (i + 1 >= count || !match_step(stmts, i + 1, &step) || step.stmts != 2) {
			break;
		}
	}
	if (!is_complete(offsets))
		return false;
	*out = (struct ir_shuffle_tree){.first = stmts[start], .last = stmts[*end - 1]};
	fill_tree(out, first, offsets);
	out->is_alone = spent == *end - start;
	return true;
}

static bool is_known(const struct ir_shuffle_tree *trees, size_t count, const struct ir_expr *place)
{
	for (size_t i = 0; i < count; i++)
		if (same_place(trees[i].place, place))
			return true;
	return false;
}

enum { BLOCK_LIMIT = 256 };

static size_t block_trees(const struct ir_stmt *block, struct ir_shuffle_tree out[IR_TREE_LIMIT])
{
	const struct ir_stmt *stmts[BLOCK_LIMIT];
	size_t count = block->child_count < BLOCK_LIMIT ? block->child_count : BLOCK_LIMIT, trees = 0;
	for (size_t i = 0; i < count; i++)
		stmts[i] = behind(block->children[i]);
	size_t covered = 0; /* statements before this one are part of a tree */
	for (size_t i = 0; i < count && trees < IR_TREE_LIMIT; i++) {
		struct step step;
		size_t end;
		if (!match_step(stmts, i, &step) || (i < covered && is_known(out, trees, step.place)) ||
			!block_tree(stmts, count, i, &step, &out[trees], &end))
			continue;
		covered = end > covered ? end : covered;
		for (size_t k = i + 1 - step.stmts; k < end;
			k++) /* a condition around it is something else */
			out[trees].is_alone &= stmts[k] == block->children[k];
		trees++;
	}
	return trees;
}

size_t ir_shuffle_trees(const struct ir_stmt *stmt, struct ir_shuffle_tree out[IR_TREE_LIMIT])
{
	if (stmt->kind == IR_FOR && stmt->body)
		return loop_trees(stmt, out);
	return stmt->kind == IR_BLOCK ? block_trees(stmt, out) : 0;
}
