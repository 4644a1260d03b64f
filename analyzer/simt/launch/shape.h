/* Which block a kernel is written for that nobody launches: what its body says about the extents of the
 * block. */
#ifndef CUDALINT_SIMT_SHAPE_H
#define CUDALINT_SIMT_SHAPE_H

#include "analyzer/ir/ir.h"

/* How much a number says, from little to much. */
enum shape_hint {
	SHAPE_NOTHING,
	SHAPE_ROUNDED, /* a pitch or an extent that is near it: padding, borders */
	SHAPE_EXTENT,  /* of an array that threads index */
	SHAPE_TILE,    /* what one block covers of a larger index */
	SHAPE_STRIDE,  /* from one row of threads to the next, or from one turn of a loop to the next */
	SHAPE_SAID     /* compared with blockDim, given by an attribute or by a launch */
};

enum { SHAPE_TOTAL = 3 }; /* the place of the whole block behind its three extents */

struct shape {
	int64_t extent[4]; /* 0: nothing known */
	enum shape_hint hint[4];
	bool uses[3];     /* the body tells threads apart in this dimension */
	int64_t least[4]; /* a thread is compared with one less: there are as many, or more */
	int64_t past[4];  /* threads below it are told from others, or it divides them: there are more */
	bool shuffles;    /* lanes of a warp exchange what they have */
	bool has_arrays;  /* of known extents: threads may pass them */
};

/* Reads a kernel and the device functions that it calls. */
void shape_read(struct arena *arena, const struct ir_function *kernel, struct shape *out);

/* An extent that something else than the body tells. */
void shape_say(struct shape *shape, int dim, int64_t extent);

/* The threads that __launch_bounds__ allows; 0: it isn't there. */
void shape_bound(struct shape *shape, int64_t most);

/* The block that fits best, of at most `most` threads. */
void shape_choose(const struct shape *shape, int64_t most, int64_t block[3]);

#endif
