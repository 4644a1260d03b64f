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

/* The sum with the numbers in place of atoms that the conditions say to be equal to one. */
const struct host_sum *host_resolved(
	struct host_sums *sums, const struct host_path *path, const struct host_sum *sum);

#endif
