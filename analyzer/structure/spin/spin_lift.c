/* Carries waits and writes from helpers to their calls, a few levels up, with arguments for parameters. */
#include "analyzer/structure/spin/spin_state.h"

enum { MAX_LEVELS = 5, MAX_ITEMS = 8192 };

const struct ir_expr *spin_argument(const struct ir_expr *call, const struct ir_var *param)
{
	const struct ir_function *callee = call->call->function;
	for (size_t i = 0; callee && i < callee->param_count; i++)
		if (callee->params[i] == param)
			return i < call->operand_count ? call->operands[i] : NULL;
	return NULL;
}

static const struct ir_expr *argument_of(const struct ir_expr *call, const struct ir_expr *expr)
{
	const struct ir_expr *plain = ir_strip_casts(expr);
	const struct ir_expr *argument =
		plain && plain->kind == IR_VAR ? spin_argument(call, plain->var) : NULL;
	return argument ? argument : expr;
}

/* The variable that a constructor's call makes. */
static const struct ir_var *made_by(const struct ir_path *path)
{
	const struct ir_expr *call = path->expr;
	while (path && path->expr)
		path = path->up;
	const struct ir_stmt *stmt = path ? path->stmt : NULL;
	for (size_t i = 0; stmt && i < stmt->var_count; i++)
		if (ir_strip_casts(stmt->vars[i]->init) == call)
			return stmt->vars[i];
	return NULL;
}

/* Memory of the object whose method is called. */
static bool of_object(const struct ir_path *path, const struct ir_memory *inner, struct ir_memory *out)
{
	const struct ir_expr *call = path->expr;
	*out = *inner;
	if (call->kind == IR_CONSTRUCT) {
		out->is_this = false;
		out->var = made_by(path);
		return out->var != NULL;
	}
	return !call->call->object && call->call->function && !call->call->function->is_static;
}

bool spin_substitute(const struct ir_path *path, const struct ir_memory *inner, struct ir_memory *out)
{
	const struct ir_expr *call = path->expr;
	const struct ir_function *callee = call->call->function;
	const struct ir_expr *start = NULL;
	if (inner->is_this && !call->call->object)
		return of_object(path, inner, out);
	if (inner->is_this)
		start = call->call->object;
	else if (inner->var && inner->var->storage == IR_PARAM && inner->var->function == callee)
		start = spin_argument(call, inner->var);
	else if (inner->var && inner->var->storage == IR_LOCAL)
		return false;
	if (!start) {
		*out = *inner;
		return inner->var && inner->var->storage != IR_PARAM;
	}
	if (!ir_memory_of(start, out))
		return false;
	if (inner->field)
		out->field = inner->field;
	if (inner->index)
		out->index = argument_of(call, inner->index);
	out->is_shared_with_others = true;
	return true;
}

static struct ir_memory_op lifted_op(const struct ir_expr *call, const struct ir_memory_op *inner)
{
	struct ir_memory_op op = *inner;
	op.value = inner->value ? argument_of(call, inner->value) : NULL;
	op.expected = inner->expected ? argument_of(call, inner->expected) : NULL;
	return op;
}

static unsigned level_of_write(const struct ir_spin_write *write)
{
	unsigned level = 0;
	for (; write->inner; write = write->inner)
		level++;
	return level;
}

static void lift_write(
	struct ir_spins *spins, const struct ir_spin_write *inner, const struct uniform_site *site)
{
	const struct ir_expr *call = site->path ? site->path->expr : NULL;
	struct ir_memory memory;
	if (!call || !call->call || site->caller == inner->function ||
		!spin_substitute(site->path, &inner->op.memory, &memory))
		return;
	struct ir_spin_write *write = ARENA_NEW(spins->arena, struct ir_spin_write);
	*write = (struct ir_spin_write){.function = site->caller,
		.path = site->path,
		.op = lifted_op(call, &inner->op),
		.inner = inner};
	write->op.memory = memory;
	vec_push(spins->arena, &spins->writes, write);
}

void spin_lift_writes(struct ir_spins *spins)
{
	for (size_t i = 0; i < spins->writes.count && spins->writes.count < MAX_ITEMS; i++) {
		const struct ir_spin_write *write = spins->writes.data[i];
		if (write->function->is_kernel || level_of_write(write) >= MAX_LEVELS)
			continue;
		for (size_t j = 0; j < spins->uniformity->sites.count; j++)
			if (spins->uniformity->sites.data[j].callee == write->function)
				lift_write(spins, write, &spins->uniformity->sites.data[j]);
	}
}

static unsigned level_of_wait(const struct ir_spin *spin)
{
	unsigned level = 0;
	for (; spin->inner; spin = spin->inner)
		level++;
	return level;
}

static void lift_wait(struct ir_spins *spins, const struct ir_spin *inner, const struct uniform_site *site)
{
	const struct ir_expr *call = site->path ? site->path->expr : NULL;
	struct ir_memory memory;
	if (!call || !call->call || site->caller == inner->function ||
		!spin_substitute(site->path, &inner->op.memory, &memory))
		return;
	struct ir_spin *spin = ARENA_NEW(spins->arena, struct ir_spin);
	*spin = *inner;
	spin->function = site->caller;
	spin->path = site->path;
	spin->op = lifted_op(call, &inner->op);
	spin->op.memory = memory;
	spin->range = call->range;
	spin->inner = inner;
	vec_push(spins->arena, &spins->spins, spin);
}

void spin_lift_waits(struct ir_spins *spins)
{
	for (size_t i = 0; i < spins->spins.count && spins->spins.count < MAX_ITEMS; i++) {
		struct ir_spin *spin = spins->spins.data[i];
		spin->is_top =
			spin->function->is_kernel || !uniform_is_called(spins->uniformity, spin->function);
		if (spin->is_top || level_of_wait(spin) >= MAX_LEVELS)
			continue;
		for (size_t j = 0; j < spins->uniformity->sites.count; j++)
			if (spins->uniformity->sites.data[j].callee == spin->function)
				lift_wait(spins, spin, &spins->uniformity->sites.data[j]);
	}
}
