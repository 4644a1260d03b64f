/* The functions of libz3 that are used, found by name when the library is loaded. */
#ifndef CUDALINT_SOLVER_Z3_H
#define CUDALINT_SOLVER_Z3_H

#include <stdbool.h>

struct z3 {
	void *library, *context;
	const char *(*evaluate)(void *context, const char *text);
	char version[32];
};

/* Loads the library and makes a context; false: it isn't there, or not as expected. */
bool z3_open(struct z3 *z3);

#endif
