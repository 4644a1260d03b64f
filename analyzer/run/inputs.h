/* Which files a run is about. */
#ifndef CUDALINT_RUN_INPUTS_H
#define CUDALINT_RUN_INPUTS_H

#include <stdbool.h>

#include "analyzer/base/lines.h"

struct input {
	const char *path;     /* as reported: relative to the working directory where it lies below it */
	const char *absolute; /* resolved, or as named when it doesn't exist */
	const char *root;     /* folder of the repository it belongs to (the nearest .git upward), or NULL */
	const char *top;      /* the folder that was named, where the walk of one led to the file; or NULL */
	const char *link;     /* the link, as reported, by which alone it was reached and which leads out of
			       * the repository that the link lies in (out of the named folder where there
			       * is none); or NULL */
	bool is_refused;      /* the link leads where nothing may be read */
	bool is_stdin;
	bool is_named; /* on the command line, by itself: `exclude` doesn't count */
};

typedef VEC(struct input) input_list;

/* Adds what a path of the command line means: a file as it is, whatever its name and whether or not it
 * exists; of a folder the .cu files below it, and C++ files that call CUDA, without hidden folders, build,
 * node_modules and links to folders. The headers in folders go to `headers`, of which headers_add() chooses.
 * Folders that can't be read and those with nothing to lint are remarked on in `warnings`. */
void inputs_add(
	struct arena *arena, const char *path, input_list *inputs, input_list *headers, line_list *warnings);

/* Whether a text of C++ has to do with CUDA: it includes the runtime's or the driver's header, or launches.
 */
bool inputs_speaks_cuda(const char *text);

/* Whether a file that nobody named is linted: .cu, and C++ that has to do with CUDA. One that can't be read
 * is remarked on in `warnings`. */
bool inputs_is_linted(struct arena *arena, const char *path, line_list *warnings);

/* Whether a walk leaves out folders of that name: hidden ones, those of builds, and node_modules. */
bool inputs_skips(const char *name);

/* Sorts by path and drops what is there twice. */
void inputs_sort(input_list *inputs);

#endif
