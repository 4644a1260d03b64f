/* Grid, arguments and the sizes of allocations become what follows from the numbers that sizes get. */
#include "analyzer/simt/launch/sized.h"

#include "analyzer/host/known.h"

enum { MAX_DEPTH = 6 };

static void gather(const struct host_sum *sum, struct sized_atoms *out, unsigned depth);

static void gather_atom(const struct host_atom *atom, struct sized_atoms *out, unsigned depth)
{
	for (size_t i = 0; i < out->count; i++)
		if (out->atoms[i] == atom)
			return;
	/* nothing, what lies where nobody was seen to write it, and the number that a text stands for */
	bool is_read = atom->op == IR_OP_NONE || atom->op == IR_OP_DEREF || atom->op == IR_OP_COMMA;
	if (!is_read && atom->left && atom->right && depth < MAX_DEPTH) {
		gather(atom->left, out, depth + 1);
		gather(atom->right, out, depth + 1);
		return;
	}
	out->is_odd |= !is_read || out->count == out->most;
	if (!out->is_odd)
		out->atoms[out->count++] = atom;
}

static void gather(const struct host_sum *sum, struct sized_atoms *out, unsigned depth)
{
	for (size_t i = 0; i < sum->term_count; i++)
		gather_atom(sum->terms[i].atom, out, depth);
}

void sized_gather(const struct host_sum *sum, struct sized_atoms *out)
{
	gather(sum, out, 0);
}

bool sized_is_same(const struct sized_atoms *a, const struct sized_atoms *b)
{
	bool same = a->count == b->count;
	for (size_t i = 0; same && i < a->count; i++)
		same = a->atoms[i] == b->atoms[i];
	return same;
}

struct sizing {
	struct arena *arena;
	struct host_sums *sums;
	const struct host_equalities *chosen;
	const struct sized_atoms *sizes;         /* that it is for; NULL: none were chosen */
	VEC(const struct host_object *) objects; /* that have a size of their own here */
	VEC(struct host_object *) copies;
};

static const struct host_sum *resolved(struct sizing *sizing, const struct host_sum *sum)
{
	return sum ? host_resolved(sizing->sums, sizing->chosen, sum) : NULL;
}

/* The same object for all that lead to it. */
static struct host_object *sized(struct sizing *sizing, struct host_object *object)
{
	if (!object || !object->size || host_sum_is_number(object->size, NULL))
		return object;
	for (size_t i = 0; i < sizing->objects.count; i++)
		if (sizing->objects.data[i] == object)
			return sizing->copies.data[i];
	struct host_object *copy = ARENA_NEW(sizing->arena, struct host_object);
	struct sized_atoms own = {.most = SIZED_MOST};
	gather(object->size, &own, 0);
	*copy = *object;
	copy->is_tried = sizing->sizes && !own.is_odd && sized_is_same(&own, sizing->sizes);
	copy->size = copy->is_tried ? resolved(sizing, object->size) : NULL;
	vec_push(sizing->arena, &sizing->objects, object);
	vec_push(sizing->arena, &sizing->copies, copy);
	return copy;
}

static struct host_value value_at(struct sizing *sizing, struct host_value value)
{
	if (value.kind == HOST_NUMBER || value.kind == HOST_POINTER)
		value.number = resolved(sizing, value.number);
	if (value.kind == HOST_POINTER)
		value.object = sized(sizing, value.object);
	return value;
}

static struct host_launch launch_at(struct sizing *sizing, const struct host_launch *given)
{
	struct host_launch out = *given;
	out.args = ARENA_ARRAY(sizing->arena, struct host_value, given->arg_count + 1);
	for (size_t i = 0; i < given->arg_count; i++)
		out.args[i] = value_at(sizing, given->args[i]);
	struct host_member *members = ARENA_ARRAY(sizing->arena, struct host_member, given->member_count + 1);
	for (size_t i = 0; i < given->member_count; i++) {
		members[i] = given->members[i];
		members[i].value = value_at(sizing, members[i].value);
	}
	out.members = members;
	for (int dim = 0; dim < 3; dim++) {
		out.grid[dim] = resolved(sizing, given->grid[dim]);
		out.block[dim] = resolved(sizing, given->block[dim]);
	}
	out.shared = resolved(sizing, given->shared);
	return out;
}

/* The parameter that is given the size, else what the host calls it. */
const char *sized_name(
	const struct ir_function *kernel, const struct host_launch *given, const struct host_atom *atom)
{
	for (size_t i = 0; i < given->arg_count && i < kernel->param_count; i++) {
		const struct host_sum *sum =
			given->args[i].kind == HOST_NUMBER ? given->args[i].number : NULL;
		if (sum && !sum->constant && sum->term_count == 1 && sum->terms->atom == atom &&
			sum->terms->factor == 1)
			return kernel->params[i]->name;
	}
	const struct ir_expr *expr = atom->expr ? ir_strip_casts(atom->expr) : NULL;
	if (expr && expr->kind == IR_VAR)
		return expr->var->name;
	return expr && expr->kind == IR_MEMBER ? expr->member.name : NULL;
}

struct host_launch sized_given(struct arena *arena, const struct host_launch_use *use,
	const struct host_equalities *chosen, const struct sized_atoms *sizes)
{
	struct sizing sizing = {.arena = arena, .sums = use->trace->sums, .chosen = chosen, .sizes = sizes};
	return launch_at(&sizing, use->op->launch);
}
