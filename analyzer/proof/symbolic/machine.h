/* The state of the walk through a kernel, for the files of this folder. */
#ifndef CUDALINT_PROOF_SYMBOLIC_MACHINE_H
#define CUDALINT_PROOF_SYMBOLIC_MACHINE_H

#include "analyzer/proof/symbolic/symbolic.h"

enum { SYM_MOST_TARGETS = 6, SYM_MOST_LOOPS = 12, SYM_MOST_CALLS = 24 };

/* One object that a pointer may lead to. */
struct sym_target {
	const struct term *when;
	struct sym_object *object;
	const struct term *offset;
};

enum sym_kind {
	SYM_NUMBER,
	SYM_POINTER, /* targets; none: null */
	SYM_RECORD,  /* the bytes of `object` from `offset` on */
	SYM_OTHER    /* a real number, or nothing that is followed */
};

struct sym_value {
	enum sym_kind kind;
	const struct term *number;
	struct sym_target targets[SYM_MOST_TARGETS];
	size_t target_count;
	struct sym_object *object;
	int64_t offset;
	bool real_known;
	double real;
	unsigned scope, marks; /* of SYM_OTHER */
};

/* What a variable, or a part of one, holds. */
struct sym_cell {
	const struct sym_object *object;
	int64_t offset, size;
	struct sym_value value;
};

/* What holds at a point: the condition under which the thread is there, and what its variables hold. */
struct sym_state {
	const struct term *live;
	VEC(struct sym_cell) cells;
};

/* States that meet further down: those of all `break`s of a loop, of all returns of a function. */
typedef VEC(struct sym_state) sym_states;

struct sym_loop {
	struct sym_loop *up;
	const struct term *turn;
	sym_states breaks, continues;
	bool is_switch; /* `continue` is for one further up */
	size_t call_depth;
	const struct term *leaves; /* under which one leaves it from within */
};

struct sym_binding {
	const struct ir_var *var;
	struct sym_object *object;
};

struct sym_frame {
	struct sym_frame *up;
	const struct ir_function *function;
	VEC(struct sym_binding) bindings;
	struct sym_object *result, *self;
	const struct term *self_offset;
	sym_states returns;
	struct sym_loop *loops; /* around the call */
};

struct sym {
	struct terms *terms;
	struct arena *arena;
	const struct ir_module *module;
	const struct sym_launch *launch;
	struct sym_kernel *out;
	struct sym_state state;
	struct sym_frame *frame;
	struct sym_loop *loop;
	VEC(struct sym_binding) globals;
	VEC(struct sym_cell) starts; /* what parameters came with, as far as it was asked for */
	const struct term *turns[SYM_MOST_LOOPS];
	size_t turn_count;
	const struct term *left;   /* conditions under which the thread has left the kernel */
	struct sym_object *clock;  /* its cells count barriers: of the block at 0, of the warp at 8 */
	struct sym_object *shared; /* all dynamic shared memory */
	struct sym_object *anything;
	unsigned dry; /* nothing is listed */
	size_t calls, depth;
	uint64_t steps;
};

/* ---- machine.c -------------------------------------------------------------------------------- */

void sym_refuse(struct sym *sym, const struct ir_expr *at, const char *why);
bool sym_spend(struct sym *sym);
/* The thread gets no further where a condition doesn't hold. */
void sym_promise(struct sym *sym, const struct term *holds);
/* The thread isn't here any more, or all that could be said is said. */
bool sym_is_over(const struct sym *sym);

struct sym_state sym_state_copy(struct sym *sym, const struct sym_state *state);
/* Where two ways meet, of which at most one is taken. */
struct sym_state sym_state_join(struct sym *sym, const struct sym_state *a, const struct sym_state *b);
void sym_states_add(struct sym *sym, sym_states *states, const struct sym_state *state);
/* Joins them all to the state. */
void sym_states_rejoin(struct sym *sym, sym_states *states);

/* An unknown of this place and turn. */
const struct term *sym_fresh(struct sym *sym, const struct ir_expr *site, const char *name, unsigned scope,
	unsigned marks, const struct ir_type *type);
struct sym_value sym_number(const struct term *number);
struct sym_value sym_other(unsigned scope, unsigned marks);
struct sym_value sym_unknown(struct sym *sym, const struct ir_expr *site, const char *name, unsigned scope,
	unsigned marks, const struct ir_type *type);
struct sym_value sym_pointer(struct sym *sym, struct sym_object *object, const struct term *offset);
/* One of two values. */
struct sym_value sym_choice(
	struct sym *sym, const struct term *when, const struct sym_value *a, const struct sym_value *b);
bool sym_same(const struct sym_value *a, const struct sym_value *b);
/* Whether a pointer may lead to a variable of the thread's own. */
bool sym_leads_to_own(const struct sym_value *value);
unsigned sym_scope(const struct sym_value *value);
unsigned sym_marks(const struct sym_value *value);

bool sym_is_integer(const struct ir_type *type);
unsigned sym_bits(const struct ir_type *type);

/* ---- cells.c: what variables hold ------------------------------------------------------------- */

struct sym_object *sym_object_new(
	struct sym *sym, enum sym_space space, const char *name, const struct ir_type *type);
struct sym_object *sym_variable(struct sym *sym, const struct ir_var *var);
struct sym_object *sym_bind(struct sym *sym, struct sym_frame *frame, const struct ir_var *var);
struct sym_value *sym_cell(struct sym *sym, const struct sym_object *object, int64_t offset, int64_t size);
void sym_cell_set(struct sym *sym, const struct sym_object *object, int64_t offset, int64_t size,
	const struct sym_value *value);
void sym_lose(struct sym *sym, struct sym_object *object);
/* A parameter no longer holds what it came with wherever nothing is known to be stored in it. */
void sym_forget_start(const struct sym_object *object);
/* Loads and stores through a place, whatever memory it is in. */
struct sym_value sym_load(struct sym *sym, const struct sym_value *place, const struct ir_type *type,
	const struct ir_expr *site);
void sym_store(struct sym *sym, const struct sym_value *place, const struct ir_type *type,
	const struct sym_value *value, const struct ir_expr *site);
void sym_access(struct sym *sym, const struct sym_value *place, enum sym_access_kind kind, int64_t size,
	const struct sym_value *stored, const struct ir_type *type, const struct ir_expr *site);
const struct term *sym_clock(struct sym *sym, int64_t which);
void sym_tick(struct sym *sym, int64_t which);

/* ---- expr.c, arith.c -------------------------------------------------------------------------- */

struct sym_value sym_expr(struct sym *sym, const struct ir_expr *expr);
/* The lvalue that an expression is, as a pointer. */
struct sym_value sym_place(struct sym *sym, const struct ir_expr *expr);
const struct term *sym_condition(struct sym *sym, const struct ir_expr *expr);
struct sym_value sym_init(struct sym *sym, const struct ir_expr *expr, const struct ir_type *type);
struct sym_value sym_convert(struct sym *sym, const struct ir_expr *site, const struct sym_value *value,
	const struct ir_type *type);
struct sym_value sym_binary(struct sym *sym, const struct ir_expr *site, enum ir_op op,
	const struct sym_value *a, const struct sym_value *b, const struct ir_type *type);
const struct term *sym_compare(struct sym *sym, const struct ir_expr *site, enum ir_op op,
	const struct sym_value *a, const struct sym_value *b);
const struct term *sym_truth(struct sym *sym, const struct ir_expr *site, const struct sym_value *value);
/* A pointer, or a place, some bytes further on. */
struct sym_value sym_moved(struct sym *sym, const struct sym_value *pointer, const struct term *bytes);

/* ---- call.c, builtin.c ------------------------------------------------------------------------ */

struct sym_value sym_call(struct sym *sym, const struct ir_expr *expr);
/* What CUDA's own functions do; false: it is none of them. */
bool sym_builtin(struct sym *sym, const struct ir_expr *expr, struct sym_value *out);
/* threadIdx.x and its kin; NULL: it is something else. */
const struct term *sym_builtin_member(struct sym *sym, const struct ir_expr *expr);
/* Whether a call of the unit's own code returns a reference. */
bool sym_gives_place(const struct ir_expr *expr);

/* ---- stmt.c, loop.c --------------------------------------------------------------------------- */

void sym_stmt(struct sym *sym, const struct ir_stmt *stmt);
void sym_declare(struct sym *sym, const struct ir_var *var);
void sym_loop(struct sym *sym, const struct ir_stmt *stmt);

#endif
