/* What conditions on the way to an operation say of numbers: after `if (n != 96 || m % 32) return;` n is 96
 * and m a multiple of 32. */
#ifndef CUDALINT_HOST_KNOWN_H
#define CUDALINT_HOST_KNOWN_H

#include "analyzer/host/trace.h"
#include "analyzer/host/value/sum.h"

/* A number that isn't known lies between these, and is a multiple. */
struct host_bounds {
	int64_t low, high; /* inclusive; INT64_MIN and INT64_MAX where nothing is said */
	int64_t divisor;   /* 1: nothing is said */
};

/* Whether the conditions say anything of a sum. */
bool host_bounds_of(const struct host_path *path, const struct host_sum *sum, struct host_bounds *out);

/* What the conditions say to be equal to a number; the first ones. */
enum { HOST_MOST_EQUAL = 8 };
struct host_equalities {
	const struct host_atom *atoms[HOST_MOST_EQUAL];
	int64_t numbers[HOST_MOST_EQUAL];
	size_t count;
};
void host_equalities_of(const struct host_path *path, struct host_equalities *out);

/* The sum with these numbers in place of what they are equal to. */
const struct host_sum *host_resolved(
	struct host_sums *sums, const struct host_equalities *equalities, const struct host_sum *sum);

#endif
