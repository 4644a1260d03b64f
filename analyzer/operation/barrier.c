/* The row of a function says what each argument is. Arguments that only choose an overload (sem_release,
 * space_shared, ...) aren't counted. */
#include "analyzer/operation/barrier.h"

#include "analyzer/value/fold.h"

enum { MAX_DEPTH = 16, MAX_ARGUMENTS = 8 };

bool ir_is_barrier_type(const struct ir_type *type)
{
	return ir_type_value(type)->kind == IR_TYPE_RECORD && ir_cuda_type(type)->family == CUDA_BARRIER;
}

/* ---- calls ----------------------------------------------------------------------------------- */

struct arguments {
	const struct ir_expr *data[MAX_ARGUMENTS];
	size_t count;
	bool names_cluster, names_shared; /* space_cluster, space_shared are among the tags */
	bool goes_out;                    /* the first space is that of global memory */
};

static struct arguments arguments_of(const struct ir_expr *call)
{
	struct arguments out = {0};
	bool has_space = false;
	for (size_t i = 0; i < call->operand_count; i++) {
		const struct ir_expr *argument = call->operands[i];
		if (ir_cuda_type(argument->type)->family == CUDA_TAG) {
			/* spelled with the enumerator that it stands for */
			const char *type = ir_type_value(argument->type)->name;
			out.names_cluster |= strstr(type, "dot_space::cluster") != NULL;
			out.names_shared |= strstr(type, "dot_space::shared") != NULL;
			out.goes_out |= !has_space && strstr(type, "dot_space::global") != NULL;
			has_space |= strstr(type, "dot_space") != NULL;
		} else if (out.count < MAX_ARGUMENTS) {
			out.data[out.count++] = argument;
		}
	}
	return out;
}

/* A size with a known alignment is a number in a class. */
const struct ir_expr *ir_plain_size(const struct ir_expr *expr)
{
	const struct ir_expr *made = ir_strip_casts(expr);
	while (made->operand_count && ir_cuda_type(made->type)->family == CUDA_ALIGNED_SIZE &&
		(made->kind == IR_CONSTRUCT || made->kind == IR_UNKNOWN_EXPR))
		expr = made = ir_strip_casts(made->operands[made->operand_count - 1]);
	return expr;
}

int64_t ir_promised_alignment(const struct ir_type *type)
{
	const struct ir_record *record = ir_type_value(type)->record;
	bool promises = record && record->cuda && record->cuda->family == CUDA_ALIGNED_SIZE &&
			record->arg_count && record->args[0].is_value;
	return promises ? record->args[0].value : 0;
}

static void set_number(struct ir_barrier_number *number, const struct ir_expr *expr)
{
	expr = ir_plain_size(expr);
	number->expr = expr;
	number->is_given = true;
	if (ir_fold_int(expr, &number->number))
		number->expr = NULL;
}

static const struct ir_type *pointee(const struct ir_expr *expr)
{
	const struct ir_type *type = ir_type_value(expr->type);
	return type->kind == IR_TYPE_POINTER && type->element ? type->element : NULL;
}

static void set_object(struct ir_barrier_op *out, const struct ir_expr *expr)
{
	out->object = expr;
	out->is_address = !ir_is_barrier_type(expr->type);
}

static bool assign_roles(const char *roles, const struct arguments *arguments, struct ir_barrier_op *out)
{
	size_t first = 0;
	if (*roles == '$') {
		if (!arguments->count || !ir_is_barrier_type(arguments->data[arguments->count - 1]->type))
			return false;
		set_object(out, arguments->data[arguments->count - 1]);
		first = arguments->count;
	}
	for (size_t i = first; i < arguments->count && roles[i]; i++) {
		const struct ir_expr *argument = arguments->data[i];
		switch (roles[i]) {
		case 'b': set_object(out, argument); break;
		case 'n': set_number(&out->count, argument); break;
		case 'x': set_number(&out->bytes, argument); break;
		case 't': out->token = argument; break;
		case 'p': set_number(&out->parity, argument); break;
		default: break;
		}
	}
	return out->object || !strpbrk(roles, "b$");
}

/* An arrival is one where nothing else is said. */
static void complete(struct ir_barrier_op *out)
{
	bool arrives = out->action == IR_BARRIER_ARRIVE || out->action == IR_BARRIER_ARRIVE_AND_WAIT ||
		       out->action == IR_BARRIER_ARRIVE_AND_DROP;
	if (arrives && !out->count.is_given)
		out->count = (struct ir_barrier_number){.number = 1, .is_given = true};
}

static bool method_op(const struct ir_expr *expr, const struct cuda_function *cuda, struct ir_barrier_op *out)
{
	const struct ir_expr *object = expr->call->object;
	const struct ir_type *element = pointee(object);
	bool through_pointer = element && ir_is_barrier_type(element);
	if (!(ir_is_barrier_type(object->type) || through_pointer))
		return false;
	const struct arguments arguments = arguments_of(expr);
	if (!assign_roles(cuda->roles, &arguments, out) && *cuda->roles)
		return false;
	out->object = object;
	out->is_address = through_pointer;
	complete(out);
	return true;
}

static bool function_op(
	const struct ir_expr *expr, const struct cuda_function *cuda, struct ir_barrier_op *out)
{
	const struct ir_function *function = expr->call->function;
	if (function && (!function->is_system || function->is_method))
		return false;
	const struct arguments arguments = arguments_of(expr);
	out->is_late = cuda->late;
	if (!assign_roles(cuda->roles, &arguments, out))
		return false;
	if (cuda->barrier == IR_BARRIER_INIT && !out->count.is_given)
		return false;
	if (cuda->barrier == IR_BARRIER_COPY && arguments.goes_out)
		return false; /* leaves shared memory: completes in a group */
	/* a copy to the cluster's space comes from global memory, or goes to another block, or to several */
	bool is_copy = cuda->barrier == IR_BARRIER_COPY;
	out->is_remote = cuda->remote || (arguments.names_cluster &&
						 (!is_copy || arguments.names_shared || arguments.count > 4));
	complete(out);
	return true;
}

/* new (&bar) cuda::barrier<...>(n) */
static bool placement_op(const struct ir_expr *expr, struct ir_barrier_op *out)
{
	const struct ir_type *element = pointee(expr);
	if (expr->operand_count < 2 || !element || !ir_is_barrier_type(element))
		return false;
	const struct ir_expr *made = ir_strip_casts(expr->operands[expr->operand_count - 1]);
	out->action = IR_BARRIER_INIT;
	out->name = "new";
	out->object = expr->operands[0];
	out->is_address = true;
	if (made->kind == IR_CONSTRUCT && made->operand_count)
		set_number(&out->count, made->operands[0]);
	else
		out->count = (struct ir_barrier_number){.expr = made, .is_given = true};
	return true;
}

bool ir_barrier_op(const struct ir_expr *expr, struct ir_barrier_op *out)
{
	*out = (struct ir_barrier_op){.range = expr->range};
	if (expr->kind == IR_NEW)
		return placement_op(expr, out);
	const struct cuda_function *cuda = ir_cuda(expr);
	if (expr->kind != IR_CALL || !cuda->barrier)
		return false;
	out->action = cuda->barrier;
	out->name = expr->call->name;
	out->is_tried = cuda->tries;
	return expr->call->object ? method_op(expr, cuda, out) : function_op(expr, cuda, out);
}

/* ---- where they are -------------------------------------------------------------------------- */

static void walk_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	const struct ir_barrier_visitor *visitor = context;
	struct ir_barrier_op op;
	if (ir_barrier_op(expr, &op))
		visitor->op(visitor->context, &op, path);
}

static void walk_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	const struct ir_barrier_visitor *visitor = context;
	ir_barrier_ops ops = {0};
	if (stmt->kind != IR_ASM)
		return;
	ir_barrier_asm(visitor->arena, stmt, &ops);
	for (size_t i = 0; i < ops.count; i++)
		visitor->op(visitor->context, &ops.data[i], path);
}

void ir_barrier_walk(const struct ir_function *function, struct ir_barrier_visitor *visitor)
{
	const struct ir_visitor nodes = {.expr = walk_expr, .stmt = walk_stmt};
	ir_walk_function(function, &nodes, visitor);
}

/* What an expression that leads to a barrier is made from; NULL: the end of the way. */
static const struct ir_expr *inside(const struct ir_expr *expr, const struct ir_expr **index)
{
	const struct ir_type *type = ir_type_value(expr->type);
	switch (expr->kind) {
	case IR_CAST:
	case IR_MEMBER: return expr->operands[0];
	case IR_UNARY: return expr->op == IR_OP_ADDRESS || expr->op == IR_OP_DEREF ? expr->operands[0] : NULL;
	case IR_INDEX: *index = *index ? *index : expr->operands[1]; return expr->operands[0];
	case IR_BINARY:
		if (expr->op != IR_OP_ADD || type->kind != IR_TYPE_POINTER)
			return NULL;
		*index = *index ? *index : expr->operands[1];
		return expr->operands[0];
	case IR_CALL: {
		enum cuda_address address = ir_cuda(expr)->address;
		bool is_its = address == CUDA_ADDRESS_TO_SHARED || address == CUDA_ADDRESS_OF;
		return is_its && expr->operand_count == 1 ? expr->operands[0] : NULL;
	}
	case IR_VAR: {
		const struct ir_var *var = expr->var;
		bool is_value = var->type->kind == IR_TYPE_POINTER || var->type->kind == IR_TYPE_INT;
		bool leads_on = var->type->kind == IR_TYPE_REFERENCE ||
				(is_value && !var->is_assigned && !var->is_address_taken);
		return var->storage == IR_LOCAL && leads_on ? var->init : NULL;
	}
	default: return NULL;
	}
}

const struct ir_var *ir_barrier_root(const struct ir_barrier_op *op, const struct ir_expr **index)
{
	const struct ir_expr *expr = op->object, *element = NULL;
	for (int depth = 0; expr && depth < MAX_DEPTH; depth++) {
		const struct ir_expr *next = inside(expr, &element);
		if (!next)
			break;
		expr = next;
	}
	if (index)
		*index = element;
	return expr && expr->kind == IR_VAR ? expr->var : NULL;
}
