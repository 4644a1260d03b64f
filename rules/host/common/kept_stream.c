/* Streams in members and variables. See kept_stream.h. */
#include "rules/host/common/kept_stream.h"

#include "analyzer/cuda/runtime.h"
#include "analyzer/cuda/word.h"
#include "analyzer/structure/launch/config.h"
#include "rules/host/common/library_stream.h"

enum { MOST_STEPS = 8 };

/* ---- places ---------------------------------------------------------------------------------- */

/* What leads to a stream without being the place of it: members of C++'s containers and pointers. */
static bool is_access(const char *name)
{
	static const char *const names[] = {"operator[]", "operator*", "operator->", "at", "front", "back",
		"get", "data", "begin", "value", NULL};
	return ir_is_one_of(name, names);
}

struct search {
	const struct ir_var *var;
	const struct ir_expr *found;
};

static void look_for_range(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct search *search = context;
	(void)path;
	if (stmt->kind == IR_RANGE_FOR && stmt->var_count && stmt->vars[0] == search->var)
		search->found = stmt->expr;
}

/* What a local variable refers to: its initialiser, or the range of the loop that declares it. */
static const struct ir_expr *behind_local(const struct ir_var *var)
{
	const struct ir_visitor visitor = {.stmt = look_for_range};
	struct search search = {.var = var};
	if (var->function && var->function->body)
		ir_walk_function(var->function, &visitor, &search);
	if (!search.found && (var->type->kind == IR_TYPE_REFERENCE || !var->is_assigned))
		return var->init;
	return search.found;
}

/* What the caller hands over for a parameter. */
static const struct ir_expr *argument_of(const struct ir_var *param, const struct host_call *call)
{
	for (size_t i = 0; call && i < call->function->param_count; i++)
		if (call->function->params[i] == param && call->expr && i < call->expr->operand_count)
			return call->expr->operands[i];
	return NULL;
}

static const struct ir_expr *result_of(const struct ir_function *function)
{
	const struct ir_stmt *last = function && function->body ? ir_last_stmt(function->body) : NULL;
	return last && last->kind == IR_RETURN ? last->expr : NULL;
}

static const struct ir_expr *behind_call(const struct ir_expr *expr)
{
	const struct ir_function *function = expr->call->function;
	if (function && !function->is_system)
		return function->is_method ? result_of(function) : NULL;
	if (!is_access(expr->call->name))
		return NULL;
	return expr->call->object ? expr->call->object : expr->operand_count ? expr->operands[0] : NULL;
}

/* Where the stream lives that an expression names; call: from where the function is called, or NULL. *local
 * is the variable that the search ended at, if it is one of the function's own. */
static bool find_place(struct kept_stream *out, const struct ir_expr *expr, const struct host_call *call,
	const struct ir_var **local)
{
	*local = NULL;
	for (int step = 0; expr && step < MOST_STEPS; step++) {
		expr = ir_strip_casts(expr);
		const struct ir_var *var = expr->kind == IR_VAR ? expr->var : NULL;
		const struct ir_field *field = expr->kind == IR_MEMBER ? expr->member.field : NULL;
		const struct ir_type *owner = field ? ir_type_value(expr->operands[0]->type) : NULL;
		owner = owner && owner->kind == IR_TYPE_POINTER ? owner->element : owner;
		if (field && !(owner->kind == IR_TYPE_RECORD && owner->record->is_system)) {
			out->field = field;
			return true;
		}
		if (var && (var->storage == IR_GLOBAL || var->storage == IR_STATIC_LOCAL)) {
			out->var = var;
			return true;
		}
		if (var && var->storage == IR_PARAM) {
			expr = argument_of(var, call);
			call = call ? call->up : NULL;
		} else if (var) {
			*local = var;
			expr = behind_local(var);
		} else if (expr->kind == IR_CALL) {
			expr = behind_call(expr);
		} else {
			bool leads =
				expr->kind == IR_UNARY || expr->kind == IR_INDEX || expr->kind == IR_MEMBER;
			expr = leads && expr->operand_count ? expr->operands[0] : NULL;
		}
	}
	return false;
}

/* ---- what is made ---------------------------------------------------------------------------- */

/* Who is given the value of a variable, or of a call. */
struct receivers {
	const struct ir_var *var;
	const struct ir_expr *value; /* the call, else NULL */
	const struct ir_expr *to;    /* what is assigned, or the container */
	bool is_returned;
};

static bool is_value(const struct receivers *receivers, const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	return expr == receivers->value ||
	       (receivers->var && expr->kind == IR_VAR && expr->var == receivers->var);
}

static void look_for_receiver(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	static const char *const adding[] = {"push_back", "emplace_back", "push", "emplace", NULL};
	struct receivers *receivers = context;
	(void)path;
	if (expr->kind == IR_ASSIGN && is_value(receivers, expr->operands[1]))
		receivers->to = expr->operands[0];
	else if (expr->kind == IR_CALL && expr->call->object && expr->operand_count == 1 &&
		 ir_is_one_of(expr->call->name, adding) && is_value(receivers, expr->operands[0]))
		receivers->to = expr->call->object;
}

static void look_for_return(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct receivers *receivers = context;
	(void)path;
	receivers->is_returned |= stmt->kind == IR_RETURN && stmt->expr && is_value(receivers, stmt->expr);
}

bool kept_stream_of(struct kept_stream *out, const struct host_trace *trace, const struct host_op *made_by)
{
	const struct ir_expr *call = made_by->expr;
	const struct ir_function *function = made_by->where.function;
	const struct host_call *from = made_by->where.call;
	const struct ir_visitor visitor = {
		.expr = look_for_receiver, .stmt = look_for_return, .enter_lambdas = true};
	struct receivers receivers = {0};
	*out = (struct kept_stream){0};
	if (!call || !call->operand_count)
		return false;
	if (find_place(out, call->operands[0], from, &receivers.var))
		return true;
	for (int step = 0; (receivers.var || receivers.value) && function && step < MOST_STEPS; step++) {
		const struct ir_var *local = NULL;
		ir_walk_function(function, &visitor, &receivers);
		if (receivers.to && find_place(out, receivers.to, from, &local))
			return true;
		bool is_handed_up = receivers.is_returned && from && from->expr;
		receivers = (struct receivers){.var = local, .value = is_handed_up ? from->expr : NULL};
		if (is_handed_up) {
			receivers.var = NULL;
			from = from->up;
			function = from ? from->function : trace->root;
		} else if (!local) {
			return false;
		}
	}
	return false;
}

/* ---- uses ------------------------------------------------------------------------------------ */

struct uses {
	const struct kept_stream *kept;
	bool has_work, is_handed;
};

static bool is_kept(const struct uses *uses, const struct ir_expr *expr)
{
	struct kept_stream place = {0};
	const struct ir_var *local;
	if (!expr || !find_place(&place, expr, NULL, &local))
		return false;
	if (uses->kept->field)
		return place.field && (place.field == uses->kept->field ||
					      ir_is_same_range(place.field->range, uses->kept->field->range));
	return place.var == uses->kept->var;
}

/* A call that is handed the stream. */
static void look_at_call(struct uses *uses, const struct ir_expr *expr)
{
	const struct ir_function *function = expr->call->function;
	const struct cuda_call *call = cuda_call_of(expr->call->name, expr->operand_count);
	bool is_seen = function && !function->is_system && function->body;
	if (call && !is_seen) {
		const struct host_op op = {.kind = call->kind};
		uses->has_work |= host_is_work(&op);
	} else {
		uses->has_work |= is_seen;
		uses->is_handed |= !is_seen && !(function && function->is_system && function->is_method);
	}
}

static void look_for_use(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct uses *uses = context;
	(void)path;
	if (expr->kind == IR_ASSIGN) {
		const struct ir_expr *target = ir_strip_casts(expr->operands[0]);
		bool is_config = target->kind == IR_MEMBER && target->member.name &&
				 cuda_word_find(target->member.name)->config == CUDA_CONFIG_STREAM &&
				 ir_cuda_type(target->operands[0]->type)->family == CUDA_LAUNCH_CONFIG;
		uses->has_work |= is_config && is_kept(uses, expr->operands[1]);
	}
	for (size_t i = 0; expr->kind == IR_CALL && i < expr->operand_count; i++)
		if (library_is_stream(expr->operands[i]->type) && is_kept(uses, expr->operands[i]))
			look_at_call(uses, expr);
}

bool kept_stream_is_used(const struct pass *pass, const struct kept_stream *kept)
{
	const struct ir_module *module = pass->module;
	const struct ir_visitor visitor = {.expr = look_for_use, .enter_lambdas = true};
	struct uses uses = {.kept = kept};
	for (size_t i = 0; i < module->launches.count; i++) {
		struct ir_launch_shape shape;
		ir_launch_shape(module->launches.data[i], &shape);
		uses.has_work |= is_kept(&uses, shape.stream);
	}
	for (size_t i = 0; i < module->functions.count; i++)
		if (module->functions.data[i]->is_host && !module->functions.data[i]->is_system)
			ir_walk_function(module->functions.data[i], &visitor, &uses);
	return uses.has_work && !uses.is_handed;
}
