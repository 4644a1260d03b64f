/* Sizes of a launch. The host's own numbers are preferred: grid and arguments follow from them together.
 * Where nobody launches, or the host only knows numbers, the kernel's parameters are sizes, and the grid has
 * as many blocks as the kernel's guards ask for. */
#include "analyzer/formula/subject_state.h"

#include <string.h>

#include "analyzer/proof/mention.h"
#include "analyzer/simt/launch/given.h"

static bool is_integer(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT;
}

static size_t add_size(struct subject_state *state, const struct subject_size *size)
{
	struct formula_subject *subject = state->subject;
	if (subject->count == FORMULA_MOST_SIZES) {
		subject->refused = "it hangs on too many sizes";
		return 0;
	}
	subject->sizes[subject->count] = *size;
	subject->names[subject->count] = size->name;
	return subject->count++;
}

static void know(struct subject_state *state, const struct term *term, size_t size)
{
	if (term && term->op == TERM_UNKNOWN)
		vec_push(state->arena, &state->known,
			(struct subject_known){term, formula_size(state->arena, (unsigned)size)});
}

/* ---- numbers of host code ---------------------------------------------------------------------- */

static const char *host_name(struct subject_state *state, const struct host_atom *atom)
{
	const struct formula_subject *subject = state->subject;
	const char *name = sized_name(subject->kernel, subject->use->op->launch, atom);
	name = name ? name : "size";
	for (size_t i = 0; i < subject->count; i++)
		if (strcmp(subject->names[i], name) == 0)
			return arena_printf(state->arena, "%s%zu", name, subject->count + 1);
	return name;
}

/* Whether host code makes a number as kernels may (class.h): of sizes by factors, and divided by numbers. */
static bool is_plain_sum(const struct host_sum *sum);

static bool is_plain_atom(const struct host_atom *atom)
{
	int64_t number;
	switch (atom->op) {
	case IR_OP_NONE:
	case IR_OP_DEREF:
	case IR_OP_COMMA: return true;
	case IR_OP_MUL: return atom->right && is_plain_sum(atom->left) && is_plain_sum(atom->right);
	case IR_OP_DIV:
	case IR_OP_REM:
		return atom->right && is_plain_sum(atom->left) && host_sum_is_number(atom->right, &number) &&
		       number > 0 && number <= CLASS_MOST_NUMBER;
	case IR_OP_SHL:
	case IR_OP_SHR:
		return atom->right && is_plain_sum(atom->left) && host_sum_is_number(atom->right, &number) &&
		       number >= 0 && number <= 10;
	default: return false;
	}
}

static bool is_plain_sum(const struct host_sum *sum)
{
	for (size_t i = 0; i < sum->term_count; i++)
		if (!is_plain_atom(sum->terms[i].atom))
			return false;
	return true;
}

static void add_atoms(struct subject_state *state, const struct host_sum *sum, uint32_t stands_for)
{
	struct sized_atoms atoms = {.most = SIZED_MOST};
	struct formula_subject *subject = state->subject;
	sized_gather(sum, &atoms);
	if (atoms.is_odd || !is_plain_sum(sum)) {
		subject->refused = "host code computes its sizes in a way that isn't followed";
		return;
	}
	for (size_t i = 0; i < atoms.count; i++) {
		size_t at = 0;
		while (at < subject->count && subject->sizes[at].atom != atoms.atoms[i])
			at++;
		if (at == subject->count) {
			const struct subject_size size = {.name = host_name(state, atoms.atoms[i]),
				.origin = SUBJECT_HOST,
				.atom = atoms.atoms[i]};
			at = add_size(state, &size);
		}
		subject->sizes[at].stands_for |= stands_for;
	}
}

static bool is_asked(const struct formula_subject *subject, uint32_t bits)
{
	return (subject->class->deciding | subject->class->address) & bits;
}

static void add_param(struct subject_state *state, size_t index)
{
	const struct ir_var *param = state->subject->kernel->params[index];
	if (!is_integer(param->type)) {
		state->subject->refused = param->type->kind == IR_TYPE_RECORD ? "a size is in a struct"
									      : "a flag decides counts";
		return;
	}
	const struct subject_size size = {.name = param->name,
		.origin = SUBJECT_PARAM,
		.index = (unsigned)index,
		.stands_for = UINT32_C(1) << index};
	add_size(state, &size);
}

/* Where pointers point to decides how addresses lie. */
static void take_pointers(struct subject_state *state)
{
	struct formula_subject *subject = state->subject;
	const struct host_launch *given = subject->use ? subject->use->op->launch : NULL;
	for (size_t i = 0; given && i < given->arg_count && !subject->refused; i++)
		if (given->args[i].kind == HOST_POINTER)
			add_atoms(state, given->args[i].number, 0);
	state->is_shifted = subject->refused != NULL;
}

/* Arguments that aren't numbers, as far as counts hang on them. */
static void take_arguments(struct subject_state *state)
{
	struct formula_subject *subject = state->subject;
	const struct ir_function *kernel = subject->kernel;
	const struct host_launch *given = subject->use ? subject->use->op->launch : NULL;
	for (size_t i = 0; i < kernel->param_count && i < CLASS_MOST_PARAMS && !subject->refused; i++) {
		const struct simt_argument *known = &subject->launch->arguments[i];
		uint32_t bit = UINT32_C(1) << i;
		bool is_told = subject->use && known->kind == SIMT_ARGUMENT_NUMBER;
		if (!is_asked(subject, bit) || is_told ||
			(known->kind == SIMT_ARGUMENT_NUMBER && known->value < 2))
			continue;
		bool is_sum = given && i < given->arg_count && given->args[i].kind == HOST_NUMBER &&
			      is_integer(kernel->params[i]->type);
		if (is_sum)
			add_atoms(state, given->args[i].number, bit);
		else
			add_param(state, i);
	}
}

static bool asks_grid(const struct formula_subject *subject, int axis)
{
	return is_asked(subject, UINT32_C(1) << (CLASS_GRID + axis));
}

/* A number of blocks that the kernel itself asks for is a size: what goes over the grid in steps of it shows
 * with few blocks what it does with many. */
static void take_host_grid(struct subject_state *state)
{
	struct formula_subject *subject = state->subject;
	for (int axis = 0; axis < 3 && !subject->refused; axis++)
		if (host_sum_is_number(subject->use->op->launch->grid[axis], NULL) &&
			asks_grid(subject, axis))
			subject->sets_grid[axis] = true;
		else
			add_atoms(state, subject->use->op->launch->grid[axis],
				UINT32_C(1) << (CLASS_GRID + axis));
}

/* ---- which launch ------------------------------------------------------------------------------ */

static bool is_same_launch(const struct host_launch *a, const struct host_launch *b)
{
	bool same = a->arg_count == b->arg_count;
	for (int axis = 0; axis < 3; axis++)
		same &= a->grid[axis] == b->grid[axis];
	for (size_t i = 0; same && i < a->arg_count; i++)
		same = a->args[i].kind == b->args[i].kind &&
		       (a->args[i].kind != HOST_NUMBER || a->args[i].number == b->args[i].number);
	return same;
}

/* The use that a launch with an unknown grid is, if there is one, or all are alike. */
static const struct host_launch_use *use_of(const struct simt_launch *launch, struct host_launch_uses uses)
{
	const struct host_launch_use *found = NULL;
	for (size_t i = 0; i < uses.count && !launch->grid_known; i++) {
		if (!given_is_at(&uses.data[i], launch->site))
			continue;
		if (found && (found->trace != uses.data[i].trace ||
				     !is_same_launch(found->op->launch, uses.data[i].op->launch)))
			return NULL;
		found = found ? found : &uses.data[i];
	}
	return found;
}

/* ---- terms ------------------------------------------------------------------------------------- */

static void name_terms(struct subject_state *state)
{
	struct formula_subject *subject = state->subject;
	struct facts *facts = state->facts;
	for (size_t i = 0; i < subject->count; i++) {
		const struct subject_size *size = &subject->sizes[i];
		for (size_t k = 0; size->atom && k < facts->atoms.count; k++)
			if (facts->atoms.data[k] == size->atom)
				know(state, facts->atom_terms.data[k], i);
		for (size_t k = 0; k < facts->numbers.count; k++)
			if (size->origin == SUBJECT_PARAM &&
				facts->numbers.data[k].param == subject->kernel->params[size->index])
				know(state, facts->numbers.data[k].term, i);
	}
}

/* Makes the kernel's terms, in blocks of this launch. */
static struct sym_kernel *run_terms(
	struct subject_state *state, const struct ir_module *module, const struct launch_hints *hints)
{
	struct formula_subject *subject = state->subject;
	struct terms *terms = terms_new(state->arena);
	/* what hints say of parameters is only where formulas are put to use */
	state->facts = facts_new(terms, subject->kernel, subject->use, subject->use ? hints : NULL);
	for (int axis = 0; axis < 3; axis++)
		state->facts->launch.block_dim[axis] = term_number(terms, subject->launch->block[axis]);
	struct sym_kernel *kernel = sym_run(terms, module, subject->kernel, &state->facts->launch);
	name_terms(state);
	return kernel;
}

/* ---- the grid ---------------------------------------------------------------------------------- */

bool subject_known_size(const struct formula_subject *subject, size_t index, int64_t *out)
{
	const struct subject_size *size = &subject->sizes[index];
	const struct simt_argument *argument = &subject->launch->arguments[size->index];
	if (size->origin == SUBJECT_PARAM && argument->kind == SIMT_ARGUMENT_NUMBER)
		*out = argument->value;
	else if (size->origin == SUBJECT_GRID && subject->launch->grid_known)
		*out = subject->launch->grid[size->index];
	else
		return false;
	return true;
}

bool subject_known(const struct formula_subject *subject, int64_t *sizes)
{
	for (size_t i = 0; i < subject->count; i++)
		if (!subject_known_size(subject, i, &sizes[i]))
			return false;
	return true;
}

/* Whether a formula has this value in the launch. */
static bool comes_to(const struct formula_subject *subject, const struct formula *formula, int64_t value)
{
	int64_t sizes[FORMULA_MOST_SIZES] = {0};
	for (size_t i = 0; i < subject->count; i++)
		if (!subject_known_size(subject, i, &sizes[i]) && formula_mentions(formula, (unsigned)i))
			return false;
	return (int64_t)formula_value(formula, sizes) == value;
}

/* Without a guard: blocks that divide one size, and no other, as the launch has it. NULL: there is none. */
static const struct formula *divided_size(struct subject_state *state, int axis)
{
	const struct formula_subject *subject = state->subject;
	const int64_t grid = subject->launch->grid[axis], block = subject->launch->block[axis];
	const struct formula *found = NULL;
	for (unsigned i = 0; i < subject->count && grid > 1; i++) {
		int64_t value;
		if (!subject_known_size(subject, i, &value) || value != grid * block)
			continue;
		if (found)
			return NULL;
		found = formula_ceil(state->arena, formula_size(state->arena, i), block);
	}
	return found;
}

/* Axes that are sizes of their own. */
static void add_grid_sizes(struct subject_state *state)
{
	static const char *const names[3] = {"gridDim.x", "gridDim.y", "gridDim.z"};
	struct formula_subject *subject = state->subject;
	for (unsigned axis = 0; axis < 3 && !subject->refused; axis++) {
		if (!subject->sets_grid[axis])
			continue;
		const struct subject_size size = {.name = names[axis],
			.origin = SUBJECT_GRID,
			.index = axis,
			.stands_for = UINT32_C(1) << (CLASS_GRID + axis)};
		size_t at = add_size(state, &size);
		subject->grid[axis] = formula_size(state->arena, (unsigned)at);
		know(state, state->facts->launch.grid_dim[axis], at);
	}
}

/* The grid of a launch that host code doesn't tell as a formula. */
static void choose_grid(struct subject_state *state)
{
	struct formula_subject *subject = state->subject;
	const struct mention mention = mention_of(subject->kernel);
	const struct simt_launch *launch = subject->launch;
	for (int axis = 0; axis < 3; axis++) {
		const struct formula *covered = state->covered[axis];
		if (!covered && launch->grid_known)
			covered = divided_size(state, axis);
		bool fits = covered && launch->grid_known && comes_to(subject, covered, launch->grid[axis]);
		bool is_open = !covered && mention.blocks[axis] && launch->grid[axis] > 1;
		if (asks_grid(subject, axis) || (launch->grid_known && is_open)) {
			subject->sets_grid[axis] = true;
		} else if (launch->grid_known && !fits) {
			subject->grid[axis] = formula_number(state->arena, launch->grid[axis], 1);
		} else if (covered) {
			subject->grid[axis] = covered;
			subject->covers = true;
		} else if (!mention.blocks[axis] && !launch->grid_known) {
			subject->grid[axis] = formula_number(state->arena, 1, 1);
		} else {
			subject->sets_grid[axis] = true;
		}
	}
}

/* What host code says of the grid, for people. */
static void read_grid(struct subject_state *state)
{
	const struct host_launch *given = state->subject->use->op->launch;
	struct facts *facts = state->facts;
	for (int axis = 0; axis < 3; axis++) {
		const struct formula *out = formula_number(state->arena, given->grid[axis]->constant, 1);
		for (size_t i = 0; i < given->grid[axis]->term_count && out; i++) {
			const struct host_term *term = &given->grid[axis]->terms[i];
			const struct formula *part = NULL;
			for (size_t k = 0; k < facts->atoms.count; k++)
				if (facts->atoms.data[k] == term->atom)
					part = subject_formula(state, facts->atom_terms.data[k]);
			out = part ? formula_add(state->arena, out,
					     formula_scale(state->arena, part, term->factor, 1))
				   : NULL;
		}
		state->subject->grid[axis] = out;
	}
}

/* ---- launches ---------------------------------------------------------------------------------- */

/* The host's sizes; where it computes with them in a way that isn't followed, the kernel's parameters. */
static void take_sizes(struct subject_state *state)
{
	struct formula_subject *subject = state->subject;
	take_pointers(state);
	take_arguments(state);
	if (subject->use && !subject->refused)
		take_host_grid(state);
	if (!subject->refused || !subject->use || state->is_shifted)
		return;
	subject->use = NULL;
	subject->refused = NULL;
	subject->count = 0;
	memset(subject->sets_grid, 0, sizeof subject->sets_grid);
	take_arguments(state);
}

struct formula_subject *subject_new(struct arena *arena, const struct ir_module *module,
	const struct ir_function *kernel, const struct simt_launch *launch, struct host_launch_uses uses,
	const struct launch_hints *hints)
{
	struct formula_subject *subject = ARENA_NEW(arena, struct formula_subject);
	struct subject_state state = {.arena = arena, .subject = subject};
	subject->kernel = kernel;
	subject->launch = launch;
	subject->class = formula_class_new(arena, kernel, launch->block);
	subject->refused = subject->class->refused;
	subject->use = use_of(launch, uses);
	if (subject->refused)
		return subject;
	take_sizes(&state);
	if (subject->refused)
		return subject;
	struct sym_kernel *terms = run_terms(&state, module, hints);
	subject_take_terms(&state, terms);
	if (subject->use)
		read_grid(&state);
	else
		choose_grid(&state);
	add_grid_sizes(&state);
	subject_take_blocks(&state);
	return subject;
}

static bool is_possible_grid(const int64_t grid[3])
{
	return grid[0] > 0 && grid[1] > 0 && grid[2] > 0 && grid[0] < INT32_MAX && grid[1] <= UINT16_MAX &&
	       grid[2] <= UINT16_MAX;
}

/* What the host gives with these numbers. */
static struct simt_launch host_launch(
	struct arena *scratch, const struct formula_subject *subject, const int64_t *sizes)
{
	struct host_equalities chosen = {.count = 0};
	for (size_t i = 0; i < subject->count; i++) {
		if (!subject->sizes[i].atom)
			continue;
		chosen.atoms[chosen.count] = subject->sizes[i].atom;
		chosen.numbers[chosen.count++] = sizes[i];
	}
	struct host_launch given = sized_given(scratch, subject->use, &chosen, NULL);
	return given_added(scratch, subject->kernel, subject->launch, &given, subject->use);
}

bool subject_launch(struct arena *scratch, const struct formula_subject *subject, const int64_t *sizes,
	struct simt_launch *out)
{
	const struct ir_function *kernel = subject->kernel;
	*out = subject->use ? host_launch(scratch, subject, sizes) : *subject->launch;
	struct simt_argument *arguments = ARENA_ARRAY(scratch, struct simt_argument, kernel->param_count + 1);
	memcpy(arguments, out->arguments, kernel->param_count * sizeof *arguments);
	out->arguments = arguments;
	out->plainer = NULL;
	out->few_turns = false;
	for (size_t i = 0; i < subject->count; i++)
		if (subject->sizes[i].origin == SUBJECT_PARAM)
			arguments[subject->sizes[i].index] =
				(struct simt_argument){.kind = SIMT_ARGUMENT_NUMBER, .value = sizes[i]};
	for (int axis = 0; axis < 3; axis++)
		if (!subject->use || subject->sets_grid[axis])
			out->grid[axis] = (int64_t)formula_value(subject->grid[axis], sizes);
	out->grid_known |= !subject->use;
	return out->grid_known && is_possible_grid(out->grid) &&
	       memcmp(out->block, subject->launch->block, sizeof out->block) == 0;
}

uint32_t subject_bits(const struct formula_subject *subject, uint32_t class_sizes)
{
	uint32_t bits = 0;
	for (size_t i = 0; i < subject->count; i++)
		if (subject->sizes[i].stands_for & class_sizes)
			bits |= UINT32_C(1) << i;
	return bits;
}
