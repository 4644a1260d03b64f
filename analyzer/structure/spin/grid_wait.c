/* Recognises waits between blocks by who arrives and who waits: a counter that every block raises and polls,
 * a flag that the last one to arrive sets, a master block that collects and releases, an array with an
 * element for each block that all look through, neighbours, and blocks that have one of two roles. */
#include "analyzer/structure/spin/grid_wait.h"

#include "analyzer/structure/spin/grid_mention.h"
#include "analyzer/structure/spin/spin_state.h"
#include "analyzer/value/fold.h"

enum { MAX_DEPTH = 12, PROBE_GRID = 1000, PROBE_BLOCK = 64 };

/* ---- which blocks come to a point ------------------------------------------------------------ */

enum blocks {
	BLOCKS_ALL,
	BLOCKS_BUT_ONE,
	BLOCKS_SOME,
	BLOCKS_LAST, /* the one that arrives last, by a counter */
	BLOCKS_ONE,
};

struct arrival {
	const struct ir_spins *spins;
	bool found, names_grid;
	unsigned depth;
};

static void look_for_drawn(void *context, const struct ir_expr *expr, const struct ir_path *path);

static void drawn_in(struct arrival *arrival, const struct ir_expr *expr)
{
	const struct ir_visitor visitor = {.expr = look_for_drawn};
	if (!expr || arrival->depth >= 4)
		return;
	arrival->depth++;
	ir_walk_expr(expr, &visitor, arrival, NULL);
	arrival->depth--;
}

static void look_for_drawn(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct arrival *arrival = context;
	struct ir_memory_op op;
	(void)path;
	if (expr->kind == IR_CALL && ir_memory_op(expr, &op) && op.effect == IR_MEMORY_ADD)
		arrival->found = true;
	arrival->names_grid |= grid_mentions(expr, CUDA_GRID_DIM);
	if (expr->kind != IR_VAR)
		return;
	if (expr->var->storage == IR_LOCAL)
		drawn_in(arrival, expr->var->init);
	for (size_t i = 0; expr->var->storage == IR_SHARED && i < arrival->spins->writes.count; i++) {
		const struct ir_spin_write *write = arrival->spins->writes.data[i];
		if (write->op.memory.var == expr->var && !write->inner)
			drawn_in(arrival, write->op.value);
	}
}

/* `atomicAdd(&count, 1) == gridDim.x - 1`, also through a local or shared variable. */
static bool is_last_arrival(const struct ir_spins *spins, const struct ir_expr *condition, bool *names_grid)
{
	struct arrival arrival = {.spins = spins};
	drawn_in(&arrival, condition);
	*names_grid |= arrival.found && arrival.names_grid;
	return arrival.found;
}

static bool is_zero_or_one(const struct ir_expr *expr, int64_t number)
{
	int64_t value;
	return ir_fold_int(expr, &value) && value == number;
}

static enum blocks blocks_of(const struct ir_expr *expr, bool wanted, unsigned depth)
{
	expr = ir_strip_casts(expr);
	if (!expr || depth >= MAX_DEPTH || !grid_mentions(expr, CUDA_BLOCK_INDEX))
		return BLOCKS_ALL;
	if (expr->kind == IR_UNARY && expr->op == IR_OP_NOT)
		return blocks_of(expr->operands[0], !wanted, depth + 1);
	if (expr->kind == IR_VAR && expr->var->init && !expr->var->is_assigned &&
		expr->var->type->kind == IR_TYPE_BOOL)
		return blocks_of(expr->var->init, wanted, depth + 1);
	if (expr->kind != IR_BINARY)
		return wanted ? BLOCKS_BUT_ONE : BLOCKS_ONE;
	if (expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR) {
		enum blocks left = blocks_of(expr->operands[0], wanted, depth + 1);
		enum blocks right = blocks_of(expr->operands[1], wanted, depth + 1);
		bool all_hold = wanted == (expr->op == IR_OP_LOGICAL_AND);
		return (left > right) == all_hold ? left : right;
	}
	if (expr->op == IR_OP_EQ || expr->op == IR_OP_NE)
		return wanted == (expr->op == IR_OP_EQ) ? BLOCKS_ONE : BLOCKS_BUT_ONE;
	if (expr->op == IR_OP_GT && is_zero_or_one(expr->operands[1], 0))
		return wanted ? BLOCKS_BUT_ONE : BLOCKS_ONE;
	if (expr->op == IR_OP_LT && is_zero_or_one(expr->operands[1], 1))
		return wanted ? BLOCKS_ONE : BLOCKS_BUT_ONE;
	/* `i < n`: a guard of the data's end is no choice of blocks */
	return expr->op >= IR_OP_LT && expr->op <= IR_OP_GE &&
			       !grid_mentions(expr->operands[0], CUDA_GRID_DIM)
		       ? BLOCKS_ALL
		       : BLOCKS_SOME;
}

static enum blocks blocks_on_path(const struct ir_spins *spins, const struct ir_path *path, bool *names_grid)
{
	spin_guard_list guards = {0};
	enum blocks blocks = BLOCKS_ALL;
	spin_guards(spins->arena, &guards, path);
	for (size_t i = 0; i < guards.count; i++) {
		enum blocks here = blocks_of(guards.data[i].condition, guards.data[i].wanted, 0);
		if (is_last_arrival(spins, guards.data[i].condition, names_grid)) {
			const struct ir_expr *plain = ir_strip_casts(guards.data[i].condition);
			bool differs =
				plain->kind == IR_BINARY && (plain->op == IR_OP_NE || plain->op == IR_OP_LT);
			here = guards.data[i].wanted != differs ? BLOCKS_LAST : BLOCKS_BUT_ONE;
		}
		blocks = here > blocks ? here : blocks;
	}
	return blocks;
}

static enum blocks blocks_at_wait(struct ir_spins *spins, const struct ir_spin *spin)
{
	enum blocks blocks = BLOCKS_ALL;
	bool names_grid = false;
	for (; spin; spin = spin->inner) {
		enum blocks here = blocks_on_path(spins, spin->path, &names_grid);
		blocks = here > blocks ? here : blocks;
	}
	return blocks;
}

static enum blocks blocks_at_write(
	struct ir_spins *spins, const struct ir_spin_write *write, bool *names_grid)
{
	enum blocks blocks = BLOCKS_ALL;
	for (; write; write = write->inner) {
		enum blocks here = blocks_on_path(spins, write->path, names_grid);
		blocks = here > blocks ? here : blocks;
	}
	return blocks;
}

/* ---- order ----------------------------------------------------------------------------------- */

/* Where both lie in one helper, they are compared there. */
static void descend(const struct ir_spin **spin, const struct ir_spin_write **write)
{
	while ((*spin)->path->expr && (*spin)->path->expr == (*write)->path->expr && (*spin)->inner &&
		(*write)->inner) {
		*spin = (*spin)->inner;
		*write = (*write)->inner;
	}
}

static bool waits_before(const struct ir_spin *spin, const struct ir_spin_write *write)
{
	descend(&spin, &write);
	return ir_path_before(spin->function, spin->path, write->path);
}

static bool writes_before(const struct ir_spin_write *write, const struct ir_spin *spin)
{
	descend(&spin, &write);
	return ir_path_before(spin->function, write->path, spin->path);
}

static bool share_a_loop(const struct ir_spin *spin, const struct ir_spin_write *write)
{
	descend(&spin, &write);
	for (const struct ir_path *at = spin->path; at; at = at->up)
		if (at->stmt && ir_is_loop(at->stmt) && spin_is_inside(write->path, at->stmt))
			return true;
	return false;
}

/* ---- neighbours ------------------------------------------------------------------------------ */

/* What an expression is for thread 0 of the block whose number the context is, in PROBE_GRID. */
static bool value_in_block(const void *context, const struct ir_expr *expr, int64_t *value)
{
	if (expr->kind != IR_MEMBER || expr->operands[0]->kind != IR_VAR)
		return false;
	switch (expr->operands[0]->var->builtin) {
	case CUDA_GRID_DIM: *value = PROBE_GRID; return true;
	case CUDA_BLOCK_DIM: *value = PROBE_BLOCK; return true;
	case CUDA_BLOCK_INDEX: *value = *(const int *)context; return true;
	case CUDA_THREAD_INDEX: *value = 0; return true;
	default: return false;
	}
}

/* Whether an element that a block polls is one that a block of higher index sets. */
static bool is_higher(const struct ir_expr *polled, const struct ir_expr *set)
{
	for (int block = 4; block < 6; block++) {
		const struct ir_environment in_block = {value_in_block, &block};
		int64_t a, b;
		if (!ir_fold_int_in(&in_block, polled, &a) || !ir_fold_int_in(&in_block, set, &b))
			return false;
		if (a > b)
			return true;
	}
	return false;
}

static void check_neighbour(
	const struct ir_spin *spin, const struct ir_spin_write *write, struct ir_grid_wait *out)
{
	if (!spin->op.memory.index || !write->op.memory.index ||
		!is_higher(spin->op.memory.index, write->op.memory.index))
		return;
	out->kind = IR_GRID_WAIT_HIGHER;
	out->arrival = write;
	out->is_certain = waits_before(spin, write) || share_a_loop(spin, write);
}

/* ---- all for all ----------------------------------------------------------------------------- */

static bool names_block(const struct ir_memory *memory)
{
	return (memory->index && grid_mentions(memory->index, CUDA_BLOCK_INDEX)) ||
	       grid_mentions(memory->source, CUDA_BLOCK_INDEX);
}

static bool polls_per_block(const struct ir_spin *spin)
{
	for (; spin; spin = spin->inner)
		if (names_block(&spin->op.memory))
			return true;
	return false;
}

static bool writes_per_block(const struct ir_spin_write *write)
{
	for (; write; write = write->inner)
		if (names_block(&write->op.memory))
			return true;
	return false;
}

/* A master block that waits for all the others before it writes: its wait, or NULL. */
static const struct ir_spin *collects_before(
	struct ir_spins *spins, const struct ir_spin_write *write, const struct ir_spin *other)
{
	bool names_grid = false;
	for (size_t i = 0; i < spins->spins.count; i++) {
		const struct ir_spin *spin = spins->spins.data[i];
		if (spin == other || spin->function != write->function || spin->kind != IR_SPIN_FLAG ||
			!waits_before(spin, write))
			continue;
		for (size_t j = 0; j < spins->writes.count; j++) {
			const struct ir_spin_write *arrival = spins->writes.data[j];
			if (arrival->function == spin->function && ir_spin_may_end(spin, arrival) &&
				blocks_at_write(spins, arrival, &names_grid) <= BLOCKS_BUT_ONE)
				return spin;
		}
	}
	return NULL;
}

static bool guard_mentions_grid(struct ir_spins *spins, const struct ir_spin *spin)
{
	spin_guard_list guards = {0};
	for (const struct ir_spin *at = spin; at; at = at->inner) {
		spin_guards(spins->arena, &guards, at->path);
		for (const struct ir_path *path = at->path; path; path = path->up)
			if (path->stmt && ir_is_loop(path->stmt) && path->stmt->expr &&
				grid_mentions(path->stmt->expr, CUDA_GRID_DIM))
				return true;
	}
	for (size_t i = 0; i < guards.count; i++)
		if (grid_mentions(guards.data[i].condition, CUDA_GRID_DIM))
			return true;
	return grid_condition_mentions(spin, CUDA_GRID_DIM);
}

static void set_all(struct ir_grid_wait *out, const struct ir_spin_write *arrival, bool is_certain)
{
	if (out->kind == IR_GRID_WAIT_ALL && out->is_certain >= is_certain)
		return;
	*out = (struct ir_grid_wait){.kind = IR_GRID_WAIT_ALL, .is_certain = is_certain, .arrival = arrival};
}

/* ---- roles ----------------------------------------------------------------------------------- */

enum role { ROLE_SAME, ROLE_LOWER, ROLE_HIGHER };

/* Which blocks a comparison leaves, as against those on its other side. */
static enum role role_of(const struct ir_expr *condition, bool wanted)
{
	const struct ir_expr *plain = ir_strip_casts(condition);
	if (plain->kind == IR_VAR && plain->var->init && !plain->var->is_assigned)
		plain = ir_strip_casts(plain->var->init);
	if (plain->kind != IR_BINARY || plain->op < IR_OP_LT || plain->op > IR_OP_GE)
		return ROLE_SAME;
	bool left = grid_mentions(plain->operands[0], CUDA_BLOCK_INDEX),
	     right = grid_mentions(plain->operands[1], CUDA_BLOCK_INDEX);
	if (left == right)
		return ROLE_SAME;
	bool is_less = plain->op == IR_OP_LT || plain->op == IR_OP_LE;
	return (is_less == left) == wanted ? ROLE_LOWER : ROLE_HIGHER;
}

/* Blocks below a number do the one, the others the other: which of them writes. */
static enum role role_of_writer(
	struct ir_spins *spins, const struct ir_spin *spin, const struct ir_spin_write *write)
{
	spin_guard_list waiting = {0}, writing = {0};
	descend(&spin, &write);
	spin_guards(spins->arena, &waiting, spin->path);
	spin_guards(spins->arena, &writing, write->path);
	for (size_t i = 0; i < writing.count; i++)
		for (size_t k = 0; k < waiting.count; k++) {
			const struct spin_guard *a = &writing.data[i], *b = &waiting.data[k];
			enum role role = a->condition == b->condition && a->wanted != b->wanted
						 ? role_of(a->condition, a->wanted)
						 : ROLE_SAME;
			if (role != ROLE_SAME)
				return role;
		}
	return ROLE_SAME;
}

/* Looks at one write that may end the wait. False: by this one, blocks get by without all the others. */
static bool check_write(struct ir_spins *spins, const struct ir_spin *spin, const struct ir_spin_write *write,
	struct ir_grid_wait *out)
{
	bool names_grid = false, per_block = writes_per_block(write);
	enum blocks setters = blocks_at_write(spins, write, &names_grid);
	bool arrives = setters <= BLOCKS_BUT_ONE && writes_before(write, spin);
	enum role role = setters <= BLOCKS_BUT_ONE ? role_of_writer(spins, spin, write) : ROLE_SAME;
	if (role == ROLE_HIGHER && out->kind == IR_GRID_WAIT_NONE)
		*out = (struct ir_grid_wait){.kind = IR_GRID_WAIT_HIGHER, .arrival = write};
	if (role != ROLE_SAME)
		return true;
	if (polls_per_block(spin) && per_block && setters <= BLOCKS_BUT_ONE) {
		check_neighbour(spin, write, out);
		return true;
	}
	if (blocks_at_wait(spins, spin) == BLOCKS_ALL && !grid_condition_mentions(spin, CUDA_BLOCK_INDEX) &&
		waits_before(spin, write))
		return true; /* whoever comes there has got by */
	if (setters == BLOCKS_LAST) {
		set_all(out, write, names_grid);
		return true;
	}
	if (setters == BLOCKS_ONE) {
		const struct ir_spin *master = collects_before(spins, write, spin);
		if (master)
			set_all(out, write, guard_mentions_grid(spins, master));
		return master != NULL;
	}
	bool counts = write->op.effect == IR_MEMORY_ADD && !per_block && !polls_per_block(spin);
	bool marks = per_block && !polls_per_block(spin);
	if (arrives && (counts || marks) && !grid_condition_mentions(spin, CUDA_BLOCK_INDEX))
		set_all(out, write, guard_mentions_grid(spins, spin));
	else if (arrives && write->op.effect != IR_MEMORY_ADD && !per_block)
		return true; /* set to what it is before anybody waits */
	return arrives;
}

enum ir_grid_wait_kind ir_grid_wait(
	struct ir_spins *spins, const struct ir_spin *spin, struct ir_grid_wait *out)
{
	const struct ir_var *var = spin->op.memory.var;
	*out = (struct ir_grid_wait){0};
	if (spin->kind != IR_SPIN_FLAG || !spin->is_top ||
		(var && (var->storage == IR_SHARED || var->storage == IR_EXTERN_SHARED)) ||
		blocks_at_wait(spins, spin) > BLOCKS_BUT_ONE)
		return IR_GRID_WAIT_NONE;
	for (size_t i = 0; i < spins->writes.count; i++) {
		const struct ir_spin_write *write = spins->writes.data[i];
		if (write->function == spin->function && ir_spin_may_end(spin, write) &&
			!check_write(spins, spin, write, out)) {
			out->kind = IR_GRID_WAIT_NONE;
			break;
		}
	}
	return out->kind;
}
