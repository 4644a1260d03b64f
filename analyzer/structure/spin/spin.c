/* Puts waits together with what ends them and with what lies between an acquire and its release. */
#include "analyzer/structure/spin/spin.h"

#include "analyzer/structure/spin/spin_state.h"
#include "analyzer/value/fold.h"
#include "analyzer/value/rounding.h"

struct ir_spins *ir_spins_new(
	struct arena *arena, const struct ir_module *module, struct ir_uniformity *uniformity)
{
	struct ir_spins *spins = ARENA_NEW(arena, struct ir_spins);
	*spins = (struct ir_spins){.arena = arena, .module = module, .uniformity = uniformity};
	for (size_t i = 0; i < module->functions.count; i++)
		if (module->functions.data[i]->is_kernel || module->functions.data[i]->is_device)
			spin_find_writes(spins, module->functions.data[i]);
	spin_lift_writes(spins);
	for (size_t i = 0; i < module->functions.count; i++)
		if (module->functions.data[i]->is_kernel || module->functions.data[i]->is_device)
			spin_find_loops(spins, module->functions.data[i]);
	spin_lift_waits(spins);
	return spins;
}

struct ir_uniformity *ir_spins_uniformity(const struct ir_spins *spins)
{
	return spins->uniformity;
}

size_t ir_spin_count(const struct ir_spins *spins)
{
	return spins->spins.count;
}

const struct ir_spin *ir_spin_at(const struct ir_spins *spins, size_t index)
{
	return spins->spins.data[index];
}

size_t ir_spin_write_count(const struct ir_spins *spins)
{
	return spins->writes.count;
}

const struct ir_spin_write *ir_spin_write_at(const struct ir_spins *spins, size_t index)
{
	return spins->writes.data[index];
}

const struct ir_spin *ir_spin_origin(const struct ir_spin *spin)
{
	while (spin->inner)
		spin = spin->inner;
	return spin;
}

static enum ir_variance memory_variance(struct ir_uniformity *uniformity, const struct ir_memory *memory)
{
	enum ir_variance variance = memory->index ? ir_variance(uniformity, memory->index) : IR_UNIFORM;
	const struct ir_var *var = memory->var;
	bool is_base = var && var->type->kind == IR_TYPE_POINTER &&
		       (var->storage == IR_LOCAL ||
			       (var->storage == IR_PARAM && var->function && !var->function->is_kernel));
	enum ir_variance base = is_base ? uniform_fact(uniformity, var)->variance : IR_UNIFORM;
	return base <= IR_UNIFORM ? variance : uniform_join(variance, base);
}

enum ir_variance ir_spin_variance(struct ir_spins *spins, const struct ir_spin *spin)
{
	return memory_variance(spins->uniformity, &spin->op.memory);
}

enum ir_element ir_spin_element(
	struct ir_spins *spins, const struct ir_spin *spin, const struct ir_spin_write *write)
{
	const struct ir_memory *a = &spin->op.memory, *b = &write->op.memory;
	if (!a->index && !b->index)
		return IR_ELEMENT_SAME;
	if (a->index && b->index && ir_same_expr(ir_strip_casts(a->index), ir_strip_casts(b->index)))
		return IR_ELEMENT_SAME;
	bool differs = memory_variance(spins->uniformity, a) > IR_WARP_UNIFORM ||
		       memory_variance(spins->uniformity, b) > IR_WARP_UNIFORM;
	return differs ? IR_ELEMENT_UNKNOWN : IR_ELEMENT_OTHER;
}

/* ---- writes ---------------------------------------------------------------------------------- */

struct writes {
	struct ir_spins *spins;
	const struct ir_function *function;
};

static void add_write(struct writes *writes, const struct ir_memory_op *op, const struct ir_path *path)
{
	if (op->effect == IR_MEMORY_READ || op->is_wait)
		return;
	struct ir_spin_write *write = ARENA_NEW(writes->spins->arena, struct ir_spin_write);
	*write = (struct ir_spin_write){
		.function = writes->function, .path = ir_path_keep(writes->spins->arena, path), .op = *op};
	vec_push(writes->spins->arena, &writes->spins->writes, write);
}

static void write_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct ir_memory_op op;
	if (ir_memory_op(expr, &op))
		add_write(context, &op, path);
}

static void write_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct ir_memory_op op;
	if (stmt->kind == IR_ASM && ir_memory_op_asm(stmt, &op))
		add_write(context, &op, path);
}

void spin_find_writes(struct ir_spins *spins, const struct ir_function *function)
{
	const struct ir_visitor visitor = {.stmt = write_stmt, .expr = write_expr};
	struct writes writes = {.spins = spins, .function = function};
	ir_walk_function(function, &visitor, &writes);
}

/* ---- what ends a wait ------------------------------------------------------------------------ */

/* A poll, and what it reads. */
struct polled {
	const struct ir_expr *poll;
	int64_t value;
};

static bool value_polled(const void *context, const struct ir_expr *expr, int64_t *value)
{
	const struct polled *polled = context;
	if (expr != polled->poll)
		return false;
	*value = polled->value;
	return true;
}

bool ir_spin_value_may_end(const struct ir_spin *spin, const struct ir_spin_write *write)
{
	const struct ir_memory_op *op = &write->op;
	const struct ir_spin *origin = ir_spin_origin(spin);
	int64_t stored, value;
	bool is_store = op->effect == IR_MEMORY_WRITE || op->effect == IR_MEMORY_EXCHANGE;
	if (!is_store || !op->value || !ir_fold_int(op->value, &stored))
		return true;
	if (spin->op.is_wait)
		return !spin->op.expected || !ir_fold_int(spin->op.expected, &value) || value != stored;
	const struct polled polled = {origin->op.expr, stored};
	const struct ir_environment once_stored = {value_polled, &polled};
	if (origin->kind != IR_SPIN_FLAG || !origin->condition || !origin->op.expr ||
		!ir_fold_int_in(&once_stored, origin->condition, &value))
		return true;
	return !!value != origin->goes_on;
}

bool ir_spin_may_end(const struct ir_spin *spin, const struct ir_spin_write *write)
{
	return ir_same_memory(&spin->op.memory, &write->op.memory) && ir_spin_value_may_end(spin, write);
}

/* ---- locks ----------------------------------------------------------------------------------- */

/* A write that gives a lock back: a plain or atomic store to what was acquired, other than the acquire. */
static bool gives_back(const struct ir_spin *spin, const struct ir_spin_write *write)
{
	const struct ir_spin *origin = ir_spin_origin(spin);
	for (const struct ir_spin_write *at = write; at; at = at->inner) {
		bool is_acquire = at->op.assembly ? at->op.assembly == origin->op.assembly
						  : at->op.expr == origin->op.expr;
		if (is_acquire || (at->path->expr && at->path->expr == origin->op.memory.source))
			return false;
	}
	if (write->op.effect == IR_MEMORY_CAS && spin->inner == NULL && write->path->up &&
		spin_is_inside(write->path, spin->loop))
		return false; /* another try of it */
	return write->function == spin->function && ir_same_memory(&write->op.memory, &spin->op.memory);
}

/* A guard object takes the lock in its constructor and gives it back in its destructor, at the end of the
 * scope. */
static const struct ir_spin_write *given_back_by_destructor(
	struct ir_spins *spins, const struct ir_spin *spin)
{
	const struct ir_expr *call = spin->path->expr;
	if (!call || call->kind != IR_CONSTRUCT || !spin->inner || !spin->inner->op.memory.is_this)
		return NULL;
	for (size_t i = 0; i < spins->writes.count; i++) {
		const struct ir_spin_write *write = spins->writes.data[i];
		if (write->function->is_destructor &&
			write->function->record == spin->inner->function->record &&
			ir_same_memory(&write->op.memory, &spin->inner->op.memory))
			return write;
	}
	return NULL;
}

static enum ir_release release_here(
	struct ir_spins *spins, const struct ir_spin *spin, const struct ir_spin_write **by)
{
	enum ir_release release = IR_RELEASE_UNSEEN;
	for (size_t i = 0; i < spins->writes.count; i++) {
		const struct ir_spin_write *write = spins->writes.data[i];
		if (!gives_back(spin, write))
			continue;
		bool in_turn = !spin->inner && spin->loop && spin_is_inside(write->path, spin->loop);
		if (!in_turn && (release != IR_RELEASE_UNSEEN ||
					!ir_path_before(spin->function, spin->path, write->path)))
			continue;
		release = in_turn ? IR_RELEASE_IN_TURN : IR_RELEASE_AFTER;
		if (by)
			*by = write;
		if (in_turn)
			break;
	}
	const struct ir_spin_write *destructor =
		release == IR_RELEASE_UNSEEN ? given_back_by_destructor(spins, spin) : NULL;
	if (destructor) {
		release = IR_RELEASE_AFTER;
		if (by)
			*by = destructor;
	}
	return release;
}

enum ir_release ir_spin_release(
	struct ir_spins *spins, const struct ir_spin *spin, const struct ir_spin_write **by)
{
	enum ir_release outer = IR_RELEASE_UNSEEN;
	if (by)
		*by = NULL;
	if (spin->inner)
		outer = ir_spin_release(spins, spin->inner, by);
	return outer != IR_RELEASE_UNSEEN ? outer : release_here(spins, spin, by);
}

static bool is_held_at(struct ir_spins *spins, const struct ir_spin *spin, const struct ir_path *path)
{
	const struct ir_spin_write *by = NULL;
	if (spin->kind == IR_SPIN_FLAG ||
		(spin->inner && ir_spin_release(spins, spin->inner, NULL) != IR_RELEASE_UNSEEN))
		return false;
	enum ir_release release = release_here(spins, spin, &by);
	bool is_scope = by && by->function != spin->function; /* to the end of the scope */
	if (release == IR_RELEASE_UNSEEN || (!is_scope && !ir_path_before(spin->function, path, by->path)))
		return false;
	if (is_scope) {
		const struct ir_path *scope = spin->path;
		while (scope && !(scope->stmt && scope->stmt->kind == IR_BLOCK))
			scope = scope->up;
		if (!scope || !spin_is_inside(path, scope->stmt))
			return false;
	}
	if (release == IR_RELEASE_AFTER)
		return ir_path_before(spin->function, spin->path, path) && !spin_is_inside(path, spin->loop);
	/* between the attempt and the release, in what only the one who has it runs */
	const struct ir_path *acquired = by->path;
	for (; acquired && !(acquired->stmt && acquired->stmt->kind == IR_IF); acquired = acquired->up)
		if (acquired->stmt == spin->loop)
			return false;
	return acquired && spin_is_inside(path, acquired->stmt->body);
}

const struct ir_spin *ir_critical_section(
	struct ir_spins *spins, const struct ir_function *function, const struct ir_path *path)
{
	for (size_t i = 0; i < spins->spins.count; i++)
		if (spins->spins.data[i]->function == function &&
			is_held_at(spins, spins->spins.data[i], path))
			return spins->spins.data[i];
	return NULL;
}

const struct ir_spin *ir_spin_in(
	const struct ir_spins *spins, const struct ir_function *function, enum ir_spin_kind kind)
{
	for (size_t i = 0; i < spins->spins.count; i++)
		if (spins->spins.data[i]->function == function && spins->spins.data[i]->kind == kind)
			return spins->spins.data[i];
	return NULL;
}
