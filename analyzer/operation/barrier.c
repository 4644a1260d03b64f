/* One table of functions says what each argument is. Arguments that only choose an overload (sem_release,
 * space_shared, ...) aren't counted. */
#include "analyzer/operation/barrier.h"

#include "analyzer/value/fold.h"

enum { MAX_DEPTH = 16, MAX_ARGUMENTS = 8 };

/* ---- functions ------------------------------------------------------------------------------- */

/* `roles` has a letter for each argument: b barrier, n number of arrivals, x bytes, t token, p parity, any
 * other none; `$` stands for all arguments but the last, which is the barrier. Behind them, `?` marks a wait
 * that may come back early, and `~` an arrival that comes later. */
struct entry {
	const char *name;
	enum ir_barrier_action action;
	const char *roles;
};

/* In one of these namespaces; the primitives are in none. */
static const char *const namespaces[] = {
	"cuda::ptx::", "cuda::device::experimental::", "cuda::device::", "nvcuda::experimental::", "cuda::"};

static const struct entry functions[] = {
	{"init", IR_BARRIER_INIT, "bn"},
	{"inval", IR_BARRIER_INVAL, "b"},
	{"barrier_arrive_tx", IR_BARRIER_ARRIVE, "bnx"},
	{"barrier_expect_tx", IR_BARRIER_EXPECT, "bx"},
	{"memcpy_async", IR_BARRIER_JOIN, "$"},
	{"memcpy_async_tx", IR_BARRIER_COPY, "..xb"},
	{"cp_async_bulk_global_to_shared", IR_BARRIER_COPY, "..xb"},
	{"cp_async_bulk_tensor_1d_global_to_shared", IR_BARRIER_COPY, "$"},
	{"cp_async_bulk_tensor_2d_global_to_shared", IR_BARRIER_COPY, "$"},
	{"cp_async_bulk_tensor_3d_global_to_shared", IR_BARRIER_COPY, "$"},
	{"cp_async_bulk_tensor_4d_global_to_shared", IR_BARRIER_COPY, "$"},
	{"cp_async_bulk_tensor_5d_global_to_shared", IR_BARRIER_COPY, "$"},
	{"mbarrier_init", IR_BARRIER_INIT, "bn"},
	{"mbarrier_inval", IR_BARRIER_INVAL, "b"},
	{"mbarrier_arrive", IR_BARRIER_ARRIVE, "bn"},
	{"mbarrier_arrive_no_complete", IR_BARRIER_ARRIVE, "bn"},
	{"mbarrier_arrive_expect_tx", IR_BARRIER_ARRIVE, "bx"},
	{"mbarrier_expect_tx", IR_BARRIER_EXPECT, "bx"},
	{"mbarrier_test_wait", IR_BARRIER_WAIT, "bt?"},
	{"mbarrier_try_wait", IR_BARRIER_WAIT, "bt?"},
	{"mbarrier_test_wait_parity", IR_BARRIER_WAIT, "bp?"},
	{"mbarrier_try_wait_parity", IR_BARRIER_WAIT, "bp?"},
	{"cp_async_mbarrier_arrive", IR_BARRIER_JOIN, "b"},
	{"cp_async_mbarrier_arrive_noinc", IR_BARRIER_ARRIVE, "b~"},
	{"cp_async_bulk", IR_BARRIER_COPY, "..xb"},
	{"cp_reduce_async_bulk", IR_BARRIER_COPY, "..xb"},
	{"cp_async_bulk_tensor", IR_BARRIER_COPY, "...b"},
	{"st_async", IR_BARRIER_COPY, "..b"},
	{"red_async", IR_BARRIER_COPY, "..b"},
	{"clusterlaunchcontrol_try_cancel", IR_BARRIER_COPY, ".b"},
	{"clusterlaunchcontrol_try_cancel_multicast", IR_BARRIER_COPY, ".b"},
	{"barrier_cluster_arrive", IR_BARRIER_CLUSTER_ARRIVE, ""},
	{"barrier_cluster_wait", IR_BARRIER_CLUSTER_WAIT, ""},
};

static const struct entry primitives[] = {
	{"__pipeline_arrive_on", IR_BARRIER_JOIN, "b"},
	{"__cluster_barrier_arrive", IR_BARRIER_CLUSTER_ARRIVE, ""},
	{"__cluster_barrier_arrive_relaxed", IR_BARRIER_CLUSTER_ARRIVE, ""},
	{"__cluster_barrier_wait", IR_BARRIER_CLUSTER_WAIT, ""},
	{"__mbarrier_init", IR_BARRIER_INIT, "bn"},
	{"__mbarrier_inval", IR_BARRIER_INVAL, "b"},
	{"__mbarrier_arrive", IR_BARRIER_ARRIVE, "b"},
	{"__mbarrier_arrive_and_drop", IR_BARRIER_ARRIVE_AND_DROP, "b"},
	{"__mbarrier_test_wait", IR_BARRIER_WAIT, "bt?"},
	{"__mbarrier_try_wait", IR_BARRIER_WAIT, "bt?"},
	{"__mbarrier_test_wait_parity", IR_BARRIER_WAIT, "bp?"},
	{"__mbarrier_try_wait_parity", IR_BARRIER_WAIT, "bp?"},
};

/* Members of the classes. */
static const struct entry methods[] = {
	{"arrive", IR_BARRIER_ARRIVE, "n"},
	{"arrive_and_wait", IR_BARRIER_ARRIVE_AND_WAIT, ""},
	{"arrive_and_drop", IR_BARRIER_ARRIVE_AND_DROP, ""},
	{"wait", IR_BARRIER_WAIT, "t"},
	{"wait_parity", IR_BARRIER_WAIT, "p"},
	{"try_wait", IR_BARRIER_WAIT, "t?"},
	{"try_wait_for", IR_BARRIER_WAIT, "t?"},
	{"try_wait_until", IR_BARRIER_WAIT, "t?"},
	{"timed_wait", IR_BARRIER_WAIT, "t?"},
	{"try_wait_parity", IR_BARRIER_WAIT, "p?"},
	{"try_wait_parity_for", IR_BARRIER_WAIT, "p?"},
	{"try_wait_parity_until", IR_BARRIER_WAIT, "p?"},
	{"timed_wait_parity", IR_BARRIER_WAIT, "p?"},
};

static const struct entry *find(const struct entry *table, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	return NULL;
}

#define FIND(table, name) find(table, sizeof(table) / sizeof *(table), name)

static const struct entry *find_function(const char *name)
{
	for (size_t i = 0; i < sizeof namespaces / sizeof *namespaces; i++) {
		size_t length = strlen(namespaces[i]);
		if (strncmp(name, namespaces[i], length) == 0 && !strstr(name + length, "::"))
			return FIND(functions, name + length);
	}
	return FIND(primitives, name);
}

static const char *record_name(const struct ir_type *type)
{
	type = ir_type_value(type);
	return type->kind == IR_TYPE_RECORD && type->record && type->record->name ? type->record->name : "";
}

bool ir_is_barrier_type(const struct ir_type *type)
{
	const char *name = record_name(type);
	return !strcmp(name, "cuda::barrier") || !strcmp(name, "cuda::std::barrier") ||
	       !strcmp(name, "nvcuda::experimental::awbarrier");
}

/* ---- calls ----------------------------------------------------------------------------------- */

struct arguments {
	const struct ir_expr *data[MAX_ARGUMENTS];
	size_t count;
	bool names_cluster, names_shared; /* space_cluster, space_shared are among the tags */
	bool goes_out;                    /* the first space is that of global memory */
};

/* space_shared, sem_relaxed: types without a value at run time. */
static bool is_tag(const struct ir_expr *expr)
{
	return strstr(record_name(expr->type), "integral_constant") != NULL;
}

static struct arguments arguments_of(const struct ir_expr *call)
{
	struct arguments out = {0};
	bool has_space = false;
	for (size_t i = 0; i < call->operand_count; i++) {
		const struct ir_expr *argument = call->operands[i];
		if (is_tag(argument)) {
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
static void set_number(struct ir_barrier_number *number, const struct ir_expr *expr)
{
	const struct ir_expr *made = ir_strip_casts(expr);
	while (made->operand_count && !strcmp(record_name(made->type), "cuda::aligned_size_t") &&
		(made->kind == IR_CONSTRUCT || made->kind == IR_UNKNOWN_EXPR))
		expr = made = ir_strip_casts(made->operands[made->operand_count - 1]);
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

static bool assign_roles(
	const struct entry *entry, const struct arguments *arguments, struct ir_barrier_op *out)
{
	size_t first = 0;
	if (*entry->roles == '$') {
		if (!arguments->count || !ir_is_barrier_type(arguments->data[arguments->count - 1]->type))
			return false;
		set_object(out, arguments->data[arguments->count - 1]);
		first = arguments->count;
	}
	for (size_t i = first; i < arguments->count && entry->roles[i]; i++) {
		const struct ir_expr *argument = arguments->data[i];
		switch (entry->roles[i]) {
		case 'b': set_object(out, argument); break;
		case 'n': set_number(&out->count, argument); break;
		case 'x': set_number(&out->bytes, argument); break;
		case 't': out->token = argument; break;
		case 'p': set_number(&out->parity, argument); break;
		default: break;
		}
	}
	out->is_tried = strchr(entry->roles, '?') != NULL;
	return out->object || !strpbrk(entry->roles, "b$");
}

/* An arrival is one where nothing else is said. */
static void complete(struct ir_barrier_op *out)
{
	bool arrives = out->action == IR_BARRIER_ARRIVE || out->action == IR_BARRIER_ARRIVE_AND_WAIT ||
		       out->action == IR_BARRIER_ARRIVE_AND_DROP;
	if (arrives && !out->count.is_given)
		out->count = (struct ir_barrier_number){.number = 1, .is_given = true};
}

static bool method_op(const struct ir_expr *expr, struct ir_barrier_op *out)
{
	const struct ir_expr *object = expr->call->object;
	const struct ir_type *element = pointee(object);
	bool through_pointer = element && ir_is_barrier_type(element);
	const struct entry *entry = FIND(methods, expr->call->name);
	if (!entry || !(ir_is_barrier_type(object->type) || through_pointer))
		return false;
	const struct arguments arguments = arguments_of(expr);
	out->action = entry->action;
	out->name = entry->name;
	if (!assign_roles(entry, &arguments, out) && *entry->roles)
		return false;
	out->object = object;
	out->is_address = through_pointer;
	complete(out);
	return true;
}

static bool function_op(const struct ir_expr *expr, struct ir_barrier_op *out)
{
	const struct ir_function *function = expr->call->function;
	const struct entry *entry = find_function(ir_callee_name(expr));
	if (!entry || (function && !function->is_system))
		return false;
	const struct arguments arguments = arguments_of(expr);
	out->action = entry->action;
	out->is_late = strchr(entry->roles, '~') != NULL;
	out->name = entry->name;
	if (!assign_roles(entry, &arguments, out))
		return false;
	if (entry->action == IR_BARRIER_INIT && !out->count.is_given)
		return false;
	if (entry->action == IR_BARRIER_COPY && arguments.goes_out)
		return false; /* leaves shared memory: completes in a group */
	/* a copy to the cluster's space comes from global memory, or goes to another block, or to several */
	bool is_copy = entry->action == IR_BARRIER_COPY;
	out->is_remote =
		(arguments.names_cluster && (!is_copy || arguments.names_shared || arguments.count > 4)) ||
		!strcmp(entry->name, "st_async") || !strcmp(entry->name, "red_async");
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
	if (expr->kind != IR_CALL)
		return false;
	return expr->call->object ? method_op(expr, out) : function_op(expr, out);
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
	case IR_CALL:
		return expr->operand_count == 1 &&
				       (ir_is_call(expr, "__cvta_generic_to_shared") ||
					       ir_is_call(expr, "cuda::device::barrier_native_handle") ||
					       ir_is_call(expr, "std::addressof"))
			       ? expr->operands[0]
			       : NULL;
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
