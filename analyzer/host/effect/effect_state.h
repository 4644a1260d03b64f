/* Between the parts of effect.h: what a function does to what it is handed, worked out once per function.
 *
 * Roots are where pointers come from: the parameters, `this` and the variables at namespace scope. For each
 * the memory that it leads to directly is told apart from what pointers in that memory lead to. By-value
 * records are like pointers: their members together lead to the root's memory.
 *
 * A function is read without regard to order: a local may hold every pointer that is ever put into it. */
#ifndef CUDALINT_HOST_EFFECT_STATE_H
#define CUDALINT_HOST_EFFECT_STATE_H

#include "analyzer/host/effect/effect.h"

enum {
	EFFECT_PARAMS = 40, /* further ones share the last */
	EFFECT_THIS = EFFECT_PARAMS,
	EFFECT_GLOBALS,
	EFFECT_ROOTS = 64 /* further variables share the last */
};

/* What is done to memory; bits. */
enum effect_act { EFFECT_READ = 1, EFFECT_WRITE = 2, EFFECT_ATOMIC = 4, EFFECT_UNKNOWN = 8 };

/* Where a pointer may lead; sets of roots. `held`: to a local object that holds such pointers. */
struct effect_value {
	uint64_t direct, deep;
	uint64_t held, held_deep;
};

struct effect_root {
	const struct ir_var *var;      /* NULL: `this` or shared by several */
	const struct ir_type *element; /* of the memory; NULL: unknown */
	unsigned direct, deep;         /* acts */
};

struct effect_summary {
	const struct ir_function *function;
	bool is_done; /* else it is being worked out: recursion */
	struct effect_root roots[EFFECT_ROOTS];
	size_t root_count;            /* with those of variables */
	struct effect_value returned; /* pointers in the result */
	struct effect_value stored;   /* pointers written to memory that isn't the function's own */
};

struct effect_content {
	const struct ir_var *var;
	struct effect_value value;
};

/* One function being read. */
struct effect_state {
	struct host_effect_table *table;
	struct arena *arena;
	struct effect_summary *summary;
	const struct ir_function *function;
	struct effect_content *contents; /* of locals; open addressing */
	size_t content_count, content_size;
	unsigned depth;
	bool has_changed;
};

/* NULL: calls are nested too deeply. */
const struct effect_summary *effect_summary_of(
	struct host_effect_table *table, const struct ir_function *function);

struct effect_value effect_join(struct effect_value a, struct effect_value b);
/* The pointers in the memory that a pointer leads to, and a pointer to a local that holds `value`. */
struct effect_value effect_load(struct effect_value value);
struct effect_value effect_hold(struct effect_value value);
bool effect_is_empty(struct effect_value value);

/* Whether objects of the type hold pointers. */
bool effect_has_pointers(const struct ir_type *type);

/* Something of type `type` (NULL: unknown) is accessed where `to` leads. */
void effect_touch(
	struct effect_state *state, struct effect_value to, unsigned act, const struct ir_type *type);
/* It is handed to code that isn't seen. */
void effect_escape(struct effect_state *state, struct effect_value value, const struct ir_type *type);

struct effect_value *effect_content_of(struct effect_state *state, const struct ir_var *var);
void effect_put(struct effect_state *state, const struct ir_var *var, struct effect_value value);
void effect_store(struct effect_state *state, struct effect_value value);
size_t effect_global(struct effect_state *state, const struct ir_var *var);
/* __device__, __managed__, __constant__ */
bool effect_is_global(const struct ir_var *var);

/* Whether an expression has the operands of its kind: in damaged code, and in designators, it may not. */
bool effect_is_whole(const struct ir_expr *expr);

/* The local or parameter that an lvalue, or a pointer to it, is part of; NULL: none. */
const struct ir_var *effect_base(const struct ir_expr *expr);

/* Reads an expression: for its value, or for where it lies (nothing is accessed then). */
struct effect_value effect_rvalue(struct effect_state *state, const struct ir_expr *expr);
struct effect_value effect_lvalue(struct effect_state *state, const struct ir_expr *expr);
void effect_stmt(struct effect_state *state, const struct ir_stmt *stmt);
void effect_asm(struct effect_state *state, const struct ir_asm *assembly);

/* A call: its value, or where the reference leads that it returns. */
struct effect_value effect_call(struct effect_state *state, const struct ir_expr *expr);
struct effect_value effect_construct(struct effect_state *state, const struct ir_expr *expr);
bool effect_returns_reference(const struct ir_expr *call);

/* Sets from_start of the parameters and variables of which element [0] is certainly accessed. */
void effect_find_start(struct arena *arena, const struct ir_function *kernel, struct host_effects *effects);

#endif
