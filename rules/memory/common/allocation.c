/* How an allocation is told. */
#include "rules/memory/common/allocation.h"

#include <inttypes.h>
#include <string.h>

void allocation_related(struct pass *pass, struct finding *finding, const struct host_object *object)
{
	if (object->made)
		pass_related(pass, finding, object->made->range, "allocated here");
	else if (object->kind == HOST_VARIABLE || object->kind == HOST_DEVICE)
		if (object->var)
			pass_related(pass, finding, object->var->range, "declared here");
}

static const char *atom_name(struct pass *pass, const struct host_atom *atom)
{
	const struct ir_expr *expr = atom->expr ? ir_strip_casts(atom->expr) : NULL;
	if (expr && expr->kind == IR_VAR)
		return expr->var->name;
	const char *text = expr ? pass_short_text(pass, expr) : NULL;
	bool is_plain = text && !text[strcspn(text, " +-*/%<>?:&|^=,")];
	return is_plain ? text : text ? arena_printf(pass->arena, "(%s)", text) : NULL;
}

const char *allocation_bytes(struct pass *pass, const struct host_sum *sum)
{
	if (!sum || sum->term_count > 3)
		return NULL;
	const char *text = "";
	for (size_t i = 0; i < sum->term_count; i++) {
		int64_t factor = sum->terms[i].factor;
		const char *name = atom_name(pass, sum->terms[i].atom);
		if (!name || factor == INT64_MIN)
			return NULL;
		int64_t size = factor < 0 ? -factor : factor;
		const char *sign = factor < 0 ? (i ? " - " : "-") : i ? " + " : "";
		text = size == 1 ? arena_printf(pass->arena, "%s%s%s", text, sign, name)
				 : arena_printf(pass->arena, "%s%s%" PRId64 " * %s", text, sign, size, name);
	}
	if (!sum->term_count)
		return arena_printf(pass->arena, "%" PRId64, sum->constant);
	if (sum->constant)
		return arena_printf(pass->arena, "%s %c %" PRIu64, text, sum->constant < 0 ? '-' : '+',
			sum->constant < 0 ? 0 - (uint64_t)sum->constant : (uint64_t)sum->constant);
	return text;
}

static bool is_understood(const struct ir_expr *expr)
{
	if (expr->kind == IR_UNKNOWN_EXPR)
		return false;
	for (size_t i = 0; i < expr->operand_count; i++)
		if (expr->operands[i] && !is_understood(expr->operands[i]))
			return false;
	bool is_method = expr->kind == IR_CALL && expr->call->object;
	return !is_method || is_understood(expr->call->object);
}

enum confidence allocation_confidence(const struct host_where *at, const struct host_where *other)
{
	if (host_is_implied(other, at))
		return CONFIDENCE_PROVEN;
	for (const struct host_path *path = at->path; path; path = path->up)
		if (path->expr && !is_understood(path->expr))
			return CONFIDENCE_POSSIBLE;
	return CONFIDENCE_LIKELY;
}

struct told {
	VEC(struct ir_range) ranges;
};

bool allocation_is_told(struct pass *pass, struct ir_range at)
{
	if (!pass->state)
		pass->state = ARENA_NEW(pass->arena, struct told);
	struct told *told = pass->state;
	for (size_t i = 0; i < told->ranges.count; i++)
		if (!memcmp(&told->ranges.data[i], &at, sizeof at))
			return true;
	vec_push(pass->arena, &told->ranges, at);
	return false;
}
