/* How attributes of launches are set. See attribute_settings.h. */
#include "rules/launch/common/attribute_settings.h"

#include <string.h>

#include "analyzer/cuda/attribute.h"
#include "analyzer/cuda/word.h"
#include "analyzer/value/rounding.h"
#include "rules/launch/common/attribute_range.h"

/* ---- id and member --------------------------------------------------------------------------- */

static bool is_attribute(const struct ir_type *type)
{
	return ir_cuda_type(type)->family == CUDA_LAUNCH_ATTRIBUTE;
}

/* A member that is set is fine with an id that takes it; unknown ids and members are. */
static void check_member(struct pass *pass, const struct ir_expr *id, const char *member, struct ir_range at)
{
	int64_t number;
	if (!member || !ir_fold_int(id, &number))
		return;
	const struct cuda_attribute *set = cuda_attribute_of_member(member);
	const struct cuda_attribute *asked = cuda_attribute_of_id(number);
	if (!set || !asked || set == asked)
		return;
	struct finding *finding = pass_report(pass, at,
		"`val.%s` is set, but the id is cudaLaunchAttribute%s, which takes `val.%s`", member,
		asked->name, asked->member);
	pass_related(pass, finding, id->range, "the id");
}

/* One assignment to an attribute: of its id, or of a member of its value. */
struct setting {
	const struct ir_expr *base; /* the attribute; NULL: a variable changes, `var` */
	const struct ir_var *var;
	const struct ir_expr *id; /* or */
	const char *member;
	struct ir_range range;
	const struct ir_stmt *block;
};

struct settings {
	struct arena *arena;
	VEC(struct setting) list;
};

static const struct ir_stmt *block_of(const struct ir_path *path)
{
	for (; path; path = path->up)
		if (path->stmt && (path->stmt->kind == IR_BLOCK || path->stmt->kind == IR_CASE ||
					  path->stmt->kind == IR_IF))
			return path->stmt;
	return NULL;
}

static void add_setting(struct settings *settings, const struct ir_expr *target, const struct ir_expr *value,
	const struct ir_path *path)
{
	struct setting setting = {.range = target->range, .block = block_of(path)};
	const char *below = NULL; /* the member under the one at hand */
	for (const struct ir_expr *at = ir_strip_casts(target); at->kind == IR_MEMBER;
		at = ir_strip_casts(at->operands[0])) {
		const char *name = at->member.name;
		if (is_attribute(at->operands[0]->type)) {
			setting.base = ir_strip_casts(at->operands[0]);
			enum cuda_attribute_field field = cuda_word_find(name)->attribute;
			setting.id = field == CUDA_ATTRIBUTE_ID ? value : NULL;
			setting.member = setting.id ? NULL : below;
			if (field)
				vec_push(settings->arena, &settings->list, setting);
			return;
		}
		below = name;
	}
	if (target->kind == IR_VAR) {
		setting.var = target->var;
		vec_push(settings->arena, &settings->list, setting);
	}
}

static void look_for_settings(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct settings *settings = context;
	bool is_step = expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC && expr->op <= IR_OP_POST_DEC;
	if (expr->kind == IR_ASSIGN)
		add_setting(settings, ir_strip_casts(expr->operands[0]), expr->operands[1], path);
	else if (is_step)
		add_setting(settings, ir_strip_casts(expr->operands[0]), expr, path);
	else if (expr->kind == IR_CALL && !strcmp(expr->call->name, "operator=") && expr->operand_count) {
		const struct ir_expr *target = expr->call->object ? expr->call->object : expr->operands[0];
		add_setting(settings, ir_strip_casts(target), expr->operands[expr->operand_count - 1], path);
	}
}

static void look_for_use(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	const struct ir_var **var = context;
	(void)path;
	if (expr->kind == IR_VAR && expr->var == *var)
		*var = NULL;
}

static bool uses(const struct ir_expr *expr, const struct ir_var *var)
{
	ir_walk_expr(expr, &(struct ir_visitor){.expr = look_for_use}, &var, NULL);
	return !var;
}

/* The id that goes with the setting of a member: the last one before it, if it is in the same block; else
 * the next one there. */
static const struct setting *id_for(const struct settings *settings, size_t index)
{
	const struct setting *member = &settings->list.data[index];
	for (int step = -1; step <= 1; step += 2)
		for (size_t i = index + (size_t)step; i < settings->list.count; i += (size_t)step) {
			const struct setting *at = &settings->list.data[i];
			if (!at->base && uses(member->base, at->var))
				break;
			if (at->base && at->id && ir_same_expr(at->base, member->base))
				return at->block == member->block ? at : NULL;
		}
	return NULL;
}

/* {id, {}, {.member = value}}, also with designators. */
void attribute_settings_expr(struct pass *pass, const struct ir_expr *expr)
{
	const struct ir_expr *id = NULL, *value = NULL;
	if (expr->kind == IR_ASSIGN && expr->op == IR_OP_NONE)
		attribute_range_assign(pass, expr->operands[0], expr->operands[1]);
	if (expr->kind != IR_INIT_LIST || !is_attribute(expr->type))
		return;
	for (size_t i = 0; i < expr->operand_count; i++) {
		const struct ir_expr *part = expr->operands[i];
		bool is_designated = part->kind == IR_ASSIGN && part->operands[0]->kind == IR_MEMBER;
		enum cuda_attribute_field field =
			is_designated ? cuda_word_find(part->operands[0]->member.name)->attribute
			: i           ? CUDA_ATTRIBUTE_VALUE
				      : CUDA_ATTRIBUTE_ID;
		part = is_designated ? part->operands[1] : part;
		if (field == CUDA_ATTRIBUTE_ID)
			id = part;
		else if (field == CUDA_ATTRIBUTE_VALUE && part->kind == IR_INIT_LIST &&
			 part->operand_count == 1)
			value = part->operands[0];
	}
	if (id && value && value->kind == IR_ASSIGN && value->operands[0]->kind == IR_MEMBER)
		check_member(pass, id, value->operands[0]->member.name, value->range);
}

void attribute_settings_function(struct pass *pass, const struct ir_function *function)
{
	struct settings settings = {.arena = pass->arena};
	if (!function->is_host)
		return;
	ir_walk_function(function, &(struct ir_visitor){.expr = look_for_settings}, &settings);
	for (size_t i = 0; i < settings.list.count; i++) {
		const struct setting *setting = &settings.list.data[i];
		const struct setting *id = setting->base && setting->member ? id_for(&settings, i) : NULL;
		if (id)
			check_member(pass, id->id, setting->member, setting->range);
	}
}
