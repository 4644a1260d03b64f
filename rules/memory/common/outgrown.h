/* Members that are set to larger memory, after what they held was copied there, and that nobody frees. */
#ifndef CUDALINT_RULES_OUTGROWN_H
#define CUDALINT_RULES_OUTGROWN_H

#include "analyzer/rule/rule.h"

struct outgrown {
	const char *member;           /* its name */
	const struct ir_var *fresh;   /* the new memory */
	const struct ir_expr *made;   /* the call that allocates it */
	const struct ir_expr *copied; /* from the old to the new */
	const struct ir_expr *set;    /* the assignment to the member */
};

/* Whether a host function does so: it uses the member for nothing else. */
bool outgrown_find(const struct ir_function *function, struct outgrown *out);

#endif
