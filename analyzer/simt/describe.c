/* Reads the source of an access for people: bases, summands of indexes, members. What it finds only words
 * messages and picks the advice; whether there is a finding follows from the counts. */
#include "analyzer/simt/describe.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 12, MAX_TERMS = 16, SECTOR = 32, MAX_STRIDE = 256 };

/* ---- dependence ------------------------------------------------------------------------------ */

static unsigned builtin_depends(const struct ir_expr *member, const int64_t block[3])
{
	const struct ir_expr *base = ir_strip(member->operands[0]);
	if (base->kind != IR_VAR || base->var->storage != IR_BUILTIN ||
		strcmp(base->var->name, "threadIdx") != 0)
		return 0;
	int dim = member->member.name[0] - 'x';
	int64_t before = dim == 0 ? 1 : dim == 1 ? block[0] : block[0] * block[1];
	return before < SIMT_WARP ? DEPENDS_LANE : DEPENDS_ROW;
}

static bool is_rank(const struct ir_expr *expr)
{
	const char *name = ir_callee_name(expr);
	return strstr(name, "thread_rank") || strstr(name, "laneid") || strstr(name, "lane_id");
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
		if (inner && var->type->kind == IR_TYPE_INT)
			out |= DEPENDS_LANE; /* a helper's parameter: as its callers have it, which isn't
						followed */
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

struct terms {
	const struct ir_expr *term[MAX_TERMS];
	size_t count;
};

/* A variable that only names a sum or a product is looked through. */
static const struct ir_expr *named(const struct ir_expr *expr)
{
	for (int depth = 0; depth < 4; depth++) {
		expr = ir_strip_casts(expr);
		if (expr->kind != IR_VAR || expr->var->storage != IR_LOCAL || expr->var->is_assigned ||
			!expr->var->init)
			return expr;
		const struct ir_expr *init = ir_strip_casts(expr->var->init);
		bool sum = init->kind == IR_BINARY && (init->op == IR_OP_ADD || init->op == IR_OP_SUB ||
							      init->op == IR_OP_MUL || init->op == IR_OP_SHL);
		/* the global thread index is best known by its name */
		if (!sum && init->kind != IR_VAR)
			return expr;
		expr = init;
	}
	return expr;
}

static bool is_sum(const struct ir_expr *expr)
{
	return expr->kind == IR_BINARY && (expr->op == IR_OP_ADD || expr->op == IR_OP_SUB);
}

static void collect(struct terms *out, const struct ir_expr *expr)
{
	const struct ir_expr *whole = ir_strip_casts(expr), *inner = named(whole);
	if (is_sum(inner)) {
		for (size_t i = 0; i < 2; i++)
			collect(out, inner->operands[i]);
	} else if (out->count < MAX_TERMS) {
		out->term[out->count++] = inner->kind == IR_BINARY ? inner : whole;
	}
}

static bool is_product(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	return expr->kind == IR_BINARY && (expr->op == IR_OP_MUL || expr->op == IR_OP_SHL);
}

static bool is_pointer(const struct ir_expr *expr)
{
	enum ir_type_kind kind = ir_type_value(expr->type)->kind;
	return kind == IR_TYPE_POINTER || kind == IR_TYPE_ARRAY;
}

/* Splits the accessed expression into base, summands and member. */
static void take_apart(struct simt_pattern *out, struct terms *terms, const struct ir_expr *expr)
{
	for (int depth = 0; expr && depth < MAX_DEPTH; depth++) {
		expr = ir_strip_casts(expr);
		if (expr->kind == IR_MEMBER && expr->operand_count) {
			if (!out->member) {
				out->member = expr->member.field;
				out->record = ir_type_value(expr->operands[0]->type);
				if (out->record->kind == IR_TYPE_POINTER)
					out->record = ir_type_value(out->record->element);
			}
			expr = expr->operands[0];
		} else if (expr->kind == IR_INDEX) {
			bool first = is_pointer(expr->operands[0]);
			collect(terms, expr->operands[first ? 1 : 0]);
			expr = expr->operands[first ? 0 : 1];
		} else if (expr->kind == IR_UNARY && (expr->op == IR_OP_DEREF || expr->op == IR_OP_ADDRESS)) {
			expr = expr->operands[0];
		} else if (is_sum(expr) && is_pointer(expr)) {
			bool first = is_pointer(expr->operands[0]);
			collect(terms, expr->operands[first ? 1 : 0]);
			expr = expr->operands[first ? 0 : 1];
		} else if ((expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT) && expr->operand_count) {
			expr = expr->operands[0];
		} else if (expr->kind == IR_VAR && expr->var->storage == IR_LOCAL && is_pointer(expr) &&
			   expr->var->type->kind == IR_TYPE_POINTER && !expr->var->is_assigned &&
			   expr->var->init) {
			expr = expr->var->init; /* a pointer to a row */
		} else {
			out->base = expr;
			return;
		}
	}
}

static void choose_term(struct simt_pattern *out, const struct terms *terms, const int64_t block[3])
{
	for (size_t i = 0; i < terms->count; i++) {
		const struct ir_expr *term = terms->term[i];
		if (depends(term, block, 0) & DEPENDS_LANE &&
			(!out->term || (!is_product(out->term) && is_product(term))))
			out->term = term;
	}
	for (size_t i = 0; i < terms->count; i++)
		if (terms->term[i] != out->term)
			out->others |= depends(terms->term[i], block, 0);
	if (!out->term || !is_product(out->term))
		return;
	const struct ir_expr *product = ir_strip_casts(out->term);
	for (size_t i = 0; i < 2 && product->op == IR_OP_MUL; i++)
		if (!(depends(product->operands[i], block, 0) & DEPENDS_LANE))
			out->factor = ir_strip_casts(product->operands[i]);
}

/* ---- the request ----------------------------------------------------------------------------- */

static int compare_offsets(const void *left, const void *right)
{
	int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
	return (a > b) - (a < b);
}

static void measure_runs(struct simt_pattern *out, const struct simt_site *site)
{
	int64_t offset[SIMT_WARP], start, end;
	size_t count = 0;
	for (unsigned i = 0; i < SIMT_WARP; i++)
		if (site->worst.active >> i & 1)
			offset[count++] = (int64_t)site->worst.offset[i];
	if (!count)
		return;
	qsort(offset, count, sizeof *offset, compare_offsets);
	start = offset[0];
	end = start + site->size;
	for (size_t i = 1; i <= count; i++) {
		if (i < count && offset[i] <= end) {
			end = offset[i] + site->size;
			continue;
		}
		unsigned bytes = (unsigned)(end - start);
		out->runs++;
		out->run_bytes = bytes > out->run_bytes ? bytes : out->run_bytes;
		out->aligned += (bytes + SECTOR - 1) / SECTOR;
		if (i < count) {
			start = offset[i];
			end = start + site->size;
		}
	}
	if (out->aligned > site->worst.count)
		out->aligned = site->worst.count;
}

void simt_describe(struct simt_pattern *out, const struct simt_report *report, const struct simt_site *site)
{
	struct terms terms = {0};
	*out = (struct simt_pattern){0};
	take_apart(out, &terms, site->expr);
	choose_term(out, &terms, report->launch->block);
	const struct ir_type *whole = ir_type_value(site->expr->type);
	if (!out->record && whole->kind == IR_TYPE_RECORD)
		out->record = whole;
	measure_runs(out, site);
}

/* Whether two sites access the same memory in the same way, at the same distance between lanes. */
static bool is_kin(const struct simt_site *site, const struct simt_site *other)
{
	return other->object == site->object && other->kind == site->kind && other->has_stride &&
	       other->stride == site->stride;
}

unsigned simt_stride_bytes_used(const struct simt_report *report, const struct simt_site *site)
{
	bool used[MAX_STRIDE] = {false};
	if (!site->has_stride || !site->object)
		return 0;
	if (!site->stride || site->stride > MAX_STRIDE || site->stride < -MAX_STRIDE)
		return 0;
	int64_t stride = site->stride < 0 ? -site->stride : site->stride;
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *other = report->sites.data[i];
		for (unsigned t = 0; is_kin(site, other) && t < other->touched_count; t++) {
			int64_t at = (other->touched[t] % stride + stride) % stride;
			for (unsigned k = 0; k < other->size; k++)
				used[(at + k) % stride] = true;
		}
	}
	unsigned count = 0;
	for (int64_t i = 0; i < stride; i++)
		count += used[i];
	return count;
}

/* Whether a lane's element at this offset is accessed, by the site or its kin of the same size. */
static bool is_touched(const struct simt_report *report, const struct simt_site *site, int64_t at)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *other = report->sites.data[i];
		for (unsigned t = 0; is_kin(site, other) && t < other->touched_count; t++)
			if (other->size == site->size && other->touched[t] == at)
				return true;
	}
	return false;
}

bool simt_touches_window(const struct simt_report *report, const struct simt_site *site, unsigned bytes)
{
	for (unsigned t = 0; t < site->touched_count; t++) {
		int64_t start = site->touched[t] & ~(int64_t)(bytes - 1);
		bool whole = true;
		for (unsigned at = 0; whole && at < bytes; at += site->size)
			whole = is_touched(report, site, start + at);
		if (whole)
			return true;
	}
	return false;
}

/* Whether `other` accesses the bytes right behind or before those of `site` in every lane. */
static bool is_neighbour(const struct simt_site *site, const struct simt_site *other)
{
	if (other == site || other->object != site->object || other->kind != site->kind ||
		other->size != site->size || other->worst.active != site->worst.active ||
		other->function != site->function)
		return false;
	for (unsigned i = 0; i < SIMT_WARP; i++) {
		uint64_t at = site->worst.offset[i], there = other->worst.offset[i];
		if (site->worst.active >> i & 1 && there / site->size != (at / site->size ^ 1))
			return false;
	}
	return true;
}

bool simt_has_neighbour(const struct simt_report *report, const struct simt_site *site)
{
	for (size_t i = 0; i < report->sites.count && site->size < 16; i++)
		if (is_neighbour(site, report->sites.data[i]))
			return true;
	return false;
}

const char *simt_site_base(const struct simt_report *report, const struct simt_site *site)
{
	return site->function == report->kernel || !site->object ? NULL : simt_object_name(site->object);
}

const struct simt_site *simt_site_twin(const struct simt_report *report, const struct simt_site *site)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *other = report->sites.data[i];
		if (other != site && other->expr == site->expr && other->kind != site->kind)
			return other;
	}
	return NULL;
}
