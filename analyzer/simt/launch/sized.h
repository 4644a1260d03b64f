/* A launch of the host as a function of its sizes: the numbers that host code doesn't know itself. */
#ifndef CUDALINT_SIMT_SIZED_H
#define CUDALINT_SIMT_SIZED_H

#include "analyzer/host/value/sum.h"
#include "analyzer/simt/launch/launch.h"

enum { SIZED_MOST = HOST_MOST_EQUAL };

/* Sizes are atoms of the host's sums. */
struct sized_atoms {
	const struct host_atom *atoms[SIZED_MOST];
	size_t count, most;
	bool is_odd; /* more than there is room for (`most`), or something that isn't understood */
};

/* Adds those of a sum. */
void sized_gather(const struct host_sum *sum, struct sized_atoms *out);
bool sized_is_same(const struct sized_atoms *a, const struct sized_atoms *b);

/* The parameter that is given the size, else what the host calls it; NULL: it has no name. */
const char *sized_name(
	const struct ir_function *kernel, const struct host_launch *given, const struct host_atom *atom);

/* What the host gives with these numbers in place of sizes: shape, arguments, and copies of objects whose
 * size is a number then, where `sizes` are all that it hangs on. `sizes` NULL: no object gets one. */
struct host_launch sized_given(struct arena *arena, const struct host_launch_use *use,
	const struct host_equalities *chosen, const struct sized_atoms *sizes);

#endif
