/* Reads attributes of kernels, and of launches off the assignments to their fields. */
#include "analyzer/structure/launch/cluster.h"

#include <string.h>

#include "analyzer/ir/walk.h"
#include "analyzer/structure/launch/config.h"

/* cudaLaunchAttributeClusterDimension, ...PreferredClusterDimension,
 * cudaFuncAttributeNonPortableClusterSizeAllowed */
enum { REQUIRED_ID = 4, PREFERRED_ID = 11, NON_PORTABLE = 14 };

/* ---- kernels --------------------------------------------------------------------------------- */

const struct ir_attribute *ir_cluster_attribute(const struct ir_function *kernel)
{
	return ir_function_attribute(kernel, "cluster_dims");
}

bool ir_counts_clusters(const struct ir_function *kernel)
{
	return ir_function_attribute(kernel, "blocks_as_clusters") != NULL;
}

bool ir_compiled_cluster(const struct ir_function *kernel, struct ir_dim3 *dims)
{
	const struct ir_attribute *attribute = ir_cluster_attribute(kernel);
	if (!attribute || !attribute->arg_count)
		return false;
	for (size_t i = 0; i < 3; i++) {
		dims->value[i] = 1;
		dims->known[i] =
			i >= attribute->arg_count || ir_fold_int(attribute->args[i], &dims->value[i]);
	}
	return true;
}

const struct ir_expr *ir_comma_in_cluster(const struct ir_function *kernel)
{
	const struct ir_attribute *attribute = ir_cluster_attribute(kernel);
	const struct ir_expr *first =
		attribute && attribute->arg_count ? ir_strip_casts(attribute->args[0]) : NULL;
	return first && first->kind == IR_BINARY && first->op == IR_OP_COMMA ? first : NULL;
}

/* ---- launches -------------------------------------------------------------------------------- */

enum { ELEMENTS = 8 };

struct element {
	const struct ir_expr *id, *at, *size[2][3]; /* of clusterDim, preferredClusterDim */
	bool is_unclear;
};

struct reader {
	const struct ir_launch *launch;
	const struct ir_var *config, *attributes;
	const struct ir_expr *count;
	struct element elements[ELEMENTS];
	unsigned pointed; /* times that config.attrs is set */
	bool is_unknown;
};

/* The index of the attribute in `attribute[1].val`, `attribute.val`; false: it isn't known. */
static bool element_of(const struct ir_expr *expr, int64_t *index)
{
	*index = 0;
	for (expr = ir_strip_casts(expr); expr && expr->kind == IR_MEMBER;)
		expr = ir_strip_casts(expr->operands[0]);
	bool fits = expr && expr->kind == IR_INDEX && ir_fold_int(expr->operands[1], index);
	return expr && (expr->kind == IR_VAR || fits) && *index >= 0 && *index < ELEMENTS;
}

static void set_once(struct element *element, const struct ir_expr **field, const struct ir_expr *value)
{
	element->is_unclear |= *field != NULL;
	*field = value;
}

static bool is_size(const char *name, bool *preferred)
{
	*preferred = strcmp(name, "preferredClusterDim") == 0;
	return *preferred || strcmp(name, "clusterDim") == 0;
}

/* `{.member = value}`, as one of a list. */
static bool is_designated(const struct ir_expr *expr)
{
	return expr->kind == IR_ASSIGN && expr->operands[0]->kind == IR_MEMBER;
}

/* {2, 1, 1} or {.x = 2, .y = 1, .z = 1} */
static void set_size(struct element *element, bool preferred, const struct ir_expr *list)
{
	list = list ? ir_strip_casts(list) : NULL;
	if (!list || list->kind != IR_INIT_LIST || list->operand_count != 3) {
		element->is_unclear = true;
		return;
	}
	for (size_t i = 0; i < 3; i++) {
		const struct ir_expr *value = list->operands[i];
		set_once(element, &element->size[preferred][i],
			is_designated(value) ? value->operands[1] : value);
	}
}

/* {.clusterDim = {2, 1, 1}}; what else there may be is no size. */
static void set_value(struct element *element, const struct ir_expr *list)
{
	list = list ? ir_strip_casts(list) : NULL;
	bool is_list = list && list->kind == IR_INIT_LIST, preferred;
	if (!is_list || (list->operand_count && !is_designated(list->operands[0])))
		element->is_unclear = true;
	else if (list->operand_count && is_size(list->operands[0]->operands[0]->member.name, &preferred))
		set_size(element, preferred, list->operands[0]->operands[1]);
}

static void set_id(struct element *element, const struct ir_expr *id)
{
	set_once(element, &element->id, id);
	element->at = id;
}

/* An attribute as a whole: {id} or {.id = id, .val = {...}}. False: it isn't understood. */
static bool set_element(struct element *element, const struct ir_expr *list)
{
	list = list ? ir_strip_casts(list) : NULL;
	if (!list || list->kind != IR_INIT_LIST)
		return false;
	for (size_t i = 0; i < list->operand_count; i++) {
		const struct ir_expr *part = list->operands[i];
		bool named = is_designated(part);
		const char *name = named ? part->operands[0]->member.name : i == 0 ? "id" : "";
		if (strcmp(name, "id") == 0)
			set_id(element, named ? part->operands[1] : part);
		else if (strcmp(name, "val") == 0)
			set_value(element, part->operands[1]);
		else
			element->is_unclear |= ir_strip_casts(part)->operand_count > 0;
	}
	return true;
}

static void set_field(struct reader *reader, const struct ir_expr *target, const struct ir_expr *value)
{
	int64_t index;
	if (!element_of(target, &index) ||
		(target->kind != IR_MEMBER && !set_element(&reader->elements[index], value))) {
		reader->is_unknown = true;
		return;
	}
	if (target->kind != IR_MEMBER)
		return;
	struct element *element = &reader->elements[index];
	const struct ir_expr *outer = ir_strip_casts(target->operands[0]);
	bool preferred;
	if (strcmp(target->member.name, "id") == 0) {
		set_id(element, value);
		return;
	}
	if (is_size(target->member.name, &preferred)) {
		set_size(element, preferred, value);
		return;
	}
	bool is_part = strlen(target->member.name) == 1 && strchr("xyz", target->member.name[0]);
	if (!is_part || !outer || outer->kind != IR_MEMBER) {
		element->is_unclear |= strcmp(target->member.name, "val") == 0;
		return;
	}
	if (is_size(outer->member.name, &preferred))
		set_once(element, &element->size[preferred][target->member.name[0] - 'x'], value);
}

static void on_assignment(struct reader *reader, const struct ir_expr *target, const struct ir_expr *value)
{
	target = ir_strip_casts(target);
	const struct ir_var *root = ir_root_var(target);
	if (root && root == reader->config && target->kind == IR_MEMBER) {
		if (strcmp(target->member.name, "attrs") == 0) {
			reader->attributes = ir_root_var(value);
			reader->pointed++;
		} else if (strcmp(target->member.name, "numAttrs") == 0) {
			reader->is_unknown |= reader->count != NULL;
			reader->count = value;
		}
	} else if (root && root == reader->config) {
		reader->is_unknown = true;
	}
}

/* First what the configuration points to, ... */
static void look_at_config(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct reader *reader = context;
	(void)path;
	if (expr->kind == IR_ASSIGN && expr->op == IR_OP_NONE)
		on_assignment(reader, expr->operands[0], expr->operands[1]);
	if (expr->kind != IR_CALL || expr->call->is_operator || expr == reader->launch->expr)
		return;
	for (size_t i = 0; i < expr->operand_count; i++)
		if (ir_root_var(expr->operands[i]) == reader->config && !ir_reads_config(expr) &&
			expr->operands[i]->kind != IR_MEMBER)
			reader->is_unknown = true; /* a helper may fill it */
}

/* ... then the fields of that. */
static void look_at_attributes(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct reader *reader = context;
	(void)path;
	if (expr->kind == IR_ASSIGN && ir_root_var(expr->operands[0]) == reader->attributes)
		set_field(reader, ir_strip_casts(expr->operands[0]), expr->op ? NULL : expr->operands[1]);
	if (expr->kind == IR_CALL && expr->call->is_operator && !strcmp(expr->call->name, "operator=") &&
		expr->operand_count) {
		const struct ir_expr *target = expr->call->object ? expr->call->object : expr->operands[0];
		if (ir_root_var(target) == reader->attributes)
			set_field(reader, ir_strip_casts(target), expr->operands[expr->operand_count - 1]);
	}
	if (expr->kind == IR_CALL && !expr->call->is_operator)
		for (size_t i = 0; i < expr->operand_count; i++)
			reader->is_unknown |= ir_root_var(expr->operands[i]) == reader->attributes;
}

/* {.attrs = attributes, .numAttrs = 1}, {0} */
static void read_init(struct reader *reader, const struct ir_expr *init)
{
	enum { ATTRS = 4, COUNT = 5 };
	init = ir_strip_casts(init);
	if (!init || (init->kind == IR_CONSTRUCT && init->operand_count == 0))
		return;
	reader->is_unknown |= init->kind != IR_INIT_LIST;
	for (size_t i = 0; init->kind == IR_INIT_LIST && i < init->operand_count; i++) {
		const struct ir_expr *value = init->operands[i];
		if (value->kind == IR_ASSIGN && value->operands[0]->kind == IR_MEMBER) {
			const char *name = value->operands[0]->member.name;
			if (strcmp(name, "attrs") == 0) {
				reader->attributes = ir_root_var(value->operands[1]);
				reader->pointed++;
			} else if (strcmp(name, "numAttrs") == 0) {
				reader->count = value->operands[1];
			}
		} else if (i == ATTRS) {
			reader->attributes = ir_root_var(value);
			reader->pointed += reader->attributes != NULL;
		} else if (i == COUNT) {
			reader->count = value;
		}
	}
}

static bool is_empty(const struct ir_expr *init)
{
	int64_t zero;
	init = init ? ir_strip_casts(init) : NULL;
	bool empty = !init || (init->kind == IR_CONSTRUCT && init->operand_count == 0) ||
		     (init->kind == IR_INIT_LIST && init->operand_count == 0);
	return empty ||
	       (init->kind == IR_INIT_LIST && init->operand_count == 1 &&
		       ((ir_fold_int(init->operands[0], &zero) && !zero) || is_empty(init->operands[0])));
}

/* {{.id = ..., .val = {...}}, ...}, or one attribute's list. False: it isn't understood. */
static bool read_attributes(struct reader *reader)
{
	const struct ir_var *var = reader->attributes;
	if (is_empty(var->init))
		return true;
	const struct ir_expr *init = ir_strip_casts(var->init);
	if (var->type->kind == IR_TYPE_RECORD)
		return set_element(&reader->elements[0], init);
	bool fits = init->kind == IR_INIT_LIST && init->operand_count <= ELEMENTS;
	for (size_t i = 0; fits && i < init->operand_count; i++)
		fits = set_element(&reader->elements[i], init->operands[i]);
	return fits;
}

static void take(const struct element *element, bool preferred, struct ir_launch_cluster *out)
{
	out->is_given = true;
	out->at = element->at;
	for (size_t i = 0; i < 3; i++) {
		const struct ir_expr *size = element->size[preferred][i];
		out->dims.known[i] = !element->is_unclear && size && ir_fold_int(size, &out->dims.value[i]);
	}
}

static void read_elements(const struct reader *reader, struct ir_launch_clusters *out)
{
	int64_t count = ELEMENTS;
	if (reader->count && !ir_fold_int(reader->count, &count))
		out->is_known = false;
	for (int64_t i = 0; i < ELEMENTS && i < count; i++) {
		const struct element *element = &reader->elements[i];
		int64_t id = 0;
		if (!element->id)
			continue;
		if (!ir_fold_int(element->id, &id))
			out->is_known = false;
		if (id == REQUIRED_ID || id == PREFERRED_ID)
			take(element, id == PREFERRED_ID,
				id == REQUIRED_ID ? &out->required : &out->preferred);
	}
}

static bool is_own_local(const struct ir_var *var, const struct ir_launch *launch)
{
	return var && var->storage == IR_LOCAL && var->function == launch->function &&
	       (var->type->kind == IR_TYPE_RECORD || var->type->kind == IR_TYPE_ARRAY);
}

void ir_launch_clusters(const struct ir_launch *launch, struct ir_launch_clusters *out)
{
	*out = (struct ir_launch_clusters){.is_known = true};
	if (launch->form != IR_LAUNCH_EX) {
		out->is_known = launch->form != IR_LAUNCH_DRIVER;
		return;
	}
	struct reader reader = {.launch = launch, .config = ir_root_var(launch->config)};
	struct ir_visitor visitor = {.expr = look_at_config, .enter_lambdas = true};
	out->is_known = false;
	if (!launch->function || !is_own_local(reader.config, launch))
		return;
	read_init(&reader, reader.config->init);
	ir_walk_function(launch->function, &visitor, &reader);
	if (reader.is_unknown || reader.pointed > 1)
		return;
	out->is_known = true;
	if (!reader.pointed)
		return;
	out->is_known = is_own_local(reader.attributes, launch) && read_attributes(&reader);
	if (!out->is_known)
		return;
	visitor.expr = look_at_attributes;
	ir_walk_function(launch->function, &visitor, &reader);
	if (reader.is_unknown)
		out->is_known = false;
	else
		read_elements(&reader, out);
}

/* ---- large clusters -------------------------------------------------------------------------- */

struct permission {
	const struct ir_function *kernel;
	bool is_given;
};

static bool may_name(const struct ir_expr *expr, const struct ir_function *kernel)
{
	expr = ir_strip_casts(expr);
	while (expr && expr->kind == IR_UNARY)
		expr = ir_strip_casts(expr->operands[0]);
	return !expr || expr->kind != IR_FUNCTION || !expr->function.function ||
	       expr->function.function == kernel || strcmp(expr->function.function->name, kernel->name) == 0;
}

static void look_for_permission(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct permission *permission = context;
	int64_t attribute;
	(void)path;
	if (expr->kind != IR_CALL || expr->operand_count < 2)
		return;
	if (strcmp(expr->call->name, "cuFuncSetAttribute") == 0)
		permission->is_given = true; /* of a function that isn't known */
	if (strncmp(expr->call->name, "cudaFuncSetAttribute", 20) != 0)
		return;
	bool concerns = !ir_fold_int(expr->operands[1], &attribute) || attribute == NON_PORTABLE;
	permission->is_given |= concerns && may_name(expr->operands[0], permission->kernel);
}

static bool is_permission(const struct ir_setting *setting, const struct ir_function *kernel)
{
	return (!setting->attribute_known || setting->attribute == NON_PORTABLE) &&
	       (!setting->kernel || !strcmp(setting->kernel, kernel->qualified));
}

bool ir_may_allow_large_clusters(const struct ir_module *module, const struct ir_function *kernel)
{
	struct permission permission = {.kernel = kernel};
	for (size_t i = 0; i < module->setting_count; i++)
		permission.is_given |= is_permission(&module->settings[i], kernel);
	const struct ir_visitor visitor = {.expr = look_for_permission, .enter_lambdas = true};
	for (size_t i = 0; i < module->functions.count && !permission.is_given; i++)
		ir_walk_function(module->functions.data[i], &visitor, &permission);
	return permission.is_given;
}
