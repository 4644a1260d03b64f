/* Takes the expression of an access apart: `base[row][i + 1].x` is a base, summands of indexes with the size
 * of what each of them counts, and a member of a record. The way leads from the accessed place to the
 * variable or the pointer that names the memory, through casts, references, pointers that are set once, and
 * functions that only return a place. It ends at a pointer that was itself read from memory: that one has a
 * name of its own. */
#include "analyzer/site/describe_source.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 12, MAX_TERMS = 16, MAX_MEMBERS = 4 };

/* ---- dependence ------------------------------------------------------------------------------ */

static unsigned builtin_depends(const struct ir_expr *member, const int64_t block[3])
{
	if (ir_builtin(ir_strip(member->operands[0])) != CUDA_THREAD_INDEX)
		return 0;
	int dim = member->member.name[0] - 'x';
	int64_t before = dim == 0 ? 1 : dim == 1 ? block[0] : block[0] * block[1];
	return before < SIMT_WARP ? DEPENDS_LANE : DEPENDS_ROW;
}

static bool is_rank(const struct ir_expr *expr)
{
	enum cuda_builtin builtin = ir_cuda(expr)->builtin;
	const char *name = ir_callee_name(expr);
	if (builtin == CUDA_THREAD_RANK || builtin == CUDA_LANE)
		return true;
	/* functions of the project that are called so ask for it in assembly */
	return strstr(name, "laneid") || strstr(name, "lane_id");
}

static unsigned depends(const struct ir_expr *expr, const int64_t block[3], int depth)
{
	unsigned out = 0;
	if (!expr || depth > MAX_DEPTH)
		return 0;
	if (expr->kind == IR_MEMBER && expr->operand_count)
		out = builtin_depends(expr, block);
	if (expr->kind == IR_CALL && is_rank(expr))
		out |= DEPENDS_LANE;
	if (expr->kind == IR_VAR) {
		const struct ir_var *var = expr->var;
		bool inner = var->storage == IR_PARAM && var->function && !var->function->is_kernel;
		if (inner && ir_type_value(var->type)->kind == IR_TYPE_INT)
			out |= DEPENDS_LANE | DEPENDS_CALLER;
		if (var->storage == IR_LOCAL && var->is_assigned)
			out |= DEPENDS_TURN;
		if (var->storage == IR_LOCAL)
			out |= depends(var->init, block, depth + 1);
	}
	for (size_t i = 0; i < expr->operand_count; i++)
		out |= depends(expr->operands[i], block, depth + 1);
	return out;
}

/* ---- the index ------------------------------------------------------------------------------- */

struct term {
	const struct ir_expr *expr;
	const struct ir_type *unit; /* what it counts */
};

struct source {
	const int64_t *block;
	struct term term[MAX_TERMS];
	size_t term_count;
	const struct ir_expr *member[MAX_MEMBERS]; /* from the accessed one outwards */
	size_t member_count;
	const struct ir_expr *held; /* the member that is an array, as long as no index follows it */
	const struct ir_expr *base;
	bool is_pointer; /* at a pointer's value, not at a place */
	bool is_foreign; /* in the text of a function that returned the place */
};

static bool is_sum(const struct ir_expr *expr)
{
	return expr->kind == IR_BINARY && (expr->op == IR_OP_ADD || expr->op == IR_OP_SUB);
}

static bool is_product(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	return expr->kind == IR_BINARY && (expr->op == IR_OP_MUL || expr->op == IR_OP_SHL);
}

static bool is_set_once(const struct ir_expr *expr)
{
	return expr->kind == IR_VAR && expr->var->storage == IR_LOCAL && !expr->var->is_assigned &&
	       expr->var->init;
}

/* A variable that only names a sum or a product is looked through. */
static const struct ir_expr *named(const struct ir_expr *expr)
{
	for (int depth = 0; depth < 4; depth++) {
		expr = ir_strip_casts(expr);
		if (!is_set_once(expr))
			return expr;
		const struct ir_expr *init = ir_strip_casts(expr->var->init);
		if (!is_sum(init) && !is_product(init) && init->kind != IR_VAR)
			return expr;
		expr = init;
	}
	return expr;
}

/* Whether lanes differ in some product of the sum: `row * n + 1`. */
static bool has_lane_product(const struct ir_expr *expr, const int64_t block[3], int depth)
{
	expr = named(expr);
	if (is_product(expr))
		return depends(expr, block, 0) & DEPENDS_LANE;
	if (!is_sum(expr) || depth > MAX_DEPTH)
		return false;
	return has_lane_product(expr->operands[0], block, depth + 1) ||
	       has_lane_product(expr->operands[1], block, depth + 1);
}

static void collect(struct source *out, const struct ir_expr *expr, const struct ir_type *unit)
{
	const struct ir_expr *whole = ir_strip_casts(expr), *inner = named(whole);
	/* the global thread index is best known by its name */
	bool is_index = whole->kind == IR_VAR && !has_lane_product(inner, out->block, 0) &&
			depends(inner, out->block, 0) & DEPENDS_LANE;
	if (is_sum(inner) && !is_index) {
		for (size_t i = 0; i < 2; i++)
			collect(out, inner->operands[i], unit);
	} else if (out->term_count < MAX_TERMS) {
		out->term[out->term_count].expr = inner->kind == IR_BINARY && !is_index ? inner : whole;
		out->term[out->term_count++].unit = unit;
	}
}

/* ---- the way to the base --------------------------------------------------------------------- */

static bool has_pointer(const struct ir_expr *expr)
{
	enum ir_type_kind kind = ir_type_value(expr->type)->kind;
	return kind == IR_TYPE_POINTER || kind == IR_TYPE_ARRAY;
}

/* Goes on with what a pointer or an array of it leads from. */
static const struct ir_expr *go_on(struct source *out, const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	out->is_pointer = ir_type_value(expr->type)->kind == IR_TYPE_POINTER;
	return expr;
}

/* `base[index]`, or `base + index` for its address. */
static const struct ir_expr *past_index(
	struct source *out, const struct ir_expr *expr, const struct ir_type *unit)
{
	bool first = has_pointer(expr->operands[0]);
	collect(out, expr->operands[first ? 1 : 0], unit);
	out->held = NULL;
	return go_on(out, expr->operands[first ? 0 : 1]);
}

static const struct ir_expr *past_member(struct source *out, const struct ir_expr *expr)
{
	if (out->member_count < MAX_MEMBERS)
		out->member[out->member_count++] = expr;
	if (!out->held)
		out->held = expr;
	const struct ir_expr *base = ir_strip_casts(expr->operands[0]);
	out->is_pointer = expr->is_arrow || base->kind == IR_THIS;
	return base;
}

/* What a function that does nothing else returns; NULL: it does. */
static const struct ir_expr *returned(const struct ir_call *call)
{
	const struct ir_function *function = call->function;
	const struct ir_stmt *body = function && !function->is_system ? function->body : NULL;
	if (body && body->kind == IR_BLOCK && body->child_count == 1)
		body = body->children[0];
	return body && body->kind == IR_RETURN ? body->expr : NULL;
}

/* A place that a call returned: of code at hand, or of a container of the library. */
static const struct ir_expr *past_call(struct source *out, const struct ir_expr *expr)
{
	const struct ir_expr *place = returned(expr->call);
	out->is_foreign |= place != NULL;
	if (place)
		return go_on(out, place);
	if (!expr->call->is_operator || !expr->call->object)
		return NULL;
	if (expr->operand_count == 1)
		collect(out, expr->operands[0], ir_type_value(expr->type));
	out->base = ir_strip_casts(expr->call->object);
	return NULL;
}

/* One step for a pointer's value. */
static const struct ir_expr *pointer_step(struct source *out, const struct ir_expr *expr)
{
	if (is_sum(expr))
		return past_index(out, expr, ir_type_value(ir_type_value(expr->type)->element));
	if (expr->kind == IR_UNARY && expr->op == IR_OP_ADDRESS) {
		out->is_pointer = false;
		return ir_strip_casts(expr->operands[0]);
	}
	if (expr->kind == IR_UNARY && expr->op != IR_OP_DEREF)
		return go_on(out, expr->operands[0]); /* p++ */
	if (expr->kind == IR_CALL)
		return past_call(out, expr);
	if (is_set_once(expr) && ir_type_value(expr->type)->kind == IR_TYPE_POINTER)
		return go_on(out, expr->var->init); /* a pointer to a row */
	bool is_name = expr->kind == IR_MEMBER || expr->kind == IR_INDEX ||
		       (expr->kind == IR_VAR && expr->var->storage != IR_LOCAL);
	out->base = is_name ? expr : NULL;
	return NULL;
}

/* One step for a place. */
static const struct ir_expr *place_step(struct source *out, const struct ir_expr *expr)
{
	switch (expr->kind) {
	case IR_MEMBER: return expr->operand_count ? past_member(out, expr) : NULL;
	case IR_INDEX: return past_index(out, expr, ir_type_value(expr->type));
	case IR_UNARY: return expr->op == IR_OP_DEREF ? go_on(out, expr->operands[0]) : NULL;
	case IR_CALL: return past_call(out, expr);
	case IR_VAR:
		if (expr->var->type->kind == IR_TYPE_REFERENCE && expr->var->storage == IR_LOCAL &&
			expr->var->init) {
			out->is_pointer = false;
			return ir_strip_casts(expr->var->init);
		}
		out->base = expr;
		return NULL;
	default: return NULL;
	}
}

static void take_apart(struct source *out, const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	/* an atomic, a load by an intrinsic: what it is given */
	if ((expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT) && expr->operand_count &&
		!(expr->kind == IR_CALL && returned(expr->call)) && has_pointer(expr->operands[0]))
		expr = go_on(out, expr->operands[0]);
	for (int depth = 0; expr && depth < MAX_DEPTH; depth++) {
		expr = ir_strip_casts(expr);
		/* an array is a place, whatever was asked for */
		bool is_pointer = out->is_pointer && ir_type_value(expr->type)->kind != IR_TYPE_ARRAY;
		expr = is_pointer ? pointer_step(out, expr) : place_step(out, expr);
	}
}

/* ---- what of it matters ---------------------------------------------------------------------- */

static void choose_term(struct simt_pattern *out, const struct source *source)
{
	size_t chosen = source->term_count, rivals = 0;
	for (size_t i = 0; i < source->term_count; i++) {
		const struct ir_expr *term = source->term[i].expr;
		if (!(depends(term, source->block, 0) & DEPENDS_LANE))
			continue;
		if (chosen == source->term_count ||
			(!is_product(source->term[chosen].expr) && is_product(term)))
			chosen = i;
	}
	for (size_t i = 0; i < source->term_count; i++) {
		unsigned on = i == chosen ? 0 : depends(source->term[i].expr, source->block, 0);
		out->others |= on;
		/* what a caller passes is taken to differ between lanes only where nothing else does */
		bool guess = on & DEPENDS_CALLER && is_product(source->term[chosen].expr) &&
			     !is_product(source->term[i].expr);
		rivals += on & DEPENDS_LANE && !guess;
	}
	if (chosen == source->term_count)
		return;
	out->term = source->term[chosen].expr;
	out->unit = rivals ? NULL : source->term[chosen].unit;
	if (!is_product(out->term))
		return;
	const struct ir_expr *product = ir_strip_casts(out->term);
	for (size_t i = 0; i < 2 && product->op == IR_OP_MUL; i++)
		if (!(depends(product->operands[i], source->block, 0) & DEPENDS_LANE))
			out->factor = ir_strip_casts(product->operands[i]);
}

static const struct ir_type *record_of(const struct ir_expr *member)
{
	const struct ir_type *record = ir_type_value(member->operands[0]->type);
	return record->kind == IR_TYPE_POINTER ? ir_type_value(record->element) : record;
}

/* The member by whose records lanes are apart, else the one that is accessed. */
static void choose_member(struct simt_pattern *out, const struct source *source, const struct simt_site *site)
{
	size_t chosen = 0;
	for (size_t i = source->member_count; site->has_stride && i-- > 0;)
		if (record_of(source->member[i])->size == llabs(site->stride))
			chosen = i;
	if (source->member_count) {
		out->member = source->member[chosen]->member.field;
		out->record = record_of(source->member[chosen]);
	}
	bool walks = out->record && site->has_stride && out->record->size == llabs(site->stride);
	if (source->held && !walks && out->base)
		out->base = source->held;
	const struct ir_type *whole = ir_type_value(site->expr->type);
	if (!out->record && whole->kind == IR_TYPE_RECORD)
		out->record = whole;
}

void describe_source(struct simt_pattern *out, const struct simt_report *report, const struct simt_site *site)
{
	struct source source = {.block = report->launch->block};
	take_apart(&source, site->expr);
	bool is_here = site->function == report->kernel && !source.is_foreign;
	out->base = is_here ? source.base : NULL;
	choose_term(out, &source);
	choose_member(out, &source, site);
}
