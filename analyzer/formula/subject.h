/* A kernel's launch as a function of its sizes: what host code or nobody knows, as numbers to be chosen. */
#ifndef CUDALINT_FORMULA_SUBJECT_H
#define CUDALINT_FORMULA_SUBJECT_H

#include "analyzer/formula/class.h"
#include "analyzer/formula/formula.h"
#include "analyzer/proof/facts.h"
#include "analyzer/simt/launch/sized.h"

/* Where a size comes from. */
enum subject_origin {
	SUBJECT_HOST,  /* atom: a number of host code */
	SUBJECT_PARAM, /* index: a parameter of the kernel */
	SUBJECT_GRID   /* index: an axis of the grid */
};

struct subject_size {
	const char *name;
	enum subject_origin origin;
	const struct host_atom *atom;
	unsigned index;
	uint32_t stands_for; /* sizes of the class */
};

typedef VEC(const struct formula *) subject_formulas;

/* Sizes of which one begins what the other one ends: something is empty unless they stand in order. */
struct subject_order {
	unsigned above, below;
};

enum { SUBJECT_MOST_ORDERS = 6 };

struct formula_subject {
	const struct ir_function *kernel;
	const struct formula_class *class;
	const struct simt_launch *launch;  /* what is known of it */
	const struct host_launch_use *use; /* that makes it one; NULL: none, or several that differ */
	struct subject_size sizes[FORMULA_MOST_SIZES];
	const char *names[FORMULA_MOST_SIZES];
	size_t count;
	const struct formula *grid[3]; /* blocks; of host code: NULL where that can't be said as a formula */
	bool sets_grid[3];             /* it is what `grid` says, not what host code does */
	bool covers;         /* the grid isn't told: it is taken to have just as many as guards ask for */
	const char *refused; /* there can be no formulas, and why, for people; NULL: there may be */
	/* what counts may be made of, most likely first: numbers of elements that conditions and loops speak
	 * of; and quotients that are in the source */
	subject_formulas extents, quotients;
	size_t plain; /* of the extents; those behind are the same and what addresses add to them */
	struct subject_order orders[SUBJECT_MOST_ORDERS];
	size_t order_count;
	class_numbers divisors; /* that extents are divided by */
	class_numbers turning;  /* where counts may begin to go another way */
};

/* `uses`: the host's launches of the kernel. */
struct formula_subject *subject_new(struct arena *arena, const struct ir_module *module,
	const struct ir_function *kernel, const struct simt_launch *launch, struct host_launch_uses uses,
	const struct launch_hints *hints);

/* The launch with these sizes, made in `scratch`; false: there is none, such as one of no blocks. */
bool subject_launch(struct arena *scratch, const struct formula_subject *subject, const int64_t *sizes,
	struct simt_launch *out);

/* What the launch that is known has for one of the sizes; false: it isn't a number. */
bool subject_known_size(const struct formula_subject *subject, size_t size, int64_t *out);

/* What the launch that is known has for the sizes; false: something isn't a number there. */
bool subject_known(const struct formula_subject *subject, int64_t *sizes);

/* The size that a part of the class's is; or the count, if it is none. */
uint32_t subject_bits(const struct formula_subject *subject, uint32_t class_sizes);

#endif
