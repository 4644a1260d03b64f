/* A kernel as what one of its threads does, whatever its sizes: every access to memory that others see, with
 * its address, the condition under which it happens and the barriers before it as terms over threadIdx,
 * blockIdx, the launch and the parameters.
 *
 * Branches become conditions and functions are entered. A loop is looked at in one turn, whichever it is:
 * what it counts by is start + step * turn, what else it changes is any number. So what is listed is all that
 * can happen, and perhaps more; where something can't be said so, `refused` says why. */
#ifndef CUDALINT_PROOF_SYMBOLIC_SYMBOLIC_H
#define CUDALINT_PROOF_SYMBOLIC_SYMBOLIC_H

#include "analyzer/ir/ir.h"
#include "analyzer/solver/term.h"

/* For which threads an unknown is one number (struct term_unknown.scope). */
enum { SYM_GRID, SYM_BLOCK, SYM_THREAD };

/* Where an unknown comes from (struct term_unknown.marks); none: a size, or the thread's place. */
enum {
	SYM_DATA = 1,    /* memory holds it */
	SYM_CARRIED = 2, /* a loop makes it, in a way that isn't followed */
	SYM_UNSEEN = 4,  /* a call that isn't seen into, an atomic or a collective gives it */
	SYM_UNSET = 8    /* nothing was stored there */
};

/* What hangs on an unknown (struct term_unknown.data). */
struct sym_origin {
	const struct ir_expr *site;      /* that it is the value of; NULL: none */
	const struct ir_var *var;        /* the parameter, or the variable of a loop; NULL: neither */
	const struct term *const *turns; /* of the loops around: it is one number in one turn */
	size_t turn_count;
	int64_t offset; /* of a parameter that is a struct: bytes from its start */
	bool is_turn;   /* it is the number of a loop's turn */
	bool is_last;   /* of the turn in which the thread leaves a loop */
	bool is_open;   /* of such a number: that the thread gets so far isn't told by it */
	bool is_forced; /* of a last turn: the same for a block because there are barriers in the loop */
	bool is_head;   /* what a loop carries to the beginning of a turn */
	const struct term *last; /* of a turn: that of its loop in which the thread leaves */
};

enum sym_space { SYM_LOCAL, SYM_SHARED, SYM_GLOBAL, SYM_CONSTANT };

struct sym_object {
	const char *name;
	enum sym_space space;
	const struct ir_var *var;   /* NULL: none */
	const struct ir_type *type; /* of a variable, else of the elements; NULL: unknown */
	const struct term *extent;  /* bytes; NULL: unknown */
	bool is_pointee;            /* a parameter, or a pointer at a known place, leads to it */
	bool is_anything;           /* it isn't known what it is: it may be any other one */
	bool is_lost;               /* of SYM_LOCAL: what it holds isn't followed */
	bool is_param;              /* of SYM_LOCAL: what isn't stored there came with the launch */
	const struct ir_var *param; /* is_pointee: that leads to it or holds the pointer; NULL: none */
	int64_t param_offset;       /* bytes from the parameter's start to the pointer */
};

enum sym_access_kind { SYM_READ, SYM_WRITE, SYM_ATOMIC };

struct sym_access {
	const struct ir_expr *site;
	const struct ir_function *function;
	enum sym_access_kind kind;
	bool is_volatile;
	const struct sym_object *object;
	const struct term *offset; /* bytes from its start */
	int64_t size;              /* bytes */
	const struct term *guard;
	const struct term *interval;      /* barriers of the block that the thread has passed */
	const struct term *warp_interval; /* likewise of the warp */
	const struct term *stored;        /* the number written; NULL: not one, or unknown */
	bool stores_real;                 /* or this one: `real` */
	double real;
	unsigned stored_scope;           /* for whom it is one value, in one turn */
	const struct term *const *turns; /* of the loops around */
	size_t turn_count;
};

struct sym_barrier {
	const struct ir_expr *site;
	const struct ir_function *function;
	const struct term *guard;   /* under which the thread comes there */
	const struct term *present; /* under which it hasn't left the kernel before, wherever it is */
	const struct term *const *turns;
	size_t turn_count;
};

/* An operation whose exact result must lie in its type: of signed integers because nothing is promised
 * otherwise, of others because a loop that counts by it, or an address of 64 bits, was taken to. */
struct sym_bound {
	const struct ir_expr *site;
	const struct ir_function *function;
	const struct term *guard, *result;
	unsigned bits;
	bool is_signed;
	bool is_counter; /* a loop counts by it */
	bool is_step;    /* and has no sign: its form rests on it */
};

/* That a loop ends for the thread; it isn't told where it may not. */
struct sym_end {
	const struct term *turn, *ends;
};

typedef VEC(struct sym_access) sym_accesses;

struct sym_kernel {
	const char *refused; /* NULL: all of it could be said */
	const struct ir_expr *refused_at;
	sym_accesses accesses;
	VEC(struct sym_barrier) barriers;
	VEC(struct sym_bound) bounds;
	VEC(struct sym_end) ends;
	term_list laws;         /* hold of any thread's unknowns */
	term_list consequences; /* likewise, as long as all results are within their bounds */
	bool has_grid_barrier;  /* blocks may be ordered by more than is listed: no conflict is certain */
	bool has_other_order;   /* locks, flags, asynchronous copies: likewise */
	VEC(struct sym_object *) objects;
};

/* Where the thread stands, and what the launch gives: numbers where they are known. */
struct sym_launch {
	const struct term *thread[3], *block[3], *block_dim[3], *grid_dim[3];
	const struct term *shared; /* dynamic bytes; NULL: unknown */
	/* the value of an integer parameter, or of a member of one; NULL: an unknown of its own */
	const struct term *(*param)(
		void *context, const struct ir_var *var, int64_t offset, const struct ir_type *type);
	/* the bytes that a pointer leads to, from a parameter or a member of one; NULL: unknown */
	const struct term *(*extent)(void *context, const struct ir_var *var, int64_t offset);
	void *context;
};

/* Goes through the kernel. The result lives in the terms' arena. */
struct sym_kernel *sym_run(struct terms *terms, const struct ir_module *module,
	const struct ir_function *kernel, const struct sym_launch *launch);

/* All marks of a term's unknowns; turns that are open count as carried. */
unsigned sym_all_marks(struct arena *arena, const struct term *term);

static inline const struct sym_origin *sym_origin(const struct term_unknown *unknown)
{
	return unknown->data;
}

#endif
