/* Gathers the atomic operations of a unit. */
#include <string.h>

#include "analyzer/operation/order.h"

struct gather {
	struct arena *arena;
	const struct ir_function *function;
	ir_atomic_sites *sites;
};

static bool is_dropped(const struct ir_path *path)
{
	while (path->up && path->up->expr && path->up->expr->kind == IR_CAST)
		path = path->up;
	const struct ir_path *up = path->up;
	if (up && up->expr)
		return up->expr->kind == IR_BINARY && up->expr->op == IR_OP_COMMA &&
		       up->expr->operands[0] == path->expr;
	const struct ir_stmt *stmt = up ? up->stmt : NULL;
	if (!stmt)
		return false;
	return stmt->kind == IR_EXPR || (stmt->kind == IR_FOR && stmt->step == path->expr);
}

static void add_site(
	struct gather *gather, const struct ir_atomic *atomic, const struct ir_path *path, bool dropped)
{
	struct ir_atomic_site *site = ARENA_NEW(gather->arena, struct ir_atomic_site);
	*site = (struct ir_atomic_site){.function = gather->function,
		.path = ir_path_keep(gather->arena, path),
		.atomic = *atomic,
		.is_dropped = dropped};
	vec_push(gather->arena, gather->sites, site);
}

static void gather_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct ir_atomic atomic;
	if (ir_atomic_of(expr, &atomic))
		add_site(context, &atomic, path, is_dropped(path));
}

static void gather_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct ir_atomic atomic;
	if (stmt->kind == IR_ASM && ir_atomic_asm(stmt, &atomic))
		add_site(context, &atomic, path, atomic.op.effect == IR_MEMORY_WRITE);
}

void ir_find_atomics(struct arena *arena, const struct ir_module *module, ir_atomic_sites *out)
{
	const struct ir_visitor visitor = {.expr = gather_expr, .stmt = gather_stmt};
	*out = (ir_atomic_sites){0};
	for (size_t i = 0; i < module->functions.count; i++) {
		struct gather gather = {.arena = arena, .function = module->functions.data[i], .sites = out};
		ir_walk_function(gather.function, &visitor, &gather);
	}
}

/* The name of the type that an operation is on, without qualifiers; "": it may be any. */
static const char *type_name(const struct ir_atomic *atomic)
{
	const struct ir_type *type = atomic->where ? ir_type_value(atomic->where->type) : NULL;
	while (type && (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY))
		type = ir_type_value(type->element);
	if (ir_cuda_type(type)->family == CUDA_ATOMIC_REF)
		return "";
	const char *name = type && type->name ? type->name : "";
	while (!strncmp(name, "const ", 6) || !strncmp(name, "volatile ", 9))
		name = strchr(name, ' ') + 1;
	return name;
}

bool ir_may_meet(const struct ir_atomic *a, const struct ir_atomic *b)
{
	const char *first = type_name(a), *second = type_name(b);
	if (!*first || !*second)
		return true;
	return !strcmp(first, second);
}
