/* Inside the host walk: its state, and the calls between its files.
 *
 *   walk.c        roots, objects, conditions and turns, operations
 *   eval.c        expressions
 *   stmt.c        statements; loop.c loops
 *   call.c        calls of the unit's functions; what code that isn't seen may do
 *   construct.c   constructors, destructors, new and delete
 *   life.c        what was freed or destroyed, and is used afterwards; loss.c what is never freed
 *   elsewhere.c   arguments of calls in other units
 *   launch.c      launches and their configurations
 *   value/        value.c values, places, reading and writing; store.c cells: what memory holds, with undo
 *                 and join; operate.c binary operators; sum.h numbers
 *   api/          runtime_call.c and runtime_library.c: calls of the CUDA runtime and its libraries, by the
 *                 tables of cuda/runtime.h; runtime_stream.c streams; batch.c copies in batches; make.c
 *                 structs that functions of CUDA's headers make of their arguments; node.c nodes that are
 *                 added to graphs by hand; window.c windows of memory with a policy for L2; library.c the
 *                 C++ library: containers (library_vector.c), atomics (library_atomic.c), smart pointers,
 *                 std::swap */
#ifndef CUDALINT_HOST_WALK_H
#define CUDALINT_HOST_WALK_H

#include "analyzer/host/effect/effect.h"
#include "analyzer/host/host.h"

#define ROOT_STEPS 400000 /* expressions evaluated in one root */
#define ROOT_OPS 12000
#define CALL_DEPTH 24
#define TURNS_KNOWN 8   /* turns of a loop whose end is known */
#define TURNS_FAR 5     /* of one that is known to go on for longer: rings of up to four buffers come round */
#define TURNS_UNKNOWN 3 /* turns of other loops */

/* Where something lies. */
struct place {
	struct host_object *object; /* never NULL */
	const struct host_sum *offset;
};

/* ---- the store ------------------------------------------------------------------------------- */

struct cell_key {
	uint32_t object;
	const struct host_sum *offset; /* NULL: what the object holds where no cell is (background) */
};

struct cell_change {
	uint32_t cell;
	bool is_set;
	struct host_value value;
};

struct store;

struct store_diff {
	struct cell_change *changes;
	size_t count;
};

struct store *store_new(struct arena *arena);
/* NULL: not set. */
const struct host_value *store_get(const struct store *store, uint32_t object, const struct host_sum *offset);
void store_set(
	struct store *store, uint32_t object, const struct host_sum *offset, const struct host_value *value);
/* Calls back for every cell of an object that is set, the background included (offset NULL). The callback may
 * change cells. */
typedef void store_visit(void *context, const struct host_sum *offset, const struct host_value *value);
void store_each(struct store *store, uint32_t object, store_visit *visit, void *context);
/* Whether some cell of an object has ever been at an offset that isn't a number. */
bool store_is_symbolic(const struct store *store, uint32_t object);
size_t store_mark(const struct store *store);
/* What has changed since the mark, as it is now, by cell. */
struct store_diff store_diff_since(struct store *store, size_t mark);
/* NULL: not changed. */
const struct cell_change *store_diff_find(const struct store_diff *diff, uint32_t cell);
void store_undo(struct store *store, size_t mark);
void store_apply(struct store *store, const struct store_diff *diff);
const struct cell_key *store_key(const struct store *store, uint32_t cell);
/* The present value of a cell; NULL: not set. */
const struct host_value *store_cell(const struct store *store, uint32_t cell);

/* ---- the walk -------------------------------------------------------------------------------- */

enum flow {
	FLOW_NEXT,
	FLOW_BREAK,
	FLOW_CONTINUE,
	FLOW_RETURN,
	FLOW_DEAD /* nothing goes on from here: thrown, exited, or all ways already pend elsewhere */
};

/* States that wait to be joined: at the end of a function, of a loop's turn, or of a loop. */
struct pending_state {
	struct store_diff diff;
	struct host_value result;
};

struct join {
	size_t mark;
	VEC(struct pending_state) states;
};

struct binding {
	const struct ir_var *var;
	struct host_object *object;
	bool is_moved; /* returned: its end isn't the end of what it holds */
};

struct frame {
	struct frame *up;
	const struct ir_function *function;
	struct host_value this_value;
	VEC(struct binding) bindings;
	struct join returns;
	struct host_value result;
	struct loop *loop;     /* innermost */
	uint32_t first_object; /* id; what is made later is made in this call */
	uint32_t first_op;
};

struct loop {
	struct loop *up;
	bool is_switch; /* `continue` isn't its own */
	struct join breaks, continues;
};

struct special_members {
	const struct ir_record *record;
	const struct ir_function *constructor, *destructor; /* default constructor; NULL: none with a body */
};

struct known_loop {
	const struct ir_stmt *loop;
	bool concerns_device;
};

struct known_function {
	const struct ir_function *function;
	bool uses_cuda;
};

/* Looked up once for all roots. */
struct unit_facts {
	VEC(struct special_members) specials;
	VEC(struct known_loop) loops;
	VEC(struct known_function) functions;
};

struct walk {
	struct arena *arena;
	const struct ir_module *module;
	const struct ir_query *query;
	const struct host_options *options;
	struct host_effect_table *effects;
	struct host_trace *trace;
	struct host_sums *sums;
	struct store *store;
	struct frame *frame;
	VEC(struct binding) globals;       /* and static locals */
	VEC(struct host_object *) streams; /* NULL and per-thread streams, per device */
	VEC(struct host_object *) unseen;  /* by the id of the sum that is their address */
	struct unit_facts *facts;
	const struct project_use *called; /* as in struct host_trace */
	const struct host_path *path;
	const struct host_turn *turn;
	const struct host_call *call;
	struct host_object *settings; /* its cells: the current device; what has ended, see life.c */
	bool has_ends;                /* something has ended */
	uint32_t loop_runs;
	size_t steps;
	size_t depth;
	bool is_over;    /* budget spent */
	bool has_exited; /* the expression just evaluated doesn't return */
};

/* walk.c */
struct host_object *walk_object(struct walk *walk, enum host_object_kind kind, const struct ir_expr *made);
struct host_op *walk_op(struct walk *walk, enum host_op_kind kind, const struct ir_expr *expr);
const struct host_sum *walk_device(struct walk *walk);
/* Whether a call is the compiler's own: INFINITY, isnan() and the like. */
bool walk_is_builtin(const struct ir_expr *call);
/* Whether a call may be one of CUDA's, of a function that makes one, or of code that isn't seen. */
bool walk_may_use_cuda(struct walk *walk, const struct ir_expr *call);
/* The first method of a class of that name, bases aside; NULL: the unit has none. */
const struct ir_function *walk_method(
	const struct walk *walk, const struct ir_record *record, const char *name);
/* Takes the condition to hold (or not) from here on. */
void walk_assume(
	struct walk *walk, const struct host_sum *condition, bool is_taken, const struct ir_expr *expr);
/* elsewhere.c: the root's parameters get what a call in another unit hands over. */
void elsewhere_bind(struct walk *walk, const struct ir_function *function, const struct project_use *called);
/* What the path says of a condition: 1, 0, or -1. */
int walk_known(const struct walk *walk, const struct host_sum *condition);

/* life.c: the operation frees or destroys the object; */
void life_freed(struct walk *walk, const struct ir_expr *expr,
	struct host_object *object); /* by an operation of its own */
void life_end(struct walk *walk, const struct host_object *object, const struct host_op *op);
/* whether a cell of the store says of an object whether it has ended, */
bool life_is_cell(const struct walk *walk, const struct cell_key *key);
/* and what it says: NULL: it is there */
const struct host_value *life_of(const struct walk *walk, const struct host_object *object);
/* which one has certainly done so; NULL: none */
const struct host_op *life_ended(const struct walk *walk, const struct host_object *object);
/* notes what the operation uses though it has ended: one object; all that it is about and accesses. */
void life_use(
	struct walk *walk, const struct host_op *op, struct host_object *object, const struct ir_expr *expr);
void life_check(struct walk *walk, const struct host_op *op);
/* Whether the object isn't there for host code: it has ended, or is the device's. */
bool life_is_strange(const struct walk *walk, const struct host_object *object);
/* Host code accesses an object, perhaps one that isn't there for it; NULL: it may. */
struct host_op *life_stray(struct walk *walk, const struct host_access *access);

/* loss.c: the function of the innermost frame returns here (NULL: at its end) with this. */
void loss_check(struct walk *walk, const struct ir_stmt *at, const struct host_value *result);
/* A pointer is dropped that may still be somewhere. */
void loss_blur(const struct host_value *value);

/* value.c */
struct host_value host_value_number(struct walk *walk, int64_t number);
struct host_value host_value_sum(const struct host_sum *sum);
struct host_value host_value_pointer(struct walk *walk, struct host_object *object);
struct host_value host_value_fresh(struct walk *walk, const struct ir_expr *expr, const struct ir_type *type);
bool host_value_equal(const struct host_value *left, const struct host_value *right);
struct host_value host_value_join(
	struct walk *walk, const struct host_value *left, const struct host_value *right);
/* 1, 0 or -1 (unknown; *condition is then what it hangs on). */
int host_value_truth(struct walk *walk, const struct host_value *value, const struct ir_expr *expr,
	const struct host_sum **condition);
const struct host_sum *host_value_as_sum(
	struct walk *walk, const struct host_value *value, const struct ir_expr *expr);
struct place host_value_place(struct walk *walk, const struct host_value *value);
struct host_value place_pointer(struct place place);
struct place place_at(struct walk *walk, struct place place, int64_t bytes);
struct host_value place_read(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr);
void place_write(struct walk *walk, struct place place, const struct ir_type *type,
	const struct host_value *value, const struct ir_expr *expr);
void place_copy(
	struct walk *walk, struct place to, struct place from, int64_t size, const struct ir_expr *expr);
void place_zero(struct walk *walk, struct place place, int64_t size);
/* The device gets to see the memory: what pointers in it lead to may be used by any kernel from now on. */
void object_expose(struct walk *walk, const struct host_object *object);
/* All of an object may have changed: nothing is known of what it holds. */
void object_forget(struct walk *walk, struct host_object *object);
/* What a call writes through a pointer isn't known: the one cell, or all of a record or buffer. */
void target_forget(struct walk *walk, const struct host_value *value, const struct ir_expr *argument);
bool object_is_watched(const struct host_object *object);

/* eval.c */
struct host_value eval(struct walk *walk, const struct ir_expr *expr);
struct place eval_place(struct walk *walk, const struct ir_expr *expr);
/* operate.c: a binary operator, a unary one of numbers, and a conversion from a type (NULL: signed) to
 * another */
struct host_value host_operate(struct walk *walk, const struct ir_expr *expr, enum ir_op op,
	const struct ir_type *left_type, const struct host_value *left, const struct ir_type *right_type,
	const struct host_value *right);
struct host_value host_operate_unary(struct walk *walk, const struct ir_expr *expr, enum ir_op op,
	const struct ir_type *type, const struct host_value *value);
struct host_value host_value_convert(struct walk *walk, const struct host_value *value,
	const struct ir_type *from, const struct ir_type *to, const struct ir_expr *expr);
/* Evaluates into a place that is being initialised. */
void eval_into(struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr);
struct place var_place(struct walk *walk, const struct ir_var *var);
struct host_object *frame_bind(struct walk *walk, struct frame *frame, const struct ir_var *var);
struct host_object *temporary(struct walk *walk, const struct ir_type *type);

/* call.c */
/* *is_place: the call returns a reference, and the value is the pointer to what it refers to. */
struct host_value eval_call(struct walk *walk, const struct ir_expr *expr, bool *is_place);
/* Calls a function with a body; arguments are evaluated by `call`, or given. */
struct host_value call_function(struct walk *walk, const struct ir_function *function,
	const struct ir_expr *call, const struct host_value *this_value);
/* Calls a function with a body with one argument; it has no object. */
struct host_value call_with_value(
	struct walk *walk, const struct ir_function *function, const struct host_value *value);
/* Code that isn't seen may do anything to what it is handed. */
void call_unseen(struct walk *walk, const struct ir_expr *expr);
/* Whether calls of it are walked: it has a body, and isn't running already. */
bool can_enter(const struct walk *walk, const struct ir_function *function);

/* construct.c */
/* A constructor's body, behind what its initialiser list and the declarations of members say. */
enum flow walk_constructor(struct walk *walk, const struct ir_function *function);
struct host_value eval_new(struct walk *walk, const struct ir_expr *expr);
void eval_delete(struct walk *walk, const struct ir_expr *expr);
/* The members from number `first` on, as their declarations say. */
void construct_rest(struct walk *walk, struct place place, const struct ir_record *record, size_t first);
void construct_into(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr);
void destroy_at(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr);

/* library.c: false when the call isn't one of the C++ library that is known. */
bool library_call(struct walk *walk, const struct ir_expr *expr, struct host_value *result, bool *is_place);
bool library_construct(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr);
/* What the default constructor of a container or smart pointer leaves: nothing in it. */
void library_default(struct walk *walk, struct place place, const struct ir_type *type);
/* What has been moved from owns nothing any more, in its members neither. */
void library_empty(struct walk *walk, struct place place, const struct ir_type *type);
bool library_is_vector(const struct ir_type *type);
bool library_elements(struct walk *walk, struct place place, const struct ir_type *type, struct place *first,
	const struct host_sum **count, const struct ir_type **element);
/* A vector that was moved from, by std::move, has nothing left. */
void library_moved(struct walk *walk, const struct ir_expr *expr, const struct ir_type *type);
void library_destroy(struct walk *walk, struct place place, const struct ir_type *type);

/* stmt.c */
enum flow walk_stmt(struct walk *walk, const struct ir_stmt *stmt);
enum flow walk_loop(struct walk *walk, const struct ir_stmt *stmt);
/* Runs one of two ways under a condition that isn't known: see walk_fork in stmt.c. */
typedef enum flow fork_way(void *context, bool is_taken);
enum flow walk_fork(struct walk *walk, const struct host_sum *condition, const struct ir_expr *expr,
	fork_way *way, void *context);
void join_add(struct walk *walk, struct join *join, const struct host_value *result);
/* Joins the present state (unless it is dead) and the pending ones; false when there is none. */
bool join_end(struct walk *walk, struct join *join, bool is_alive, struct host_value *result);
void scope_end(struct walk *walk, size_t first_binding);

/* runtime.c: false when it is no call of CUDA's. */
bool runtime_call(struct walk *walk, const struct ir_expr *expr, struct host_value *result);
struct host_object *runtime_stream(struct walk *walk, const struct host_value *value); /* runtime_stream.c */
const struct ir_var *runtime_variable(const struct ir_expr *expr); /* behind `&var[i]`; or NULL */
/* make.c: false when it is no such function. */
bool runtime_make(struct walk *walk, const struct ir_expr *expr, struct host_value *result);
/* runtime_library.c */
void runtime_library(struct walk *walk, const struct ir_expr *expr);

/* batch.c: what the arguments of a batched copy say; NULL: nothing */
const struct host_batch *batch_read(
	struct walk *walk, const char *roles, const struct ir_expr *expr, const struct host_value *values);

/* launch.c */
void eval_launch(struct walk *walk, const struct ir_launch *launch);
/* The kernel of a graph node, from the cudaKernelNodeParams that `params` points to. */
void launch_of_node(
	struct walk *walk, const struct host_value *params, const struct ir_type *type, struct host_op *op);

/* A member by name, or NULL. */
const struct ir_field *field_of(const struct ir_type *type, const char *name);
/* window.c: the access policy window within the value of an attribute; NULL when the type has none. */
const struct host_window *read_window(struct walk *walk, struct place value, const struct ir_type *type);
/* node.c: what a graph's node does, from the struct that `params` points to. */
void read_node(
	struct walk *walk, const struct host_value *params, const struct ir_type *type, struct host_op *op);

#endif
