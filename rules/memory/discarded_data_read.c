/* CU123 discarded-data-read: memory that is read after cuda::discard_memory has thrown its contents away.
 *
 * Looks at what follows the call in its block and the blocks around it, up to the loop or function it is in:
 * a read of the same pointer, at the same index or within the bytes discarded, with no write in between.
 * Branches that may write, code that the pointer is handed to, and changes of the pointer or the index end
 * the search. Other threads aren't looked at. A constant size that isn't whole lines of 128 bytes is an info:
 * the ends of the range aren't discarded. */
#include "analyzer/rule/rule.h"
#include "analyzer/value/rounding.h"

#include <string.h>

enum { LINE = 128 };

/* Memory as the source names it: a pointer or array, and the element. */
struct spot {
	const struct ir_var *base;
	const struct ir_expr *index; /* NULL: the start */
	int64_t element;             /* bytes; 0: unknown */
};

static int64_t element_of(const struct ir_type *type)
{
	type = ir_type_value(type);
	if ((type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY) && type->element &&
		type->element->size > 0)
		return type->element->size;
	return 0;
}

/* An element of an array, of a pointer or of an annotated pointer: of any class, by C++'s operator. */
static bool spot_of_place(const struct ir_expr *expr, struct spot *spot)
{
	const struct ir_expr *base = NULL, *index = NULL;
	expr = ir_strip_casts(expr);
	if (expr->kind == IR_INDEX) {
		base = expr->operands[0];
		index = expr->operands[1];
	} else if (expr->kind == IR_CALL && expr->call->object && !strcmp(expr->call->name, "operator[]") &&
		   expr->operand_count == 1) {
		base = expr->call->object;
		index = expr->operands[0];
	} else if (expr->kind == IR_UNARY && expr->op == IR_OP_DEREF) {
		base = expr->operands[0];
	} else {
		return false;
	}
	base = ir_strip_casts(base);
	if (base->kind != IR_VAR)
		return false;
	*spot = (struct spot){base->var, index ? ir_strip_casts(index) : NULL, 0};
	spot->element = expr->type->size > 0 ? expr->type->size : element_of(base->type);
	return true;
}

/* What a pointer leads to; classes around one are asked by `get`, those of C++ and of CUDA. */
static bool spot_of_pointer(const struct ir_expr *expr, struct spot *spot)
{
	expr = ir_strip_casts(expr);
	if (expr->kind == IR_UNARY && expr->op == IR_OP_ADDRESS)
		return spot_of_place(expr->operands[0], spot);
	if (expr->kind == IR_VAR) {
		*spot = (struct spot){expr->var, NULL, element_of(expr->var->type)};
		return true;
	}
	if (expr->kind == IR_CALL && expr->call->object && !strcmp(expr->call->name, "get")) {
		const struct ir_expr *object = ir_strip_casts(expr->call->object);
		*spot = (struct spot){object->kind == IR_VAR ? object->var : NULL, NULL, 0};
		return spot->base != NULL;
	}
	const struct ir_expr *base = expr->kind == IR_BINARY ? ir_strip_casts(expr->operands[0]) : NULL;
	if (!base || expr->op != IR_OP_ADD || base->kind != IR_VAR)
		return false;
	*spot = (struct spot){base->var, ir_strip_casts(expr->operands[1]), element_of(base->type)};
	return true;
}

/* ---- after the call -------------------------------------------------------------------------- */

struct search {
	struct spot lost;
	int64_t bytes; /* discarded; -1: unknown */
	const struct ir_expr *read;
	bool is_over;
};

/* Whether an element lies in what was discarded. */
static bool is_lost(const struct search *search, const struct spot *spot)
{
	int64_t at;
	if (spot->base != search->lost.base)
		return false;
	if (search->lost.index)
		return spot->index && ir_same_expr(spot->index, search->lost.index);
	if (!spot->index)
		return true;
	return ir_fold_int(spot->index, &at) && at >= 0 && search->bytes > 0 && spot->element > 0 &&
	       (at + 1) * spot->element <= search->bytes;
}

/* Whether assigning to a variable makes the element another one. */
static bool changes_spot(const struct search *search, const struct ir_expr *target)
{
	target = ir_strip_casts(target);
	return target->kind == IR_VAR &&
	       (target->var == search->lost.base ||
		       (search->lost.index && ir_mentions_var(search->lost.index, target->var)));
}

static void look(struct search *search, const struct ir_expr *expr);

static void look_at_operands(struct search *search, const struct ir_expr *expr)
{
	for (size_t i = 0; i < expr->operand_count; i++)
		if (expr->operands[i])
			look(search, expr->operands[i]);
}

static void look_at_assignment(struct search *search, const struct ir_expr *expr)
{
	struct spot spot;
	const struct ir_expr *target = expr->operands[0];
	look(search, expr->operands[1]);
	if (search->read || search->is_over)
		return;
	if (expr->op != IR_OP_NONE)
		look(search, target);
	if (changes_spot(search, target) || (spot_of_place(target, &spot) && spot.base == search->lost.base))
		search->is_over = true;
}

/* Expressions in the order in which they are evaluated, as far as that matters. */
static void look(struct search *search, const struct ir_expr *expr)
{
	struct spot spot;
	if (search->read || search->is_over)
		return;
	if (expr->kind == IR_ASSIGN) {
		look_at_assignment(search, expr);
	} else if (spot_of_place(expr, &spot)) {
		if (is_lost(search, &spot))
			search->read = expr;
		else if (spot.index)
			look(search, spot.index);
	} else if (expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC) {
		look(search, expr->operands[0]);
		search->is_over |= changes_spot(search, expr->operands[0]);
	} else if ((expr->kind == IR_CALL || expr->kind == IR_LAMBDA || expr->kind == IR_UNARY ||
			   expr->kind == IR_CONSTRUCT || expr->kind == IR_STMT_EXPR) &&
		   ir_mentions_var(expr, search->lost.base) &&
		   !(expr->kind == IR_UNARY && expr->op != IR_OP_ADDRESS)) {
		for (size_t i = 0; i < expr->operand_count && !search->read; i++)
			if (spot_of_place(expr->operands[i], &spot) && is_lost(search, &spot) &&
				expr->operands[i]->kind == IR_CAST)
				search->read = expr->operands[i];
		search->is_over = true; /* handed on */
	} else {
		look_at_operands(search, expr);
	}
}

static void end_at_writes(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	struct spot spot;
	(void)path;
	if (expr->kind == IR_ASSIGN || (expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC))
		search->is_over |=
			changes_spot(search, expr->operands[0]) ||
			(spot_of_place(expr->operands[0], &spot) && spot.base == search->lost.base);
	else if (expr->kind == IR_CALL && strcmp(expr->call->name, "operator[]") != 0)
		search->is_over |= ir_mentions_var(expr, search->lost.base);
}

/* A statement with others inside: its condition counts; what is inside only ends the search if it may write.
 */
static void look_at_stmt(struct search *search, const struct ir_stmt *stmt)
{
	const struct ir_visitor visitor = {.expr = end_at_writes, .enter_lambdas = true};
	if (search->read || search->is_over)
		return;
	switch (stmt->kind) {
	case IR_EXPR:
	case IR_RETURN:
		if (stmt->expr)
			look(search, stmt->expr);
		search->is_over |= stmt->kind == IR_RETURN;
		return;
	case IR_DECL:
		for (size_t i = 0; i < stmt->var_count; i++)
			if (stmt->vars[i]->init)
				look(search, stmt->vars[i]->init);
		return;
	case IR_BLOCK:
		for (size_t i = 0; i < stmt->child_count; i++)
			look_at_stmt(search, stmt->children[i]);
		return;
	case IR_BREAK:
	case IR_CONTINUE:
	case IR_GOTO:
	case IR_ASM: search->is_over = true; return;
	case IR_IF:
		if (stmt->expr && !stmt->init)
			look(search, stmt->expr);
		break;
	default: break;
	}
	ir_walk_stmt(stmt, &visitor, search, NULL);
}

/* What comes after the call: in its block, then in those around, as long as no loop begins again. */
static void search_behind(struct search *search, const struct ir_path *path)
{
	const struct ir_stmt *below = NULL;
	for (; path && !search->read && !search->is_over; path = path->up) {
		const struct ir_stmt *stmt = path->stmt;
		if (!stmt)
			continue;
		if (ir_is_loop(stmt) || stmt->kind == IR_SWITCH)
			return;
		bool is_behind = false;
		for (size_t i = 0; stmt->kind == IR_BLOCK && i < stmt->child_count; i++) {
			if (is_behind)
				look_at_stmt(search, stmt->children[i]);
			is_behind |= stmt->children[i] == below;
		}
		below = stmt;
	}
}

static void on_call(struct pass *pass, const struct ir_expr *expr)
{
	const struct ir_function *called = expr->call->function;
	if (expr->kind != IR_CALL || ir_cuda(expr)->op != CUDA_DISCARD || expr->operand_count != 2 ||
		(called && !called->is_system))
		return;
	struct search search = {.bytes = -1};
	bool is_constant = ir_fold_int(expr->operands[1], &search.bytes);
	if (is_constant && search.bytes % LINE) {
		struct finding *finding = pass_report(pass, expr->operands[1]->range,
			"%lld bytes aren't whole lines of 128: only lines that lie within the range are "
			"discarded, its ends are written back",
			(long long)search.bytes);
		finding->severity = SEVERITY_INFO;
	}
	if (!spot_of_pointer(expr->operands[0], &search.lost))
		return;
	search_behind(&search, pass->path);
	if (!search.read)
		return;
	struct finding *finding = pass_report(pass, search.read->range,
		"`%s` is read after it was discarded: its contents are lost, the value is undefined",
		pass_text(pass, search.read->range));
	finding->confidence = CONFIDENCE_LIKELY;
	pass_related(pass, finding, expr->range, "discarded here");
}

const struct rule rule_discarded_data_read = {
	.code = "CU123",
	.name = "discarded-data-read",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Memory read after its contents were discarded",
	.hooks = {.call = on_call},
};
