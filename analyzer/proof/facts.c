/* Facts of a launch. What host code computes is followed as sums over what it doesn't know itself; what isn't
 * known at all is as CUDA allows it. */
#include "analyzer/proof/facts.h"
#include "analyzer/host/value/sum.h"
#include "analyzer/ir/element.h"
#include "analyzer/proof/mention.h"

#include <string.h>

/* Of CUDA (Programming Guide, "Technical Specifications per Compute Capability"). */
static const int64_t MOST_THREADS = 1024, MOST_BLOCK[3] = {1024, 1024, 64},
		     MOST_GRID[3] = {INT32_MAX, 65535, 65535};
/* Threads along an axis: 31 bits, less a block. */
static const int64_t MOST_ALONG = INT32_MAX - 1023;
/* Bytes of the largest chip's memory (B300). */
static const int64_t MOST_MEMORY = INT64_C(288000000000);
/* What an extent of 64 bits is at most. */
static const int64_t MOST_EXTENT = (int64_t)1 << 40;

static void tell(struct facts *facts, const char *text)
{
	vec_push(terms_arena(facts->terms), &facts->texts, text);
}

static const struct term *unknown(
	struct facts *facts, const char *name, unsigned scope, int64_t low, int64_t high)
{
	return term_fresh(facts->terms, name, scope, 0, low, high,
		ARENA_NEW(terms_arena(facts->terms), struct sym_origin));
}

static void hold(struct facts *facts, term_list *list, const struct term *condition)
{
	if (condition->op != TERM_TRUE)
		vec_push(terms_arena(facts->terms), list, condition);
}

/* ---- host code's numbers ---------------------------------------------------------------------- */

static const struct term *sum_term(struct facts *facts, const struct host_sum *sum, unsigned depth);

static const struct term *operation(struct facts *facts, const struct host_atom *atom, unsigned depth)
{
	struct terms *terms = facts->terms;
	const struct term *a = sum_term(facts, atom->left, depth + 1);
	const struct term *b = atom->right ? sum_term(facts, atom->right, depth + 1) : NULL;
	if (!b)
		return NULL;
	switch (atom->op) {
	case IR_OP_MUL: return term_multiply(terms, a, b);
	case IR_OP_DIV: return term_divide(terms, a, b);
	case IR_OP_REM: return term_remainder(terms, a, b);
	case IR_OP_SHL: return term_shift_left(terms, a, b, 64);
	case IR_OP_SHR: return term_shift_right(terms, a, b, 64);
	case IR_OP_LT: return term_of_condition(terms, term_less(terms, a, b));
	case IR_OP_GT: return term_of_condition(terms, term_less(terms, b, a));
	case IR_OP_LE: return term_of_condition(terms, term_at_most(terms, a, b));
	case IR_OP_GE: return term_of_condition(terms, term_at_most(terms, b, a));
	case IR_OP_EQ: return term_of_condition(terms, term_equal(terms, a, b));
	case IR_OP_NE: return term_of_condition(terms, term_not(terms, term_equal(terms, a, b)));
	case IR_OP_LOGICAL_AND:
		return term_of_condition(
			terms, term_and(terms, term_is_set(terms, a), term_is_set(terms, b)));
	case IR_OP_LOGICAL_OR:
		return term_of_condition(terms, term_or(terms, term_is_set(terms, a), term_is_set(terms, b)));
	default: return NULL;
	}
}

static const char *atom_name(const struct host_atom *atom)
{
	const struct ir_expr *expr = atom->expr ? ir_strip_casts(atom->expr) : NULL;
	if (expr && expr->kind == IR_VAR)
		return expr->var->name;
	return expr && expr->kind == IR_MEMBER && expr->member.name ? expr->member.name : "a host number";
}

static const struct term *atom_known(const struct facts *facts, const struct host_atom *atom)
{
	for (size_t i = 0; i < facts->atoms.count; i++)
		if (facts->atoms.data[i] == atom)
			return facts->atom_terms.data[i];
	return NULL;
}

static void atom_is(struct facts *facts, const struct host_atom *atom, const struct term *term)
{
	vec_push(terms_arena(facts->terms), &facts->atoms, atom);
	vec_push(terms_arena(facts->terms), &facts->atom_terms, term);
}

static const struct term *atom_term(struct facts *facts, const struct host_atom *atom, unsigned depth)
{
	enum { DEEPEST = 8 };
	const struct term *known = atom_known(facts, atom);
	if (known)
		return known;
	const struct term *made = atom->left && depth < DEEPEST ? operation(facts, atom, depth) : NULL;
	if (!made) {
		const struct ir_type *type = atom->expr ? ir_type_value(atom->expr->type) : NULL;
		bool is_narrow = type && type->kind == IR_TYPE_INT && type->size == 4;
		int64_t low = is_narrow && type->is_signed ? INT32_MIN : -MOST_EXTENT;
		made = unknown(facts, atom_name(atom), SYM_GRID, is_narrow && !type->is_signed ? 0 : low,
			is_narrow ? INT32_MAX : MOST_EXTENT);
	}
	atom_is(facts, atom, made);
	return made;
}

static const struct term *sum_term(struct facts *facts, const struct host_sum *sum, unsigned depth)
{
	const struct term *out = term_number(facts->terms, sum->constant);
	for (size_t i = 0; i < sum->term_count; i++)
		out = term_add(
			facts->terms, out, atom_term(facts, sum->terms[i].atom, depth), sum->terms[i].factor);
	return out;
}

/* ---- arguments -------------------------------------------------------------------------------- */

/* An unknown of a parameter's type; extents aren't negative, and what has no sign isn't beyond what has. */
static const struct term *param_unknown(struct facts *facts, const char *name, const struct ir_var *param,
	int64_t offset, const struct ir_type *type, bool is_extent)
{
	struct sym_origin *origin = ARENA_NEW(terms_arena(facts->terms), struct sym_origin);
	origin->var = param;
	origin->offset = offset;
	int64_t high = type->size >= 8 ? MOST_EXTENT : ((int64_t)1 << (type->size * 8 - 1)) - 1;
	if (type->size < 4 && !type->is_signed)
		high = ((int64_t)1 << (type->size * 8)) - 1;
	if (type->kind == IR_TYPE_BOOL)
		high = 1;
	int64_t low = is_extent || !type->is_signed ? 0 : -high - 1;
	/* which enumerators there are isn't known */
	unsigned marks = type->kind == IR_TYPE_ENUM ? SYM_UNSEEN : 0;
	return term_fresh(facts->terms, name, SYM_GRID, marks, low, high, origin);
}

static const struct term *number_of(const struct facts *facts, const struct ir_var *param, int64_t offset)
{
	for (size_t i = 0; i < facts->numbers.count; i++)
		if (facts->numbers.data[i].param == param && facts->numbers.data[i].offset == offset)
			return facts->numbers.data[i].term;
	return NULL;
}

/* Of the parameter itself, or of a member at an offset. */
static const struct term *make_number(
	struct facts *facts, const struct ir_var *param, int64_t offset, const struct ir_type *type)
{
	bool is_member = param->type->kind == IR_TYPE_RECORD;
	const char *name = param->name;
	const struct ir_field *field = is_member ? ir_field_at(param->type, offset) : NULL;
	if (field)
		name = arena_printf(terms_arena(facts->terms), "%s.%s", param->name, field->name);
	bool is_extent = mention_is_extent(facts->kernel, param, field);
	if (is_extent && type->is_signed)
		tell(facts, arena_printf(
				    terms_arena(facts->terms), "`%s` is an extent: it isn't negative", name));
	if (!type->is_signed && type->size == 4)
		tell(facts, arena_printf(terms_arena(facts->terms), "`%s` is below 2^31", name));
	if (type->size >= 8)
		tell(facts, arena_printf(terms_arena(facts->terms), "`%s` is at most 2^40", name));
	return param_unknown(facts, name, param, offset, type, is_extent);
}

static const struct term *param_number(
	void *context, const struct ir_var *param, int64_t offset, const struct ir_type *type)
{
	struct facts *facts = context;
	const struct term *there = number_of(facts, param, offset);
	if (there)
		return there;
	struct fact_number made = {param, offset, make_number(facts, param, offset, type)};
	vec_push(terms_arena(facts->terms), &facts->numbers, made);
	return made.term;
}

static const struct term *param_extent(void *context, const struct ir_var *param, int64_t offset)
{
	const struct facts *facts = context;
	for (size_t i = 0; i < facts->memories.count; i++)
		if (facts->memories.data[i].param == param && facts->memories.data[i].offset == offset)
			return facts->memories.data[i].extent;
	return NULL;
}

static bool is_integer(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT || type->kind == IR_TYPE_ENUM || type->kind == IR_TYPE_BOOL;
}

/* An atom that the kernel is given as it is gets the name and the range of the parameter. */
static void name_atoms(struct facts *facts, const struct host_launch *launch)
{
	for (size_t i = 0; i < launch->arg_count && i < facts->kernel->param_count; i++) {
		const struct ir_var *param = facts->kernel->params[i];
		const struct host_sum *sum =
			launch->args[i].kind == HOST_NUMBER ? launch->args[i].number : NULL;
		if (!sum || !is_integer(param->type) || sum->constant || sum->term_count != 1 ||
			sum->terms->factor != 1 || sum->terms->atom->left ||
			atom_known(facts, sum->terms->atom))
			continue;
		struct fact_number made = {param, 0, make_number(facts, param, 0, param->type)};
		vec_push(terms_arena(facts->terms), &facts->numbers, made);
		atom_is(facts, sum->terms->atom, made.term);
	}
}

static void take_memory(
	struct facts *facts, const struct ir_var *param, int64_t offset, const struct host_value *value)
{
	struct fact_memory memory = {.param = param, .offset = offset, .object = value->object};
	if (value->kind != HOST_POINTER || !value->object)
		return;
	memory.start = value->number ? sum_term(facts, value->number, 0) : NULL;
	if (value->object->size && !value->object->is_resized && memory.start) {
		const struct term *size = sum_term(facts, value->object->size, 0);
		memory.extent = term_add(facts->terms, size, memory.start, -1);
		hold(facts, &facts->given,
			term_at_most(facts->terms, size, term_number(facts->terms, MOST_MEMORY)));
		tell(facts, arena_printf(terms_arena(facts->terms),
				    "`%s` is given the allocation of `%s`, of at most 288 GB", param->name,
				    value->object->name  ? value->object->name
				    : value->object->var ? value->object->var->name
							 : "its allocation"));
	}
	vec_push(terms_arena(facts->terms), &facts->memories, memory);
}

static void take_arguments(struct facts *facts, const struct host_launch *launch)
{
	for (size_t i = 0; i < launch->arg_count && i < facts->kernel->param_count; i++) {
		const struct ir_var *param = facts->kernel->params[i];
		const struct host_value *value = &launch->args[i];
		take_memory(facts, param, 0, value);
		if (value->kind != HOST_NUMBER || !value->number || !is_integer(param->type) ||
			number_of(facts, param, 0))
			continue;
		unsigned bits = (unsigned)param->type->size * 8;
		struct fact_number made = {param, 0,
			term_wrap(facts->terms, sum_term(facts, value->number, 0), bits,
				param->type->is_signed)};
		vec_push(terms_arena(facts->terms), &facts->numbers, made);
	}
	for (size_t i = 0; i < launch->member_count; i++)
		if (launch->members[i].arg < facts->kernel->param_count && launch->members[i].is_sure)
			take_memory(facts, facts->kernel->params[launch->members[i].arg],
				launch->members[i].offset, &launch->members[i].value);
}

/* What conditions on the way to the launch say. */
static void take_path(struct facts *facts, const struct host_path *path)
{
	for (; path; path = path->up) {
		if (!path->condition)
			continue;
		const struct term *holds = term_is_set(facts->terms, sum_term(facts, path->condition, 0));
		hold(facts, &facts->given, path->is_taken ? holds : term_not(facts->terms, holds));
	}
}

/* ---- the launch's shape ----------------------------------------------------------------------- */

static const char *const axes[3] = {"x", "y", "z"};

static const struct term *within(struct facts *facts, const struct term *given, const char *name,
	unsigned scope, int64_t low, int64_t high)
{
	if (!given)
		return unknown(facts, name, scope, low, high);
	if (given->op == TERM_NUMBER)
		return given;
	/* a launch of more, or of none, fails */
	const struct term *bounded = unknown(facts, name, scope, low, high);
	hold(facts, &facts->shape, term_equal(facts->terms, bounded, given));
	return bounded;
}

static const char *name_of(struct facts *facts, const char *what, int axis)
{
	return arena_printf(terms_arena(facts->terms), "%s.%s", what, axes[axis]);
}

/* Of one axis: how many, and which. */
static void place(struct facts *facts, int axis, const struct term *block, const struct term *grid)
{
	struct sym_launch *launch = &facts->launch;
	struct terms *terms = facts->terms;
	int64_t most_blocks = MOST_GRID[axis];
	launch->block_dim[axis] =
		within(facts, block, name_of(facts, "blockDim", axis), SYM_GRID, 1, MOST_BLOCK[axis]);
	if (launch->block_dim[axis]->op == TERM_NUMBER && launch->block_dim[axis]->constant > 0 &&
		MOST_ALONG / launch->block_dim[axis]->constant < most_blocks)
		most_blocks = MOST_ALONG / launch->block_dim[axis]->constant;
	launch->grid_dim[axis] =
		within(facts, grid, name_of(facts, "gridDim", axis), SYM_GRID, 1, most_blocks);
	int64_t threads = launch->block_dim[axis]->high - 1, blocks = launch->grid_dim[axis]->high - 1;
	launch->thread[axis] =
		threads > 0 ? unknown(facts, name_of(facts, "threadIdx", axis), SYM_THREAD, 0, threads)
			    : term_number(terms, 0);
	launch->block[axis] = blocks > 0
				      ? unknown(facts, name_of(facts, "blockIdx", axis), SYM_BLOCK, 0, blocks)
				      : term_number(terms, 0);
	hold(facts, &facts->shape, term_less(terms, launch->thread[axis], launch->block_dim[axis]));
	hold(facts, &facts->shape, term_less(terms, launch->block[axis], launch->grid_dim[axis]));
	const struct term *all = term_multiply(terms, launch->grid_dim[axis], launch->block_dim[axis]),
			  *before = term_multiply(terms, launch->block[axis], launch->block_dim[axis]);
	hold(facts, &facts->shape, term_at_most(terms, all, term_number(terms, MOST_ALONG)));
	hold(facts, &facts->shape, term_at_most(terms, before, term_number(terms, MOST_ALONG)));
	term_narrow(all, 1, MOST_ALONG);
	term_narrow(before, 0, MOST_ALONG);
}

/* The last hint that is for the kernel: they are in rising rank. NULL: none is. */
static const struct launch_hint *hint_for(const struct launch_hints *hints, const struct ir_function *kernel)
{
	for (size_t i = hints ? hints->launches.count : 0; i-- > 0;)
		if (launch_hint_names(hints->launches.data[i].kernel, kernel))
			return &hints->launches.data[i];
	return NULL;
}

/* One axis of the block or the grid: as a hint says, the launch, or a kernel that doesn't ask for it. */
static const struct term *extent_of(struct facts *facts, const int64_t *hint, const struct host_sum *given,
	bool asked, const char *names[2], int axis)
{
	if (hint)
		return term_number(facts->terms, hint[axis]);
	if (given)
		return sum_term(facts, given, 0);
	if (asked)
		return NULL;
	tell(facts, arena_printf(terms_arena(facts->terms), "%s.%s is 1: the kernel doesn't ask for %s.%s",
			    names[0], axes[axis], names[1], axes[axis]));
	return term_number(facts->terms, 1);
}

static void tell_shape(struct facts *facts, const char *what, const int64_t extents[3])
{
	tell(facts, arena_printf(terms_arena(facts->terms), "%s is %lld x %lld x %lld, as a hint says", what,
			    (long long)extents[0], (long long)extents[1], (long long)extents[2]));
}

static void take_shape(struct facts *facts, const struct host_launch *launch, const struct launch_hint *hint)
{
	const char *threads[2] = {"blockDim", "threadIdx"}, *blocks[2] = {"gridDim", "blockIdx"};
	const struct mention mention = mention_of(facts->kernel);
	const int64_t *block =
		hint && hint->block_known && launch_block_is_possible(hint->block) ? hint->block : NULL;
	const int64_t *grid = hint && hint->grid_known ? hint->grid : NULL;
	for (int axis = 0; axis < 3; axis++)
		place(facts, axis,
			extent_of(facts, block, launch ? launch->block[axis] : NULL, mention.threads[axis],
				threads, axis),
			extent_of(facts, grid, launch ? launch->grid[axis] : NULL, mention.blocks[axis],
				blocks, axis));
	if (block)
		tell_shape(facts, "blockDim", block);
	if (grid)
		tell_shape(facts, "gridDim", grid);
	if (launch)
		tell(facts, "it is launched as its host code does");
	const struct term *count =
		term_multiply(facts->terms, facts->launch.block_dim[0], facts->launch.block_dim[1]);
	count = term_multiply(facts->terms, count, facts->launch.block_dim[2]);
	hold(facts, &facts->shape,
		term_at_most(facts->terms, count, term_number(facts->terms, MOST_THREADS)));
	if (facts->launch.block_dim[0]->op != TERM_NUMBER)
		tell(facts, "a block has at most 1024 threads");
	tell(facts, "a grid has at most 2^31 - 1024 threads along an axis");
	tell(facts, "operations with a sign don't overflow, but for the property that asks for it");
	tell(facts, "different pointers lead to different memory, unless the launch says otherwise");
}

/* Numbers of parameters that hints give. */
static void take_params(struct facts *facts, const struct launch_hints *hints)
{
	for (size_t i = 0; hints && i < hints->params.count; i++) {
		const struct param_hint *hint = &hints->params.data[i];
		for (size_t k = 0; k < facts->kernel->param_count; k++) {
			const struct ir_var *param = facts->kernel->params[k];
			if (!launch_hint_names(hint->kernel, facts->kernel) || !is_integer(param->type) ||
				strcmp(hint->param, param->name) != 0 || number_of(facts, param, 0))
				continue;
			struct fact_number made = {param, 0, term_number(facts->terms, hint->value)};
			vec_push(terms_arena(facts->terms), &facts->numbers, made);
			tell(facts, arena_printf(terms_arena(facts->terms), "`%s` is %lld, as a hint says",
					    param->name, (long long)hint->value));
		}
	}
}

struct facts *facts_new(struct terms *terms, const struct ir_function *kernel,
	const struct host_launch_use *use, const struct launch_hints *hints)
{
	struct facts *facts = ARENA_NEW(terms_arena(terms), struct facts);
	const struct host_launch *launch = use ? use->op->launch : NULL;
	const struct launch_hint *hint = hint_for(hints, kernel);
	facts->terms = terms;
	facts->kernel = kernel;
	facts->site = launch ? launch->launch : NULL;
	facts->launch.param = param_number;
	facts->launch.extent = param_extent;
	facts->launch.context = facts;
	take_params(facts, hints);
	if (launch) {
		name_atoms(facts, launch);
		take_arguments(facts, launch);
		take_path(facts, use->op->where.path);
		if (launch->shared)
			facts->launch.shared = sum_term(facts, launch->shared, 0);
	}
	if (hint && hint->shared >= 0)
		facts->launch.shared = term_number(terms, hint->shared);
	take_shape(facts, launch, hint);
	return facts;
}
