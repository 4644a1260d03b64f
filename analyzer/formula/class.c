/* Passes over the kernel and its functions until nothing more is found. */
#include "analyzer/formula/class_state.h"

#include <string.h>

static size_t slot_of(const struct class_table *table, const struct ir_expr *expr)
{
	uint64_t hash = (uint64_t)(uintptr_t)expr * UINT64_C(0x9e3779b97f4a7c15);
	size_t at = (size_t)(hash >> 20) & (table->room - 1);
	while (table->rows[at].expr && table->rows[at].expr != expr)
		at = (at + 1) & (table->room - 1);
	return at;
}

static void grow(struct class_state *state, struct class_table *table)
{
	struct class_table old = *table;
	table->room = old.room ? old.room * 2 : 256;
	table->rows = ARENA_ARRAY(state->arena, struct class_row, table->room);
	for (size_t i = 0; i < old.room; i++)
		if (old.rows[i].expr)
			table->rows[slot_of(table, old.rows[i].expr)] = old.rows[i];
}

void class_note(struct class_state *state, const struct ir_expr *expr, uint32_t address)
{
	struct class_table *table = state->out->table;
	if (table->count * 2 >= table->room)
		grow(state, table);
	struct class_row *row = &table->rows[slot_of(table, expr)];
	const struct class_function *function = class_function_of(state, state->function);
	table->count += !row->expr;
	row->expr = expr;
	class_add(state, &row->address, address);
	class_add(state, &row->conditions, state->conditions | function->entered | function->exits);
}

uint32_t class_noted(const struct class_state *state, const struct ir_expr *expr)
{
	const struct class_table *table = state->out->table;
	const struct class_row *row = table->room ? &table->rows[slot_of(table, expr)] : NULL;
	return row && row->expr ? row->address : 0;
}

struct class_place formula_class_of(const struct formula_class *class, const struct ir_expr *access)
{
	const struct class_row *row =
		class->table->room ? &class->table->rows[slot_of(class->table, access)] : NULL;
	if (!row || !row->expr || class->refused)
		return (struct class_place){.is_odd = true};
	return (struct class_place){.is_odd = (row->conditions | row->address) & CLASS_ODD,
		.deciding = row->conditions & CLASS_SIZES,
		.address = row->address & CLASS_SIZES};
}

void class_add(struct class_state *state, uint32_t *to, uint32_t bits)
{
	state->changed |= (*to | bits) != *to;
	*to |= bits;
}

struct class_function *class_function_of(struct class_state *state, const struct ir_function *function)
{
	for (size_t i = 0; i < state->functions.count; i++)
		if (state->functions.data[i].function == function)
			return &state->functions.data[i];
	vec_push(state->arena, &state->functions, (struct class_function){.function = function});
	state->changed = true;
	return &state->functions.data[state->functions.count - 1];
}

size_t class_var_of(struct class_state *state, const struct ir_var *var)
{
	const struct ir_function *function = var ? NULL : state->function;
	for (size_t i = 0; i < state->vars.count; i++)
		if (state->vars.data[i].var == var && state->vars.data[i].function == function)
			return i;
	vec_push(state->arena, &state->vars, (struct class_var){.var = var, .function = function});
	return state->vars.count - 1;
}

/* ---- assignments ------------------------------------------------------------------------------ */

size_t class_root(struct class_state *state, const struct ir_expr *expr, bool *direct)
{
	*direct = true;
	for (;;) {
		expr = ir_strip_casts(expr);
		switch (expr->kind) {
		case IR_VAR: return class_var_of(state, expr->var);
		case IR_THIS: return class_var_of(state, NULL);
		case IR_MEMBER: *direct &= !expr->is_arrow; break;
		case IR_INDEX: *direct = false; break;
		case IR_UNARY: *direct &= expr->op != IR_OP_DEREF; break;
		case IR_BINARY:
			if (expr->operands[0]->type->kind != IR_TYPE_POINTER &&
				expr->operands[0]->type->kind != IR_TYPE_ARRAY)
				return SIZE_MAX;
			break;
		default: return SIZE_MAX;
		}
		if (!expr->operand_count)
			return expr->kind == IR_MEMBER ? class_var_of(state, NULL) : SIZE_MAX;
		expr = expr->operands[0];
	}
}

void class_alias(struct class_state *state, size_t pointer, const struct ir_expr *target, bool is_reference)
{
	bool direct;
	size_t root = class_root(state, target, &direct);
	if (root == SIZE_MAX || root == pointer)
		return;
	for (size_t i = 0; i < state->aliases.count; i++)
		if (state->aliases.data[i].pointer == pointer && state->aliases.data[i].target == root)
			return;
	vec_push(state->arena, &state->aliases, (struct class_alias){pointer, root, is_reference});
}

/* Whether the number of turns of some loop around hangs on a size. */
static bool in_open_loop(const struct class_state *state)
{
	for (size_t i = 0; i < state->around.count; i++)
		if (state->loops.data[state->around.data[i]].turns)
			return true;
	return false;
}

/* Whether what is assigned to a variable stays from turn to turn of such a loop. A function that a loop calls
 * has variables of its own that begin anew each time, but those that it was given to change. */
static bool is_carried(struct class_state *state, const struct ir_var *var)
{
	if (in_open_loop(state))
		return true;
	bool is_own = var && (var->storage == IR_LOCAL || var->storage == IR_PARAM) &&
		      var->type->kind != IR_TYPE_POINTER && var->type->kind != IR_TYPE_REFERENCE;
	return !is_own && class_function_of(state, state->function)->in_loop;
}

/* Every variable that an expression reads is a step to `to`. */
static void take_steps(struct class_state *state, size_t to, const struct ir_expr *expr)
{
	if (!expr)
		return;
	if (expr->kind == IR_VAR && !expr->var->builtin)
		vec_push(
			state->arena, &state->steps, (struct class_step){to, class_var_of(state, expr->var)});
	for (size_t i = 0; i < expr->operand_count; i++)
		take_steps(state, to, expr->operands[i]);
	if ((expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT) && expr->call->object)
		take_steps(state, to, expr->call->object);
}

void class_assign(struct class_state *state, const struct ir_expr *to, const struct ir_expr *value,
	uint32_t bits, bool is_sum)
{
	bool direct;
	size_t root = class_root(state, to, &direct);
	if (root == SIZE_MAX)
		return;
	uint32_t conditions = 0;
	for (size_t i = 0; i < state->around.count; i++)
		conditions |= state->loops.data[state->around.data[i]].turns;
	bits |= (state->conditions | conditions) & CLASS_ODD;
	if (is_carried(state, state->vars.data[root].var) && to->type->kind != IR_TYPE_FLOAT) {
		/* so many times the same, or something that grows in another way; steps by as many elements
		 * as the grid has threads go over blocks as if there were more of them */
		if (is_sum)
			bits |= CLASS_INDEX | (bits & CLASS_INDEX ? CLASS_ODD : 0) |
				(bits & CLASS_SIZES & ~CLASS_GRID_SIZES ? CLASS_SCALED : 0);
		take_steps(state, root, value);
	}
	struct class_var *var = &state->vars.data[root];
	class_add(state, direct ? &var->held : &var->led_to, bits);
	bool is_pointer = to->type->kind == IR_TYPE_POINTER;
	if (is_pointer && value)
		class_alias(state, root, value, false);
}

uint32_t class_enter(struct class_state *state, const struct ir_function *callee)
{
	const struct class_function *caller = class_function_of(state, state->function);
	uint32_t conditions = state->conditions | caller->entered | caller->exits;
	bool in_loop = caller->in_loop || in_open_loop(state);
	struct class_function *entry = class_function_of(state, callee);
	class_add(state, &entry->entered, conditions);
	state->changed |= in_loop && !entry->in_loop;
	entry->in_loop |= in_loop;
	return entry->result;
}

/* ---- statements ------------------------------------------------------------------------------- */

static size_t loop_of(struct class_state *state, const struct ir_stmt *stmt)
{
	for (size_t i = 0; i < state->loops.count; i++)
		if (state->loops.data[i].stmt == stmt)
			return i;
	vec_push(state->arena, &state->loops, (struct class_loop){.stmt = stmt});
	return state->loops.count - 1;
}

static void decide(struct class_state *state, uint32_t bits)
{
	state->conditions |= bits;
	state->out->deciding |= bits & CLASS_SIZES;
	state->out->is_odd |= (bits & CLASS_ODD) != 0;
}

static void declare(struct class_state *state, const struct ir_stmt *stmt)
{
	for (size_t i = 0; i < stmt->var_count; i++) {
		const struct ir_var *var = stmt->vars[i];
		if (!var->init)
			continue;
		uint32_t bits = class_expr(state, var->init) | (state->conditions & CLASS_ODD);
		size_t at = class_var_of(state, var);
		class_add(state, &state->vars.data[at].held, bits);
		if (var->type->kind == IR_TYPE_ARRAY || var->type->kind == IR_TYPE_RECORD)
			class_add(state, &state->vars.data[at].led_to, bits);
		bool is_reference = var->type->kind == IR_TYPE_REFERENCE;
		if (is_reference || var->type->kind == IR_TYPE_POINTER)
			class_alias(state, at, var->init, is_reference);
		if (in_open_loop(state))
			take_steps(state, at, var->init);
	}
}

static void loop(struct class_state *state, const struct ir_stmt *stmt)
{
	size_t at = loop_of(state, stmt);
	uint32_t outer = state->conditions;
	class_stmt(state, stmt->init);
	vec_push(state->arena, &state->around, at);
	declare(state, stmt);
	uint32_t when = class_expr(state, stmt->expr);
	if (stmt->kind == IR_RANGE_FOR)
		state->out->refused = "a loop over a range isn't followed";
	class_add(state, &state->loops.data[at].turns, when);
	decide(state, state->loops.data[at].turns);
	class_stmt(state, stmt->body);
	class_expr(state, stmt->step);
	state->around.count--;
	state->conditions = outer;
}

/* Lanes leave here: what comes after hangs on the conditions. */
static void leave(struct class_state *state, const struct ir_stmt *stmt)
{
	struct class_function *function = class_function_of(state, state->function);
	if (stmt->kind == IR_RETURN) {
		uint32_t bits = class_expr(state, stmt->expr);
		function = class_function_of(state, state->function);
		class_add(state, &function->result, bits | (state->conditions & CLASS_ODD));
		class_add(state, &function->exits, state->conditions);
		for (size_t i = 0; i < state->around.count; i++)
			class_add(state, &state->loops.data[state->around.data[i]].turns, state->conditions);
	} else if (state->around.count) {
		size_t inner = state->around.data[state->around.count - 1];
		class_add(state, &state->loops.data[inner].turns, state->conditions);
	}
}

static void branch(struct class_state *state, const struct ir_stmt *stmt)
{
	uint32_t outer = state->conditions;
	class_stmt(state, stmt->init);
	declare(state, stmt);
	uint32_t when = class_expr(state, stmt->expr);
	/* its cases are compared with numbers of any size */
	decide(state, when | (stmt->kind == IR_SWITCH && when ? CLASS_ODD : 0));
	class_stmt(state, stmt->body);
	class_stmt(state, stmt->other);
	state->conditions = outer;
}

void class_stmt(struct class_state *state, const struct ir_stmt *stmt)
{
	if (!stmt)
		return;
	switch (stmt->kind) {
	case IR_IF:
	case IR_SWITCH: branch(state, stmt); return;
	case IR_FOR:
	case IR_RANGE_FOR:
	case IR_WHILE:
	case IR_DO: loop(state, stmt); return;
	case IR_RETURN:
	case IR_BREAK:
	case IR_CONTINUE: leave(state, stmt); return;
	case IR_GOTO:
	case IR_TRY: state->out->refused = "its control flow isn't followed"; return;
	default: break;
	}
	class_stmt(state, stmt->init);
	declare(state, stmt);
	class_expr(state, stmt->expr);
	class_stmt(state, stmt->body);
	for (size_t i = 0; i < stmt->child_count; i++)
		class_stmt(state, stmt->children[i]);
	for (size_t i = 0; stmt->assembly && i < stmt->assembly->operand_count; i++) {
		const struct ir_asm_operand *operand = &stmt->assembly->operands[i];
		uint32_t bits = class_expr(state, operand->expr);
		if (operand->is_output && operand->expr)
			class_assign(state, operand->expr, NULL, bits | CLASS_ODD, false);
	}
}

/* ---- passes ----------------------------------------------------------------------------------- */

static void flow_through_aliases(struct class_state *state)
{
	for (size_t i = 0; i < state->aliases.count; i++) {
		struct class_var *pointer = &state->vars.data[state->aliases.data[i].pointer];
		struct class_var *target = &state->vars.data[state->aliases.data[i].target];
		bool is_value = target->var && target->var->type->kind != IR_TYPE_POINTER;
		class_add(state, &pointer->led_to, target->led_to);
		class_add(state, &target->led_to, pointer->led_to);
		if (state->aliases.data[i].is_reference) {
			class_add(state, &target->held, pointer->held);
		} else if (is_value) {
			class_add(state, &target->held, pointer->led_to);
			class_add(state, &pointer->led_to, target->held);
		}
	}
}

static bool comes_back(struct class_state *state, size_t from, size_t to)
{
	for (size_t i = 0; i < state->steps.count; i++) {
		size_t next = state->steps.data[i].from;
		if (state->steps.data[i].to != from)
			continue;
		if (next == to)
			return true;
		if (state->vars.data[next].seen)
			continue;
		state->vars.data[next].seen = true;
		if (comes_back(state, next, to))
			return true;
	}
	return false;
}

/* What a loop makes of itself in another way than by adding to it grows as nobody can tell. */
static void find_ways_back(struct class_state *state)
{
	for (size_t i = 0; i < state->vars.count; i++) {
		const struct ir_var *var = state->vars.data[i].var;
		if (!var || ir_type_value(var->type)->kind == IR_TYPE_FLOAT)
			continue;
		for (size_t k = 0; k < state->vars.count; k++)
			state->vars.data[k].seen = false;
		if (comes_back(state, i, i)) {
			class_add(state, &state->vars.data[i].held, CLASS_ODD);
			class_add(state, &state->vars.data[i].led_to, CLASS_ODD);
		}
	}
}

static void begin(struct class_state *state)
{
	const struct ir_function *kernel = state->kernel;
	class_function_of(state, kernel);
	if (kernel->param_count > CLASS_MOST_PARAMS)
		state->out->refused = "it has too many parameters";
	for (size_t i = 0; i < kernel->param_count && !state->out->refused; i++) {
		const struct ir_type *type = ir_type_value(kernel->params[i]->type);
		bool is_size = type->kind == IR_TYPE_INT || type->kind == IR_TYPE_BOOL ||
			       type->kind == IR_TYPE_ENUM || type->kind == IR_TYPE_RECORD;
		size_t at = class_var_of(state, kernel->params[i]);
		state->vars.data[at].held = is_size ? UINT32_C(1) << i : 0;
	}
}

static void pass(struct class_state *state)
{
	state->steps.count = 0;
	for (size_t i = 0; i < state->functions.count; i++) {
		const struct ir_function *function = state->functions.data[i].function;
		state->function = function;
		state->conditions = 0;
		state->around.count = 0;
		class_stmt(state, function->body);
	}
	flow_through_aliases(state);
	find_ways_back(state);
}

static void sum_up(struct class_state *state)
{
	const struct class_table *table = state->out->table;
	for (size_t i = 0; i < table->room; i++)
		state->out->address |= table->rows[i].address & CLASS_SIZES;
}

struct formula_class *formula_class_new(
	struct arena *arena, const struct ir_function *kernel, const int64_t block[3])
{
	enum { MOST_PASSES = 60 };
	struct class_state state = {
		.arena = arena, .out = ARENA_NEW(arena, struct formula_class), .kernel = kernel};
	state.out->table = ARENA_NEW(arena, struct class_table);
	memcpy(state.block, block, sizeof state.block);
	begin(&state);
	for (int passes = 0; !state.out->refused; passes++) {
		state.changed = false;
		pass(&state);
		if (!state.changed)
			break;
		if (passes == MOST_PASSES)
			state.out->refused = "it is too large";
	}
	sum_up(&state);
	return state.out;
}
