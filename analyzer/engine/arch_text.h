/* What of the user's text `#if` on the architecture decides, and which parts of the program it lies in.
 *
 * A parse for another target, or as the host's compiler sees the file, shows nothing new where all that it
 * sees otherwise lies in functions that nothing of interest comes to. */
#ifndef CUDALINT_ENGINE_ARCH_TEXT_H
#define CUDALINT_ENGINE_ARCH_TEXT_H

#include <stdbool.h>

#include "analyzer/base/arena.h"
#include "analyzer/frontend/args/words.h"
#include "analyzer/ir/query.h"

struct arch_question {
	const int *archs; /* the targets, as 80 */
	size_t arch_count;
	bool has_features;     /* some of them are built with features of their own, as sm_90a */
	struct words headers;  /* the user's, also those that only another parse includes */
	struct words included; /* all files that the parse read */
};

/* What another parse may show otherwise; true when in doubt. */
struct arch_differences {
	bool host;    /* without an architecture: host functions, or what they call */
	bool kernels; /* for another target: kernels, the main file's device functions, or what they call */
	bool any;     /* for another target: any function but templates that nobody instantiates */
};

/* Reads the files of a parsed module that aren't the system's. */
void arch_text_compare(
	const struct ir_query *query, const struct arch_question *question, struct arch_differences *out);

#endif
