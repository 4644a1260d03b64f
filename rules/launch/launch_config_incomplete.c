/* CU616 launch-config-incomplete: a cudaLaunchConfig_t that doesn't say what it was meant to.
 *
 * - fields that nobody sets: of a configuration without initialiser they hold anything; a grid or block that
 *   is left out is one block or one thread (none, after `= {0}`);
 * - numAttrs over the array that attrs points to, or over its elements that have an id; or with no attrs;
 * - attributes that are set, but not counted by numAttrs in any launch;
 * - an attribute whose `id` asks for another member of `val` than the one that is set, or whose value is out
 * of its range (attribute_settings.h).
 *
 * Fields are looked at where the configuration is a local variable of the launching function and only its
 * members are used. Conditions aren't looked at: what is set anywhere counts as set. */
#include <string.h>

#include "analyzer/cuda/word.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/launch/config.h"
#include "analyzer/value/rounding.h"
#include "rules/host/common/api.h"
#include "rules/launch/common/attribute_range.h"
#include "rules/launch/common/attribute_settings.h"

/* ---- fields ---------------------------------------------------------------------------------- */

static enum cuda_config_field field_of(const char *name)
{
	return cuda_word_find(name)->config;
}

enum initial {
	INITIAL_NONE,  /* no initialiser */
	INITIAL_EMPTY, /* {} */
	INITIAL_ZERO,  /* {0} */
	INITIAL_OTHER
};

struct config {
	const struct ir_var *var;
	bool is_set[CUDA_CONFIG_FIELDS];
	bool is_lost;                /* used otherwise than by its members */
	const struct ir_expr *attrs; /* what is assigned to attrs, if that is done once */
	unsigned attrs_times;
	const struct ir_expr *count;
	unsigned count_times;
};

/* The nearest expression above that isn't a cast. */
static const struct ir_path *above(const struct ir_path *path)
{
	path = path->up;
	while (path && path->expr && path->expr->kind == IR_CAST)
		path = path->up;
	return path;
}

/* `&config` or `config` handed to what only reads it. */
static bool is_reader(const struct ir_path *path)
{
	if (path && path->expr && path->expr->kind == IR_UNARY && path->expr->op == IR_OP_ADDRESS)
		path = above(path);
	if (!path || !path->expr)
		return false;
	return path->expr->kind == IR_LAUNCH || (path->expr->kind == IR_CALL && ir_reads_config(path->expr));
}

static void note_assignment(struct config *config, const struct ir_expr *assign)
{
	const struct ir_expr *target = ir_strip_casts(assign->operands[0]);
	if (target->kind != IR_MEMBER || ir_root_var(target) != config->var ||
		ir_strip_casts(target->operands[0])->kind != IR_VAR)
		return;
	enum cuda_config_field field = field_of(target->member.name);
	if (field == CUDA_CONFIG_ATTRIBUTES) {
		config->attrs = assign->operands[1];
		config->attrs_times++;
	} else if (field == CUDA_CONFIG_COUNT) {
		config->count = assign->operands[1];
		config->count_times += assign->op == IR_OP_NONE ? 1 : 2;
	}
}

static void look_at_config(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct config *config = context;
	if (expr->kind == IR_ASSIGN)
		note_assignment(config, expr);
	if (expr->kind != IR_VAR || expr->var != config->var)
		return;
	const struct ir_path *up = above(path);
	if (up && up->expr && up->expr->kind == IR_MEMBER)
		config->is_set[field_of(up->expr->member.name)] = true;
	else if (!is_reader(up))
		config->is_lost = true;
}

static enum initial initial_of(struct config *config)
{
	const struct ir_expr *init = config->var->init ? ir_strip_casts(config->var->init) : NULL;
	if (!init)
		return INITIAL_NONE;
	if (init->kind == IR_CONSTRUCT && init->operand_count == 0) {
		bool is_written = init->range.begin != config->var->range.begin; /* = type() */
		return init->call->is_list_init || is_written ? INITIAL_EMPTY : INITIAL_NONE;
	}
	if (init->kind != IR_INIT_LIST)
		return INITIAL_OTHER;
	if (init->operand_count == 1 && ir_strip_casts(init->operands[0])->kind == IR_INT)
		return INITIAL_ZERO;
	for (size_t i = 0; i < init->operand_count && CUDA_CONFIG_GRID + i < CUDA_CONFIG_FIELDS; i++) {
		const struct ir_expr *part = init->operands[i];
		bool is_designated = part->kind == IR_ASSIGN && part->operands[0]->kind == IR_MEMBER;
		if (part->kind == IR_UNKNOWN_EXPR)
			return INITIAL_OTHER;
		enum cuda_config_field field = is_designated ? field_of(part->operands[0]->member.name)
							     : (enum cuda_config_field)(CUDA_CONFIG_GRID + i);
		config->is_set[field] = true;
		if (field == CUDA_CONFIG_ATTRIBUTES) {
			config->attrs = is_designated ? part->operands[1] : part;
			config->attrs_times++;
		} else if (field == CUDA_CONFIG_COUNT) {
			config->count = is_designated ? part->operands[1] : part;
			config->count_times++;
		}
	}
	return INITIAL_EMPTY;
}

/* "`stream`, `attrs` and `numAttrs`" */
static const char *list_unset(struct pass *pass, const struct config *config)
{
	size_t left = 0;
	const char *text = "";
	for (size_t i = CUDA_CONFIG_SHARED; i < CUDA_CONFIG_FIELDS; i++)
		left += !config->is_set[i];
	for (size_t i = CUDA_CONFIG_SHARED, seen = 0; i < CUDA_CONFIG_FIELDS; i++) {
		if (config->is_set[i])
			continue;
		const char *joint = seen == 0 ? "" : seen + 1 == left ? " and " : ", ";
		text = arena_printf(pass->arena, "%s%s`%s`", text, joint,
			cuda_config_field_name((enum cuda_config_field)i));
		seen++;
	}
	return text;
}

static void check_garbage(struct pass *pass, const struct config *config, const struct ir_launch *launch)
{
	const char *unset = list_unset(pass, config);
	if (!*unset)
		return;
	struct finding *finding = pass_report(pass, config->var->range,
		"%s of `%s` are never set and hold whatever was in memory: initialise it with `= {}`", unset,
		config->var->name);
	if (!strchr(unset, ' '))
		finding->message = arena_printf(pass->arena,
			"%s of `%s` is never set and holds whatever was in memory: initialise it with `= {}`",
			unset, config->var->name);
	pass_related(pass, finding, launch->range, "launched with it");
}

static void check_extents(
	struct pass *pass, const struct config *config, enum initial initial, const struct ir_launch *launch)
{
	struct finding *finding = NULL;
	if (!config->is_set[CUDA_CONFIG_GRID] && initial == INITIAL_ZERO)
		finding = pass_report(pass, launch->config->range,
			"`gridDim` of `%s` is never set, and `{0}` makes it 0 blocks: the launch fails",
			config->var->name);
	else if (!config->is_set[CUDA_CONFIG_GRID])
		finding = pass_report(pass, launch->config->range,
			"`gridDim` of `%s` is never set: the launch is a single block", config->var->name);
	else if (!config->is_set[CUDA_CONFIG_BLOCK])
		finding = pass_report(pass, launch->config->range,
			"`blockDim` of `%s` is never set: the blocks are single threads", config->var->name);
	if (!finding)
		return;
	if (config->is_set[CUDA_CONFIG_GRID] || initial != INITIAL_ZERO)
		finding->confidence = CONFIDENCE_LIKELY; /* it could be meant */
	pass_related(pass, finding, config->var->range, "declared here");
}

/* ---- ids of elements ------------------------------------------------------------------------- */

enum { MOST_ELEMENTS = 32 };

struct elements {
	const struct ir_var *var;
	bool has_id[MOST_ELEMENTS];
	bool is_lost;
};

static bool is_attrs_target(const struct ir_path *path)
{
	if (!path || !path->expr || path->expr->kind != IR_ASSIGN)
		return false;
	const struct ir_expr *target = ir_strip_casts(path->expr->operands[0]);
	return target->kind == IR_MEMBER && field_of(target->member.name) == CUDA_CONFIG_ATTRIBUTES;
}

static void look_at_elements(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct elements *elements = context;
	int64_t index = 0;
	if (expr->kind != IR_VAR || expr->var != elements->var)
		return;
	const struct ir_path *up = above(path);
	if (is_attrs_target(up))
		return;
	if (!up || !up->expr || up->expr->kind != IR_INDEX || !ir_fold_int(up->expr->operands[1], &index) ||
		index < 0 || index >= MOST_ELEMENTS) {
		elements->is_lost = true;
		return;
	}
	up = above(up);
	if (!up || !up->expr || up->expr->kind != IR_MEMBER)
		elements->is_lost = true;
	else if (cuda_word_find(up->expr->member.name)->attribute == CUDA_ATTRIBUTE_ID)
		elements->has_id[index] = true;
}

/* Elements that are counted, of an array without initialiser, whose id nobody sets. */
static void check_ids(struct pass *pass, const struct config *config, const struct ir_launch *launch)
{
	int64_t count;
	const struct ir_expr *array = config->attrs ? ir_strip_casts(config->attrs) : NULL;
	if (config->attrs_times != 1 || config->count_times != 1 || !array || array->kind != IR_VAR ||
		!ir_fold_int(config->count, &count) || array->var->type->kind != IR_TYPE_ARRAY ||
		array->var->storage != IR_LOCAL || count > array->var->type->count || count > MOST_ELEMENTS)
		return;
	const struct ir_expr *init = array->var->init ? ir_strip_casts(array->var->init) : NULL;
	if (init && (init->kind != IR_CONSTRUCT || init->operand_count || init->call->is_list_init))
		return;
	struct elements elements = {.var = array->var};
	ir_walk_function(launch->function,
		&(struct ir_visitor){.expr = look_at_elements, .enter_lambdas = true}, &elements);
	for (int64_t i = 0; i < count && !elements.is_lost; i++) {
		if (elements.has_id[i])
			continue;
		struct finding *finding = pass_report(pass, config->count->range,
			"numAttrs is %lld, but the id of `%s[%lld]` is never set", (long long)count,
			array->var->name, (long long)i);
		pass_related(pass, finding, array->var->range, "declared here, without initialiser");
		return;
	}
}

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	const struct ir_var *var = launch->config ? ir_root_var(launch->config) : NULL;
	int64_t count;
	if (launch->form != IR_LAUNCH_EX || !launch->function || !var || var->storage != IR_LOCAL ||
		var->function != launch->function || var->type->kind != IR_TYPE_RECORD ||
		ir_cuda_type(var->type)->family != CUDA_LAUNCH_CONFIG ||
		!api_is_runtime(var->type->record->name) || ir_is_dead(pass->path))
		return;
	struct config config = {.var = var};
	enum initial initial = initial_of(&config);
	ir_walk_function(launch->function,
		&(struct ir_visitor){.expr = look_at_config, .enter_lambdas = true}, &config);
	if (config.is_lost || initial == INITIAL_OTHER)
		return;
	if (initial == INITIAL_NONE)
		check_garbage(pass, &config, launch);
	check_extents(pass, &config, initial, launch);
	if (initial != INITIAL_NONE && config.is_set[CUDA_CONFIG_ATTRIBUTES] &&
		!config.is_set[CUDA_CONFIG_COUNT])
		pass_report(pass, launch->range,
			"`attrs` of `%s` is set, but `numAttrs` stays 0: the attributes are ignored",
			var->name);
	if (initial != INITIAL_NONE && !config.is_set[CUDA_CONFIG_ATTRIBUTES] && config.count_times == 1 &&
		ir_fold_int(config.count, &count) && count > 0)
		pass_report(pass, config.count->range, "`numAttrs` of `%s` is %lld, but `attrs` is never set",
			var->name, (long long)count);
	check_ids(pass, &config, launch);
}

/* ---- how many -------------------------------------------------------------------------------- */

/* The largest count of an array in any launch; -1: not known. */
static int64_t largest_count(const struct host_trace *trace, const struct host_object *array)
{
	int64_t most = 0, count;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_launch *launch = trace->ops.data[i]->launch;
		if (!launch || launch->array != array)
			continue;
		if (!launch->stated_count || !host_sum_is_number(launch->stated_count, &count))
			return -1;
		most = count > most ? count : most;
	}
	return most;
}

/* Whether the configuration is a variable, which on_launch looks at. */
static bool is_variable(const struct host_launch *launch)
{
	const struct ir_expr *config = launch->launch ? launch->launch->config : NULL;
	const struct ir_var *var = config ? ir_root_var(config) : NULL;
	return var && ir_cuda_type(var->type)->family == CUDA_LAUNCH_CONFIG;
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	int64_t count;
	(void)order;
	attribute_range_host(pass, trace);
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		const struct host_launch *launch = op->launch;
		if (!launch || !launch->array || launch->array->kind != HOST_VARIABLE ||
			launch->array->forgotten || launch->room < 0 || !launch->stated_count ||
			!host_sum_is_number(launch->stated_count, &count))
			continue;
		if (count <= 0 && launch->set_count && !is_variable(launch) &&
			largest_count(trace, launch->array) == 0)
			pass_report_op(pass, op,
				"`attrs` is set, but `numAttrs` stays 0: the attributes are ignored");
		if (count <= 0)
			continue;
		if (count > launch->room)
			pass_report_op(pass, op, "numAttrs is %lld, but attrs points to %lld of them in %s",
				(long long)count, (long long)launch->room,
				host_object_name(trace, launch->array));
		else if ((int64_t)launch->set_count > count && largest_count(trace, launch->array) == count)
			pass_report_op(pass, op,
				"numAttrs is %lld, but %zu attributes of %s are set: the rest is ignored",
				(long long)count, launch->set_count, host_object_name(trace, launch->array))
				->confidence = CONFIDENCE_LIKELY;
	}
}

const struct rule rule_launch_config_incomplete = {
	.code = "CU616",
	.name = "launch-config-incomplete",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Launch configuration with fields or attributes that aren't set, or don't fit",
	.hooks = {.expr = attribute_settings_expr,
		.call = attribute_range_call,
		.launch = on_launch,
		.function_end = attribute_settings_function,
		.host = on_host},
};
