/* CU204 staged-copy-to-shared: a loop that copies elements from global to shared memory through registers, or
 * one element for each thread where they are enough in a block, for targets that have copies which don't (8.0
 * on).
 *
 * Looked for are stores of what was just loaded, as it is: in one statement, or by a local variable that is
 * used for nothing else. Values that are converted, computed with or used again need the register; elements
 * of less than 4 bytes can't be copied one by one. That the one side is shared and the other one global
 * memory, the abstract GPU tells. A loop is reported once, and so is a kernel for the elements that it copies
 * one by one. */
#include <string.h>

#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"

enum { ASYNC_ARCH = 80 };

struct copy {
	const struct ir_expr *assign, *target, *load;
	const struct ir_stmt *loop; /* NULL: once per thread */
	const struct ir_function *function;
};

struct copies {
	VEC(struct copy) list;
	VEC(const struct ir_range *) reported; /* loops, and statements that copy once */
};

/* ---- statements that copy -------------------------------------------------------------------- */

/* What is assigned and to what; false: it is no plain assignment. */
static bool is_assignment(
	const struct ir_expr *expr, const struct ir_expr **target, const struct ir_expr **value)
{
	if (expr->kind == IR_ASSIGN && expr->op == IR_OP_NONE && !expr->is_implicit &&
		expr->operand_count == 2) {
		*target = expr->operands[0];
		*value = expr->operands[1];
		return true;
	}
	bool is_record =
		expr->kind == IR_CALL && expr->call->is_operator && expr->call->object &&
		strcmp(expr->call->name, "operator=") == 0 && expr->operand_count == 1 &&
		(!expr->call->function || expr->call->function->is_system || !expr->call->function->body);
	if (is_record) {
		*target = expr->call->object;
		*value = expr->operands[0];
	}
	return is_record;
}

static const struct ir_expr *unwrapped(const struct ir_expr *expr)
{
	expr = ir_strip(expr);
	while (expr && expr->kind == IR_CONSTRUCT && expr->operand_count == 1)
		expr = ir_strip(expr->operands[0]);
	return expr;
}

struct uses {
	const struct ir_var *var;
	unsigned count;
};

static void count_use(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct uses *uses = context;
	(void)path;
	uses->count += expr->kind == IR_VAR && expr->var == uses->var;
}

/* The element that is copied: loaded here, or into a variable that only this statement uses. */
static const struct ir_expr *loaded(const struct pass *pass, const struct ir_expr *value)
{
	const struct ir_visitor visitor = {.expr = count_use, .enter_lambdas = true};
	value = unwrapped(value);
	if (value && value->kind == IR_VAR && value->var->storage == IR_LOCAL && value->var->init &&
		!value->var->is_assigned && !value->var->is_address_taken) {
		struct uses uses = {.var = value->var};
		ir_walk_function(pass->function, &visitor, &uses);
		value = uses.count == 1 ? unwrapped(value->var->init) : NULL;
	}
	bool is_element =
		value && (value->kind == IR_INDEX || (value->kind == IR_UNARY && value->op == IR_OP_DEREF));
	return is_element ? value : NULL;
}

/* One type that can be copied in one piece, without qualifiers that forbid it. */
static bool fits(const struct ir_expr *target, const struct ir_expr *load)
{
	const struct ir_type *to = ir_type_value(target->type), *from = ir_type_value(load->type);
	bool same = to->kind == from->kind && to->size == from->size && to->record == from->record;
	return same && !to->is_volatile && !from->is_volatile &&
	       (to->size == 4 || to->size == 8 || to->size == 16);
}

static const struct ir_stmt *loop_around(const struct ir_path *path)
{
	for (; path; path = path->up)
		if (path->stmt && (path->stmt->kind == IR_FOR || path->stmt->kind == IR_WHILE ||
					  path->stmt->kind == IR_DO))
			return path->stmt;
	return NULL;
}

static void on_expr(struct pass *pass, const struct ir_expr *expr)
{
	const struct ir_expr *target, *value;
	const struct ir_function *function = pass->function;
	if (!function || function->is_pattern || !(function->is_device || function->is_kernel))
		return;
	if (!is_assignment(expr, &target, &value) || !pass->path->up || !pass->path->up->stmt)
		return;
	const struct ir_stmt *loop = loop_around(pass->path);
	const struct ir_expr *load = loaded(pass, value);
	if (!load || !fits(target, load) || ir_is_dead(pass->path))
		return;
	if (!pass->state)
		pass->state = ARENA_NEW(pass->arena, struct copies);
	struct copies *copies = pass->state;
	struct copy copy = {expr, target, load, loop, function};
	vec_push(pass->arena, &copies->list, copy);
}

/* ---- where the memory is --------------------------------------------------------------------- */

static const struct simt_site *site_of(const struct simt_report *report, const struct ir_expr *expr,
	enum simt_access_kind kind, enum simt_space space)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		if (site->expr == expr && site->kind == kind && site->space == space && site->one_object)
			return site;
	}
	return NULL;
}

static bool is_reported(struct pass *pass, const struct ir_range *range)
{
	struct copies *copies = pass->state;
	for (size_t i = 0; i < copies->reported.count; i++)
		if (copies->reported.data[i] == range)
			return true;
	vec_push(pass->arena, &copies->reported, range);
	return false;
}

/* The two sides of a copy, if it is one from global to shared memory. */
static bool sides_of(const struct simt_report *report, const struct copy *copy, const struct simt_site **load,
	const struct simt_site **store)
{
	*store = site_of(report, copy->target, SIMT_STORE, SIMT_SHARED);
	*load = site_of(report, copy->load, SIMT_LOAD, SIMT_GLOBAL);
	*store = *store ? *store : site_of(report, copy->assign, SIMT_STORE, SIMT_SHARED);
	return *store && *load;
}

static struct finding *report_copy(struct pass *pass, const struct copy *copy, const struct simt_site *load,
	const struct simt_site *store, const char *how)
{
	const char *from = load->object ? simt_object_name(load->object) : "global memory",
		   *to = store->object ? simt_object_name(store->object) : "shared memory";
	struct finding *finding = pass_report(pass, copy->assign->range,
		"this %s `%s` to `%s` through registers%s; from compute capability 8.0 on "
		"`cooperative_groups::memcpy_async` or `cuda::memcpy_async` copies past them while the "
		"threads go on",
		copy->loop ? "loop copies" : "copies", from, to, how);
	finding->function = copy->function->display;
	finding_limit_archs(finding, ASYNC_ARCH, 0);
	pass_cost_staged(pass, finding, load, store);
	return finding;
}

/* What the threads of a block copy, each of them once. Where the block isn't known, neighbours that copy to
 * neighbouring elements are taken to fill the array. */
static double bytes_per_block(const struct simt_report *report, const struct simt_site *store)
{
	const struct simt_launch *launch = report->launch;
	double blocks = 1;
	if (report->result.assumptions & SIMT_ASSUMED_BLOCK) {
		bool fills = store->object && store->has_stride && store->stride == store->size;
		int64_t size = fills ? simt_object_size(store->object) : 0;
		return size > 0 ? (double)size : 0;
	}
	for (int dim = 0; launch->grid_known && dim < 3; dim++)
		blocks *= (double)launch->grid[dim];
	return store->counts.lanes * store->size / blocks;
}

static void report_single(
	struct pass *pass, const struct simt_report *report, const struct copy *copy, double bytes)
{
	const struct simt_site *load, *store;
	sides_of(report, copy, &load, &store);
	struct finding *finding = report_copy(
		pass, copy, load, store, arena_printf(pass->arena, ", %.0f bytes in a block", bytes));
	if (report->result.assumptions & SIMT_ASSUMED_BLOCK)
		finding->confidence = CONFIDENCE_LIKELY;
}

static void check_single(struct pass *pass, const struct simt_report *report)
{
	const struct copies *copies = pass->state;
	const struct copy *first = NULL;
	const struct simt_site *load, *store;
	double bytes = 0;
	for (size_t i = 0; i < copies->list.count; i++) {
		const struct copy *copy = &copies->list.data[i];
		if (copy->loop || !sides_of(report, copy, &load, &store))
			continue;
		bytes += bytes_per_block(report, store);
		first = first ? first : copy;
	}
	if (first && bytes >= (double)pass_option_int(pass, "min-bytes") &&
		!is_reported(pass, &first->assign->range))
		report_single(pass, report, first, bytes);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	const struct copies *copies = pass->state;
	const struct simt_site *load, *store;
	for (size_t i = 0; copies && i < copies->list.count; i++) {
		const struct copy *copy = &copies->list.data[i];
		if (copy->loop && sides_of(report, copy, &load, &store) &&
			!is_reported(pass, &copy->loop->range))
			report_copy(pass, copy, load, store, "");
	}
	if (copies)
		check_single(pass, report);
}

const struct rule rule_staged_copy_to_shared = {
	.code = "CU204",
	.name = "staged-copy-to-shared",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Copy from global to shared memory that goes through registers",
	.options =
		(const struct rule_option[]){
			{"min-bytes", OPTION_INT, "2048",
				"a copy of one element per thread counts from so many bytes per block on"},
			{0}},
	.hooks = {.expr = on_expr, .execution = on_execution},
};
