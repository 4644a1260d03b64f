/* --add-ignores: comments that silence what was found, written into the source. */
#ifndef CUDALINT_CLI_ADD_IGNORES_H
#define CUDALINT_CLI_ADD_IGNORES_H

#include "cli/out/out.h"

struct ignores_added {
	size_t findings, files; /* silenced, and written to */
	finding_list left; /* what no comment can silence: it is about the analysis, or has no line for one */
	bool failed;       /* a file could not be read or written: a line on stderr said so */
};

/* Writes a comment for each line that has findings. A file is written as a whole or not at all. */
void ignores_add(
	struct arena *arena, const finding_list *findings, const char *reason, struct ignores_added *out);

#endif
