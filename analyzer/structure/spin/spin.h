/* Waiting loops and locks in device code: loops whose going on depends on memory that the thread in the loop
 * doesn't change, and libcu++'s waiting calls.
 *
 * A wait is seen where it is written and again at every call that leads to it (`lock(&mutex)`), with the
 * arguments put in for the parameters; so are the stores and atomics that may end it. Loops that retry an
 * update (a float addition by atomicCAS) don't wait: somebody always gets on. Loops with a counter among
 * their exits, and loops that walk through memory, don't either. */
#ifndef CUDALINT_STRUCTURE_SPIN_H
#define CUDALINT_STRUCTURE_SPIN_H

#include "analyzer/operation/memory.h"
#include "analyzer/structure/uniform/uniform.h"

enum ir_spin_kind {
	IR_SPIN_FLAG,   /* polls what another thread sets */
	IR_SPIN_LOCK,   /* acquires: compare-and-swap, exchange, test_and_set, semaphore */
	IR_SPIN_TICKET, /* polls until a number comes up that an atomic has drawn */
};

/* How many threads come to a point at most. */
enum ir_crowd {
	IR_CROWD_ONE,      /* one of the block: threadIdx.x == 0 */
	IR_CROWD_ONE_LANE, /* one of each warp: lane == 0 */
	IR_CROWD_SEVERAL,  /* several lanes of a warp */
};

enum ir_release {
	IR_RELEASE_UNSEEN,
	IR_RELEASE_IN_TURN, /* before the loop's next turn, by the thread that has just acquired */
	IR_RELEASE_AFTER,   /* after the loop */
};

/* A store or atomic to memory that others see, at the place where it is written or at a call that comes to
 * it. */
struct ir_spin_write {
	const struct ir_function *function;
	const struct ir_path *path;        /* up from the expression, statement or call */
	struct ir_memory_op op;            /* with arguments put in for parameters */
	const struct ir_spin_write *inner; /* in the function that is called here; NULL: written here */
};

struct ir_spin {
	enum ir_spin_kind kind;
	const struct ir_function *function;
	const struct ir_path *path; /* up from the loop, or from the call that waits or leads to the loop */
	struct ir_memory_op op;     /* what is polled */
	struct ir_range range;      /* of the condition that waits, or of the call */
	const struct ir_stmt *loop; /* NULL: a waiting call of a library; of the innermost one */
	/* The exit: the loop goes on while `condition` is `goes_on`. NULL: not that simple. */
	const struct ir_expr *condition;
	bool goes_on;
	const struct ir_spin *inner; /* in the function that is called here; NULL: written here */
	bool is_top;                 /* in a kernel, or in a function that nothing calls */
};

struct ir_spins;

/* Looks through the whole unit; everything lies in the arena. */
struct ir_spins *ir_spins_new(
	struct arena *arena, const struct ir_module *module, struct ir_uniformity *uniformity);

struct ir_uniformity *ir_spins_uniformity(const struct ir_spins *spins);

size_t ir_spin_count(const struct ir_spins *spins);
const struct ir_spin *ir_spin_at(const struct ir_spins *spins, size_t index);
size_t ir_spin_write_count(const struct ir_spins *spins);
const struct ir_spin_write *ir_spin_write_at(const struct ir_spins *spins, size_t index);

/* The loop as it is written, behind the calls. */
const struct ir_spin *ir_spin_origin(const struct ir_spin *spin);

/* Whether the write may let the wait go on: it may be to the same memory, and the value may be one that is
 * waited for. */
bool ir_spin_may_end(const struct ir_spin *spin, const struct ir_spin_write *write);

/* The same, with the memory taken for the same already. */
bool ir_spin_value_may_end(const struct ir_spin *spin, const struct ir_spin_write *write);

enum ir_element {
	IR_ELEMENT_SAME,
	IR_ELEMENT_UNKNOWN, /* differs between threads: some may meet */
	IR_ELEMENT_OTHER,   /* another one of the same array, for all threads of a block */
};

/* Whether a wait and a write to the same memory name the same element of it. */
enum ir_element ir_spin_element(
	struct ir_spins *spins, const struct ir_spin *spin, const struct ir_spin_write *write);

/* Whether a wait and what ends it are in different blocks for sure: in two kernels, on two sides of a
 * condition on blockIdx, or at elements of different blocks. */
bool ir_spin_across_blocks(
	struct ir_spins *spins, const struct ir_spin *spin, const struct ir_spin_write *write);

/* How the address that is polled differs between threads. */
enum ir_variance ir_spin_variance(struct ir_spins *spins, const struct ir_spin *spin);

/* The most threads that come to the loop at a time, in the functions on the way. */
enum ir_crowd ir_spin_crowd(struct ir_spins *spins, const struct ir_spin *spin);

/* The same over all ways by which kernels, or functions that nothing calls, come to it. */
enum ir_crowd ir_spin_crowd_from_top(struct ir_spins *spins, const struct ir_spin *spin);

/* The most threads that come to the function in which a wait is, over all ways that lead there. */
enum ir_crowd ir_spin_crowd_entering(struct ir_spins *spins, const struct ir_spin *spin);

/* The same for any point of a function, as far as its own conditions tell. */
enum ir_crowd ir_crowd_at(
	struct ir_spins *spins, const struct ir_function *function, const struct ir_path *path);

/* The threads of a block of `size` that come to a point, by threadIdx.x, as far as the conditions of the
 * function itself tell: threads[x] is false for those that certainly don't. Returns whether every condition
 * on the way that differs within a block could be evaluated. */
bool ir_threads_at(struct ir_spins *spins, const struct ir_function *function, const struct ir_path *path,
	bool *threads, int size);

/* Where a lock is released again, and by what (NULL: unseen). */
enum ir_release ir_spin_release(
	struct ir_spins *spins, const struct ir_spin *spin, const struct ir_spin_write **by);

/* Whether the node at the end of `path` lies in a critical section of its function: between an acquire and
 * the release. Returns the acquire, or NULL. A kernel that holds a lock in a function which it calls shows
 * that at the call, too. */
const struct ir_spin *ir_critical_section(
	struct ir_spins *spins, const struct ir_function *function, const struct ir_path *path);

/* Whether running `function` may come to a wait of that kind; the first one, or NULL. */
const struct ir_spin *ir_spin_in(
	const struct ir_spins *spins, const struct ir_function *function, enum ir_spin_kind kind);

/* Who has to come to a call for it to return. */
enum ir_join {
	IR_JOIN_NONE,
	IR_JOIN_WARP,  /* lanes of a warp: __syncwarp, _sync intrinsics, tiles */
	IR_JOIN_BLOCK, /* the threads of the block */
	IR_JOIN_GRID,  /* those of a cluster or the grid */
};

/* What a call joins; coalesced groups and masks made by __activemask() name only who is there, and join
 * nobody. */
enum ir_join ir_join_of(const struct ir_expr *expr);
enum ir_join ir_join_of_asm(const struct ir_stmt *stmt);

/* What everybody who runs the statement joins, also in functions that it calls: the strongest. What stands
 * under a condition or in a loop doesn't count. */
enum ir_join ir_joins(const struct ir_stmt *stmt);

/* Source order within one function: whether the node at the end of `a` begins before that of `b`. */
bool ir_path_before(const struct ir_function *function, const struct ir_path *a, const struct ir_path *b);

/* The range of the node at the end of a path. */
struct ir_range ir_path_range(const struct ir_path *path);

/* Where the ways to two nodes part. */
struct ir_fork {
	const struct ir_stmt *stmt;  /* the innermost statement around both */
	const struct ir_stmt *a, *b; /* straight below it, towards each; NULL: in its own expression */
};
bool ir_path_fork(const struct ir_path *a, const struct ir_path *b, struct ir_fork *out);

#endif
