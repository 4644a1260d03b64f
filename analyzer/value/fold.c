/* Constant folding of expressions: the evaluator itself. Arithmetic is in fold_arith.c, calls in fold_call.c,
 * extents of launches in fold_dim3.c. */
#include "analyzer/value/fold_eval.h"

#include <string.h>

enum { DEPTH_LIMIT = 200, STEP_LIMIT = 5000 };

static bool is_const_type(const struct ir_type *type)
{
	while (type && type->kind == IR_TYPE_ARRAY && !type->is_const)
		type = type->element;
	return type && type->is_const;
}

static bool is_volatile_type(const struct ir_type *type)
{
	while (type && type->kind == IR_TYPE_ARRAY && !type->is_volatile)
		type = type->element;
	return type && type->is_volatile;
}

bool fold_is_fixed(const struct ir_var *var)
{
	if (var->is_constexpr)
		return true;
	if (is_volatile_type(ir_type_value(var->type)))
		return false;
	switch (var->storage) {
	case IR_LOCAL:
	case IR_STATIC_LOCAL:
		return is_const_type(var->type) || (!var->is_assigned && !var->is_address_taken);
	case IR_GLOBAL:
	case IR_DEVICE: return is_const_type(var->type) && !var->is_assigned;
	default: return false; /* __constant__ memory is there to be set from the host */
	}
}

bool fold_each_argument(struct fold *fold, const struct ir_var *param,
	bool (*each)(struct fold *fold, const struct ir_expr *argument, void *context), void *context)
{
	const struct ir_function *function = param->function;
	if (!fold->query || !function || param->is_assigned || param->is_address_taken ||
		function->is_virtual)
		return false;
	size_t index = 0;
	while (index < function->param_count && function->params[index] != param)
		index++;
	struct ir_call_sites callers = ir_callers(fold->query, function);
	const struct fold_frame *frame = fold->frame;
	bool known = callers.count > 0 && index < function->param_count;
	fold->frame = NULL;
	for (size_t i = 0; i < callers.count && known; i++) {
		const struct ir_expr *call = callers.data[i]->expr;
		known = call->kind != IR_LAMBDA && index < call->operand_count &&
			each(fold, call->operands[index], context);
	}
	fold->frame = frame;
	return known;
}

struct agreed {
	bool any;
	struct fold_value value;
};

static bool agree(struct fold *fold, const struct ir_expr *argument, void *context)
{
	struct agreed *agreed = context;
	struct fold_value value;
	if (!fold_expr(fold, argument, &value) || value.is_real)
		return false;
	bool same = !agreed->any || agreed->value.integer == value.integer;
	agreed->any = true;
	agreed->value = value;
	return same;
}

static bool fold_param(struct fold *fold, const struct ir_var *var, struct fold_value *out)
{
	struct agreed agreed = {0};
	if (!fold_each_argument(fold, var, agree, &agreed))
		return false;
	*out = agreed.value;
	return true;
}

static bool fold_var(struct fold *fold, const struct ir_var *var, struct fold_value *out)
{
	if (var->builtin == CUDA_WARP_SIZE) {
		*out = (struct fold_value){.is_known = true, .integer = 32};
		return true;
	}
	if (var->storage == IR_PARAM) {
		const struct ir_function *function = fold->frame ? fold->frame->function : NULL;
		for (size_t i = 0; function && i < function->param_count; i++) {
			if (function->params[i] != var)
				continue;
			*out = fold->frame->args[i];
			return out->is_known && !var->is_assigned && !var->is_address_taken;
		}
		return fold_param(fold, var, out);
	}
	if (!var->init || !fold_is_fixed(var))
		return false;
	/* A local of the function being entered may use its parameters; any other variable may not. */
	const struct fold_frame *frame = fold->frame;
	if (!frame || var->function != frame->function)
		fold->frame = NULL;
	bool known = fold_expr(fold, var->init, out) && fold_convert(var->type, var->init->type, out);
	fold->frame = frame;
	return known;
}

/* Logical operators and the comma, which don't need both operands. */
static bool fold_lazy(struct fold *fold, const struct ir_expr *expr, struct fold_value *out)
{
	if (expr->op == IR_OP_COMMA)
		return fold_expr(fold, expr->operands[1], out);
	bool decides = expr->op == IR_OP_LOGICAL_OR; /* the value of one operand that settles the result */
	bool all_known = true;
	for (size_t i = 0; i < 2; i++) {
		struct fold_value value;
		if (!fold_expr(fold, expr->operands[i], &value)) {
			all_known = false;
			continue;
		}
		bool truth = value.is_real ? value.real != 0 : value.integer != 0;
		if (truth == decides) {
			*out = (struct fold_value){.is_known = true, .integer = decides};
			return true;
		}
	}
	*out = (struct fold_value){.is_known = true, .integer = !decides};
	return all_known;
}

static bool fold_operator(struct fold *fold, const struct ir_expr *expr, struct fold_value *out)
{
	struct fold_value a, b;
	if (expr->kind == IR_UNARY)
		return expr->operand_count == 1 && fold_expr(fold, expr->operands[0], &a) &&
		       fold_unary(expr->op, expr->operands[0]->type, &a, out);
	if (expr->operand_count != 2)
		return false;
	if (expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR || expr->op == IR_OP_COMMA)
		return fold_lazy(fold, expr, out);
	return fold_expr(fold, expr->operands[0], &a) && fold_expr(fold, expr->operands[1], &b) &&
	       fold_binary(expr->op, expr->operands[0]->type, expr->operands[1]->type, &a, &b, out);
}

static bool fold_conditional(struct fold *fold, const struct ir_expr *expr, struct fold_value *out)
{
	int64_t condition;
	struct fold_value yes, no;
	if (expr->operand_count != 3)
		return false;
	if (fold_integer(fold, expr->operands[0], &condition))
		return fold_expr(fold, expr->operands[condition ? 1 : 2], out);
	if (!fold_expr(fold, expr->operands[1], &yes) || !fold_expr(fold, expr->operands[2], &no))
		return false;
	*out = yes;
	return yes.is_real == no.is_real && yes.integer == no.integer && !(yes.real < no.real) &&
	       !(yes.real > no.real);
}

/* What a constant array or record is made of; NULL: it isn't known. */
static const struct ir_expr *maker(const struct ir_expr *base)
{
	base = ir_strip_casts(base);
	if (!base || base->kind != IR_VAR || !base->var->init || !fold_is_fixed(base->var))
		return NULL;
	return ir_strip(base->var->init);
}

/* One element of a constant array, or one field of a constant record that is written with braces: the
 * initialiser's operand. *given: there is one. */
static bool fold_element(struct fold *fold, const struct ir_expr *list, int64_t index, int64_t count,
	struct fold_value *out, bool *given)
{
	*given = false;
	if (list->kind != IR_INIT_LIST || index < 0 || index >= count)
		return false;
	for (size_t i = 0; i < list->operand_count; i++)
		if (list->operands[i]->kind == IR_ASSIGN)
			return false;
	*given = (size_t)index < list->operand_count;
	if (*given)
		return fold_expr(fold, list->operands[index], out);
	*out = (struct fold_value){.is_known = true};
	return true;
}

/* A field of a constant record: what braces give it, what its declaration does, or zero. */
static bool fold_field(
	struct fold *fold, const struct ir_expr *base, const struct ir_field *field, struct fold_value *out)
{
	const struct ir_record *record = ir_type_value(base->type)->record;
	const struct ir_expr *list = maker(base);
	bool given = false, known = false;
	if (!list || record->is_union || record->base_count)
		return false;
	/* `T x;` and `T()`, where no constructor is written */
	bool is_default = list->kind == IR_CONSTRUCT && !list->operand_count &&
			  !(list->call->function && list->call->function->body);
	for (size_t i = 0; i < record->field_count; i++)
		if (&record->fields[i] == field)
			known = fold_element(
				fold, list, (int64_t)i, (int64_t)record->field_count, out, &given);
	if (given || !field->init || !(known || is_default))
		return known;
	const struct ir_expr *self = fold->self;
	fold->self = base;
	known = fold_expr(fold, field->init, out) && fold_convert(field->type, field->init->type, out);
	fold->self = self;
	return known;
}

static bool fold_index(struct fold *fold, const struct ir_expr *expr, struct fold_value *out)
{
	int64_t index;
	if (expr->operand_count != 2 || !fold_integer(fold, expr->operands[1], &index))
		return false;
	const struct ir_expr *base = ir_strip_casts(expr->operands[0]);
	if (!base || base->type->kind != IR_TYPE_ARRAY)
		return false;
	const struct ir_expr *list = maker(base);
	bool given;
	return list && fold_element(fold, list, index, base->type->count, out, &given);
}

static bool fold_member(struct fold *fold, const struct ir_expr *expr, struct fold_value *out)
{
	if (expr->operand_count != 1)
		return false;
	const struct ir_expr *base = expr->operands[0];
	if (base->kind == IR_THIS && fold->self)
		base = fold->self;
	else if (expr->is_arrow)
		return false;
	const struct ir_type *type = ir_type_value(base->type);
	if (type->kind != IR_TYPE_RECORD || !type->record)
		return false;
	const char *name = expr->member.name;
	if (fold_is_dim3(type) && name && name[0] >= 'x' && name[0] <= 'z' && !name[1]) {
		struct ir_dim3 dims;
		int axis = name[0] - 'x';
		*out = (struct fold_value){.is_known = true};
		if (!fold_dim3(fold, base, &dims))
			return false;
		out->integer = dims.value[axis];
		return dims.known[axis];
	}
	return expr->member.field && fold_field(fold, base, expr->member.field, out);
}

/* T(x), T{x} and T() of a type without constructors. */
static bool fold_single(struct fold *fold, const struct ir_expr *expr, struct fold_value *out)
{
	*out = (struct fold_value){.is_known = true};
	if (expr->operand_count == 0)
		return ir_type_value(expr->type)->kind != IR_TYPE_RECORD;
	return expr->operand_count == 1 && fold_expr(fold, expr->operands[0], out) &&
	       fold_convert(expr->type, expr->operands[0]->type, out);
}

static bool fold_kind(struct fold *fold, const struct ir_expr *expr, struct fold_value *out)
{
	*out = (struct fold_value){.is_known = true};
	if (fold->environment && fold->environment->value(fold->environment->context, expr, &out->integer))
		return true;
	switch (expr->kind) {
	case IR_INT: out->integer = expr->integer; return true;
	case IR_NULL: return true;
	case IR_SIZEOF: out->integer = expr->integer; return expr->is_known;
	case IR_REAL:
		out->is_real = true;
		out->real = expr->real;
		return true;
	case IR_VAR: return fold_var(fold, expr->var, out);
	case IR_UNARY:
	case IR_BINARY: return fold_operator(fold, expr, out);
	case IR_CONDITIONAL: return fold_conditional(fold, expr, out);
	case IR_INDEX: return fold_index(fold, expr, out);
	case IR_MEMBER: return fold_member(fold, expr, out);
	case IR_CAST:
	case IR_CONSTRUCT:
	case IR_INIT_LIST: return fold_single(fold, expr, out);
	case IR_CALL: return fold_call(fold, expr, out);
	default: return false;
	}
}

bool fold_expr(struct fold *fold, const struct ir_expr *expr, struct fold_value *out)
{
	if (!expr || fold->depth >= DEPTH_LIMIT || fold->steps >= STEP_LIMIT)
		return false;
	fold->depth++;
	fold->steps++;
	bool known = fold_kind(fold, expr, out) && fold_convert(expr->type, expr->type, out);
	fold->depth--;
	return known;
}

bool fold_integer(struct fold *fold, const struct ir_expr *expr, int64_t *out)
{
	struct fold_value value;
	if (!fold_expr(fold, expr, &value) || value.is_real)
		return false;
	*out = value.integer;
	return true;
}

bool ir_fold_int(const struct ir_expr *expr, int64_t *value)
{
	struct fold fold = {0};
	return fold_integer(&fold, expr, value);
}

bool ir_fold_int_in(const struct ir_environment *environment, const struct ir_expr *expr, int64_t *value)
{
	struct fold fold = {.environment = environment};
	return fold_integer(&fold, expr, value);
}

bool ir_fold_int_called(const struct ir_query *query, const struct ir_expr *expr, int64_t *value)
{
	struct fold fold = {.query = query};
	return fold_integer(&fold, expr, value);
}

bool ir_fold_int_launched(const struct ir_launch *launch, const struct ir_expr *expr, int64_t *value)
{
	enum { MOST_ARGS = 64 };
	struct fold_value args[MOST_ARGS] = {0};
	struct fold fold = {0};
	const struct ir_function *kernel = launch->kernel;
	struct fold_frame frame = {.function = kernel, .args = args};
	if (!kernel || kernel->param_count > MOST_ARGS || launch->form != IR_LAUNCH_CHEVRON)
		return ir_fold_int(expr, value);
	for (size_t i = 0; i < launch->arg_count && i < kernel->param_count; i++) {
		const struct ir_expr *arg = launch->args[i];
		args[i].is_known = arg && fold_expr(&fold, arg, &args[i]) &&
				   fold_convert(kernel->params[i]->type, arg->type, &args[i]);
	}
	fold.frame = &frame;
	return fold_integer(&fold, expr, value);
}

bool ir_fold_real(const struct ir_expr *expr, double *value)
{
	struct fold fold = {0};
	struct fold_value result;
	if (!fold_expr(&fold, expr, &result) || !result.is_real)
		return false;
	*value = result.real;
	return true;
}
