/* What somebody promises of a kernel's parameters and its launch: "n % 32 == 0 && n <= width". In comments
 * (`// cudalint: assume n % 32 == 0`), in the configuration (`assume:`) and on the command line. */
#ifndef CUDALINT_SIMT_PROMISE_H
#define CUDALINT_SIMT_PROMISE_H

#include "analyzer/simt/launch/launch.h"

enum condition_op {
	CONDITION_NUMBER,
	CONDITION_NAME, /* a parameter, or blockDim.x and its kin */
	CONDITION_NEGATE,
	CONDITION_NOT,
	CONDITION_MULTIPLY,
	CONDITION_DIVIDE,
	CONDITION_REMAINDER,
	CONDITION_ADD,
	CONDITION_SUBTRACT,
	CONDITION_LESS,
	CONDITION_AT_MOST,
	CONDITION_EQUAL,
	CONDITION_UNEQUAL,
	CONDITION_AND,
	CONDITION_OR
};

/* A condition as a tree; `a > b` is read as `b < a`. */
struct condition {
	enum condition_op op;
	int64_t number;
	const char *name;
	const struct condition *left, *right; /* right: NULL with one operand */
};

/* Reads a condition as C has it. NULL: it isn't one. */
const struct condition *condition_read(struct arena *arena, const char *text);

/* For blockDim.x and its kin: whether of the grid, and which axis. False: it is another name. */
bool condition_extent(const char *name, bool *of_grid, int *axis);

/* "KERNEL:CONDITION", or a condition for each kernel that has what it names. False: it is none. `text` and
 * `origin` outlive the promise. */
bool launch_promise_read(
	struct arena *arena, const char *text, const char *origin, struct launch_promise *out);

/* The promises in a text's comments. */
void launch_promises_find(struct arena *arena, const char *text, launch_promises *out);

/* Narrows what isn't known of a launch's integer arguments by the promises that speak of one parameter and a
 * number: `n >= 4`, `n % 32 == 0`, `n == 1024`. */
void launch_promises_apply(
	const launch_promises *promises, const struct ir_function *kernel, struct simt_launch *launch);

/* Whether a launch's numbers break a promise. */
bool launch_promises_refuse(
	const launch_promises *promises, const struct ir_function *kernel, const struct simt_launch *launch);

#endif
