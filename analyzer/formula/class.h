/* Whether counts of a kernel are in the class that formulas can say for every size: quasi-polynomials.
 *
 * They are where conditions and addresses are sums of sizes, blockIdx and loop counters with factors that are
 * numbers or sizes, divided by numbers alone. Then everything that counts depends on is cut along planes and
 * repeats with known periods (Ehrhart, Barvinok). What the kernel does to integers is looked at without
 * following the order of statements: what a variable ever holds, it always may. Anything outside of the class
 * makes what hangs on it odd. What data decides isn't looked at: it has no count to begin with. */
#ifndef CUDALINT_FORMULA_CLASS_H
#define CUDALINT_FORMULA_CLASS_H

#include "analyzer/ir/ir.h"

/* Sizes as bits: a kernel's parameters by their index, then gridDim. */
enum { CLASS_MOST_PARAMS = 24, CLASS_GRID = CLASS_MOST_PARAMS };
#define CLASS_SIZES ((UINT32_C(1) << (CLASS_GRID + 3)) - 1)

/* What is compared with a larger number goes another way where nobody looks: it is odd. */
enum { CLASS_MOST_NUMBER = 1024 };

/* Of one place in the source. */
struct class_place {
	bool is_odd;
	uint32_t deciding; /* sizes in the conditions under which it is reached */
	uint32_t address;  /* sizes in the address */
};

typedef VEC(int64_t) class_numbers;

struct formula_class {
	const char *refused; /* nothing can be said of the kernel, for people; NULL: it can */
	/* numbers up to CLASS_MOST_NUMBER, each once: that sizes, blockIdx and counters are divided by or
	 * come in multiples of; that are added to them, or compared with them (without their sign) */
	class_numbers divisors, constants;
	uint32_t deciding; /* sizes in any condition */
	uint32_t address;  /* in any address */
	bool is_odd;       /* some condition is */
	struct class_table *table;
};

/* Looks at a kernel, and at the functions that it calls, for blocks of this extent. */
struct formula_class *formula_class_new(
	struct arena *arena, const struct ir_function *kernel, const int64_t block[3]);

/* An expression that accesses memory; one that wasn't seen is odd. */
struct class_place formula_class_of(const struct formula_class *class, const struct ir_expr *access);

#endif
