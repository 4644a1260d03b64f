/* Numbers as sums over the thread's place: `blockIdx.x * 32 + threadIdx.y + j` as 32 blocks, one of
 * threadIdx.y, and the turns of a loop. What a kernel's indices are as such sums tells which block it is
 * written for, without executing it. */
#ifndef CUDALINT_SIMT_THREAD_FORM_H
#define CUDALINT_SIMT_THREAD_FORM_H

#include "analyzer/ir/ir.h"

enum form_part {
	FORM_X, /* threadIdx.x, and so on */
	FORM_Y,
	FORM_Z,
	FORM_THREAD, /* the number of the thread in its block, rows after each other */
	FORM_BLOCK,  /* blockIdx in any dimension */
	FORM_TURN    /* how often a loop has gone round */
};

/* (part / over % rest) * by */
struct form_term {
	enum form_part part;
	unsigned which;         /* of FORM_BLOCK: the dimension; of FORM_TURN: the counter */
	int64_t by, over, rest; /* rest 0: it is the whole quotient */
};

enum { FORM_MAX_TERMS = 8 };

struct form {
	struct form_term terms[FORM_MAX_TERMS];
	unsigned count;
	int64_t constant;
	bool is_partial;    /* there is more, the same for all threads as far as is known */
	bool is_scaled;     /* by an extent of the block or the grid */
	bool is_odd;        /* what there is more depends on the thread in another way */
	unsigned width_dim; /* 1 + the dimension, when it is blockDim.x and nothing else; else 0 */
	bool counts_rows;   /* holds threadIdx.y * blockDim.x */
};

struct forms;

/* `functions` that numbers are looked for in are read when first met. */
struct forms *forms_new(struct arena *arena);

/* Parameters of a device function stand for the arguments of the call that is being looked at: enters it,
 * and leaves the last one entered. */
void forms_enter(struct forms *forms, const struct ir_function *function, const struct ir_expr *call);
void forms_leave(struct forms *forms);

struct form form_of(struct forms *forms, const struct ir_expr *expr);

/* Which member of a three-dimensional index or extent an expression is: 0 for `.x`; -1: it is none. `what`
 * becomes the built-in variable that it is of, also for the members of thread_block that say so. */
int form_dimension(const struct ir_expr *expr, enum cuda_builtin *what);

/* The only term, when it is one thread index with nothing done to it; NULL: it is more than that. */
const struct form_term *form_plain_thread(const struct form *form);

bool form_is_thread(const struct form_term *term);

#endif
