/* What to turn to instead of functions that toolkits have removed, where none takes over with the same
 * arguments; which were removed when, say the marks of the bundled declarations. */
#ifndef CUDALINT_CUDA_REMOVED_H
#define CUDALINT_CUDA_REMOVED_H

#include <stdbool.h>
#include <stddef.h>

struct cuda_removed {
	const char *name;    /* unqualified; with `*`: a pattern */
	const char *instead; /* in words */
	bool is_fetch;       /* reads or writes through a texture or surface reference */
};

/* NULL: there is nothing to say. */
const struct cuda_removed *cuda_removed_find(const char *name);

#endif
