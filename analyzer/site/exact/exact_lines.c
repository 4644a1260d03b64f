/* In which line an access of an inlined function counts.
 *
 * Nsight Compute gives the first machine instructions of an inlined function to the line of its call, all up
 * to the first one of another line, and the others to the function's own lines. So an access counts at the
 * call where nothing has to be computed before it: `*to = value` with the pointer as it was given, but not
 * `to[i] = value`, whose address is computed first. Seen on an H200 with nvcc 13.0 and ncu 2025.3, in the
 * patterns helpers.cu and calls.cu. */
#include "analyzer/site/exact/exact_lines.h"

#include "analyzer/ir/query.h"
#include "analyzer/ir/walk.h"
#include "analyzer/value/rounding.h"

static uint32_t line_of(const struct ir_module *module, struct ir_range range)
{
	struct ir_place spelling, expansion;
	return ir_locate(module, range, &spelling, &expansion) ? expansion.line : 0;
}

/* What a function is given, or holds a copy of: it lies in a register. */
static bool is_given(const struct ir_expr *expr)
{
	expr = ir_look_through(expr);
	switch (expr->kind) {
	case IR_INT:
	case IR_REAL:
	case IR_NULL:
	case IR_THIS: return true;
	case IR_VAR: return expr->var->storage == IR_PARAM && !expr->var->is_assigned;
	case IR_MEMBER:
		return ir_strip_casts(expr->operands[0])->kind == IR_THIS ||
		       (!expr->is_arrow && is_given(expr->operands[0]));
	default: return false;
	}
}

/* Whether the address of an access is one that the function is given, without any offset. */
static bool is_direct(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	switch (expr->kind) {
	case IR_VAR: return expr->var->storage == IR_PARAM && expr->var->type->kind == IR_TYPE_REFERENCE;
	case IR_UNARY: return expr->op == IR_OP_DEREF && is_given(expr->operands[0]);
	case IR_INDEX: {
		const struct ir_expr *index = ir_strip_casts(expr->operands[1]);
		return index->kind == IR_INT && index->integer == 0 && is_given(expr->operands[0]);
	}
	case IR_CALL: /* an intrinsic or an atomic operation, on what its first argument points to */
		return expr->operand_count && (!expr->call->function || !expr->call->function->body) &&
		       is_given(expr->operands[0]);
	default: return false;
	}
}

/* What lies around an expression in its function: lines with code before and behind its own, and what else
 * is in that one. */
struct lines {
	const struct ir_module *module;
	const struct ir_expr *expr;
	uint32_t line;
	bool before, behind;
	bool computes;       /* a line behind it does arithmetic, which may come first */
	bool direct, others; /* accesses in its own line that may open the function; or others */
};

static bool is_code(const struct ir_expr *expr)
{
	switch (expr->kind) {
	case IR_BINARY:
	case IR_CONDITIONAL:
	case IR_CALL:
	case IR_CONSTRUCT:
	case IR_INDEX: return true;
	case IR_UNARY: return expr->op != IR_OP_ADDRESS && expr->op != IR_OP_PLUS;
	case IR_ASSIGN: return expr->op != IR_OP_NONE;
	case IR_VAR: return is_direct(expr);
	default: return false;
	}
}

static void note_line(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct lines *lines = context;
	(void)path;
	if (!is_code(expr))
		return;
	uint32_t line = line_of(lines->module, expr->range);
	lines->before |= line < lines->line;
	lines->behind |= line > lines->line;
	lines->computes |= line > lines->line && (expr->kind == IR_BINARY || expr->kind == IR_CONDITIONAL);
	if (line != lines->line || ir_same_expr(expr, lines->expr))
		return;
	lines->direct |= is_direct(expr);
	lines->others |= is_direct(expr) || expr->kind == IR_INDEX;
}

static void note_exit(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct lines *lines = context;
	(void)path;
	if (stmt->kind == IR_IF || stmt->kind == IR_FOR || stmt->kind == IR_WHILE ||
		stmt->kind == IR_SWITCH || stmt->kind == IR_ASM)
		lines->before = true;
}

static struct lines lines_around(
	const struct ir_module *module, const struct ir_function *function, const struct ir_expr *expr)
{
	const struct ir_visitor visitor = {.expr = note_line, .stmt = note_exit};
	struct lines lines = {.module = module, .expr = expr, .line = line_of(module, expr->range)};
	ir_walk_function(function, &visitor, &lines);
	return lines;
}

static bool is_inlined(const struct ir_function *function)
{
	return !function->is_kernel && !function->is_system && !ir_function_attribute(function, "noinline");
}

void exact_lines_begin(const struct ir_module *module, struct simt_site *site)
{
	if (!site->function || !is_inlined(site->function))
		return;
	struct lines lines = lines_around(module, site->function, site->expr);
	bool direct = is_direct(site->expr), is_store = site->kind == SIMT_STORE;
	if (lines.before || !(direct || lines.direct))
		return;
	bool is_record = ir_type_value(site->expr->type)->kind == IR_TYPE_RECORD;
	site->opens = direct && !is_record && !(is_store && (lines.computes || lines.others));
	/* which of several goes first is up to the compiler, and so are the parts of a record */
	if (!site->opens || lines.behind || lines.others)
		site->exact = false;
}

/* Whether a function passes on what it is given, and nothing is computed before that. */
static bool passes_on(
	const struct ir_module *module, const struct ir_function *function, const struct ir_expr *call)
{
	for (size_t i = 0; i < call->operand_count; i++)
		if (!is_given(call->operands[i]))
			return false;
	return is_inlined(function) && !lines_around(module, function, call).before;
}

static struct simt_share *share_at(struct arena *arena, struct simt_site *site, const struct ir_expr *at)
{
	for (size_t i = 0; i < site->shares.count; i++)
		if (site->shares.data[i].at == at)
			return &site->shares.data[i];
	vec_push(arena, &site->shares, (struct simt_share){.at = at});
	return &site->shares.data[site->shares.count - 1];
}

/* The call that an access counts at, of those that led to it. */
static const struct ir_expr *place_of(
	const struct ir_module *module, const struct ir_function *kernel, const struct simt_access *access)
{
	const struct ir_expr *at = access->site;
	for (const struct simt_call *call = access->where.call; call; call = call->up) {
		const struct ir_function *caller = call->up ? call->up->callee : kernel;
		if (!call->site)
			break;
		at = call->site;
		if (caller == kernel || !passes_on(module, caller, at))
			break;
	}
	return at;
}

void exact_lines_count(struct arena *arena, const struct ir_module *module, const struct ir_function *kernel,
	const struct simt_access *access, struct simt_site *site, const struct simt_spared *counted)
{
	spared_add(&share_at(arena, site, place_of(module, kernel, access))->pending, counted);
}
