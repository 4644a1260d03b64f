/* Inside class_*.c: what is known of variables and functions while a kernel is looked at. */
#ifndef CUDALINT_FORMULA_CLASS_STATE_H
#define CUDALINT_FORMULA_CLASS_STATE_H

#include "analyzer/base/arena.h"
#include "analyzer/formula/class.h"

/* Beside the bits of sizes. */
#define CLASS_FAR (UINT32_C(1) << 27)    /* a large number was added: where it is compared isn't come to */
#define CLASS_INDEX (UINT32_C(1) << 28)  /* differs between blocks, or between turns of a loop */
#define CLASS_SCALED (UINT32_C(1) << 29) /* an index times a size */
#define CLASS_ODD (UINT32_C(1) << 30)
#define CLASS_GRID_SIZES (UINT32_C(7) << CLASS_GRID)
/* A size times a number, or divided by one: where that meets another size, one is far larger than the other.
 */
#define CLASS_STEEP (UINT32_C(1) << 31)

struct class_var {
	const struct ir_var *var;
	const struct ir_function *function; /* var NULL: the object whose method it is */
	uint32_t held, led_to;              /* what it is; what it leads to, or what its elements are */
	bool seen;                          /* while a way back to a variable is looked for */
};

/* What one is, the other's elements are: pointers and what they may point to. */
struct class_alias {
	size_t pointer, target;
	bool is_reference;
};

/* In a loop whose number of turns hangs on a size: one is made from the other. */
struct class_step {
	size_t to, from;
};

struct class_function {
	const struct ir_function *function;
	uint32_t entered, exits, result; /* conditions of calls; of returns; values returned */
	bool in_loop;                    /* called in a loop whose number of turns hangs on a size */
};

struct class_loop {
	const struct ir_stmt *stmt;
	uint32_t turns; /* what decides how often it goes round */
};

struct class_row {
	const struct ir_expr *expr;
	uint32_t conditions, address;
};

struct class_table {
	struct class_row *rows;
	size_t count, room; /* room: a power of two */
};

struct class_state {
	struct arena *arena;
	struct formula_class *out;
	const struct ir_function *kernel, *function;
	int64_t block[3];
	VEC(struct class_var) vars;
	VEC(struct class_alias) aliases;
	VEC(struct class_step) steps;
	VEC(struct class_function) functions;
	VEC(struct class_loop) loops;
	VEC(size_t) around; /* loops around, innermost last */
	uint32_t conditions;
	unsigned depth;
	bool changed;
};

uint32_t class_expr(struct class_state *state, const struct ir_expr *expr);
void class_stmt(struct class_state *state, const struct ir_stmt *stmt);
struct class_function *class_function_of(struct class_state *state, const struct ir_function *function);
/* Of a variable; or (NULL) of the object whose method is looked at. */
size_t class_var_of(struct class_state *state, const struct ir_var *var);
void class_add(struct class_state *state, uint32_t *to, uint32_t bits);
/* `to` becomes `value` (NULL: unknown), whose bits these are. */
void class_assign(struct class_state *state, const struct ir_expr *to, const struct ir_expr *value,
	uint32_t bits, bool is_sum);
void class_alias(struct class_state *state, size_t pointer, const struct ir_expr *target, bool is_reference);
/* A call here: gives the bits of what the function returns. */
uint32_t class_enter(struct class_state *state, const struct ir_function *callee);
uint32_t class_call(struct class_state *state, const struct ir_expr *expr);
/* The variable that an lvalue is in, or that a pointer comes from; SIZE_MAX: none. *direct: all of it, or a
 * part of the variable itself. */
size_t class_root(struct class_state *state, const struct ir_expr *expr, bool *direct);
/* A number that follows from the source and the block. */
bool class_number(struct class_state *state, const struct ir_expr *expr, int64_t *number);
/* Whether the numbers among the operands of min, max and the like are small; `all`: bits of all operands. */
bool class_compares(struct class_state *state, const struct ir_expr *expr, uint32_t all);
void class_note(struct class_state *state, const struct ir_expr *expr, uint32_t address);
/* The address that was noted for an expression, or for what it is a part or a conversion of. */
uint32_t class_noted(const struct class_state *state, const struct ir_expr *expr);

#endif
