/* What a snippet leaves out: the headers of CUDA's own libraries whose names it uses, and the
 * using-declarations that its surroundings had.
 *
 * Code from a talk, a manual or an editor's selection says `cuda::atomic<int>`, `cg::reduce` or plain
 * `atomic<bool>` and includes nothing. Where a parse ends with such names unknown, it is repeated with what
 * declares them in front, and the user is told. A unit that parses is never touched. */
#ifndef CUDALINT_FRONTEND_OMITTED_H
#define CUDALINT_FRONTEND_OMITTED_H

#include "analyzer/frontend/unit.h"

typedef VEC(const char *) omitted_list;

struct omitted {
	omitted_list headers; /* "cuda/atomic" */
	omitted_list lines;   /* "using cuda::atomic;" */
	omitted_list told;    /* both as a user would write them, in the order of their discovery */
};

/* Adds what would declare the names that the unit's errors call unknown. A using-declaration is only added
 * when no header is: the unit may have one of its own that the missing header spoilt. False: nothing new. */
bool omitted_extend(struct arena *arena, const struct unit *unit, struct omitted *omitted);

/* The text to be included in front of the unit. */
const char *omitted_text(struct arena *arena, const struct omitted *omitted);

#endif
