/* Giving up rights, for good: what a process may do after sandbox_enter(), its threads and children inherit.
 */
#ifndef CUDALINT_SANDBOX_SANDBOX_H
#define CUDALINT_SANDBOX_SANDBOX_H

#include <stdbool.h>

#include "analyzer/base/lines.h"

/* What a process goes on needing. It always keeps its memory, its threads, the clock and open descriptors. */
struct sandbox_rights {
	const line_list *readable; /* files, and folders with all below them; what isn't there is left out */
	const char *writable;      /* a folder in which files may be made, changed and deleted; NULL: none */
};

/* What sandbox_enter() has brought about, as bits. */
enum {
	SANDBOX_FILES = 1, /* only what was named can be opened */
	SANDBOX_CALLS = 2  /* no call that writes elsewhere, starts a program, or reaches other processes */
};

enum { SANDBOX_ALL = SANDBOX_FILES | SANDBOX_CALLS };

/* Which of them this system has. */
unsigned sandbox_available(void);

/* Keeps `rights` and gives up the rest. Returns what holds from now on: what of SANDBOX_ALL is missing isn't
 * to be had here, and nothing of that part has changed. Only for a process with one thread. */
unsigned sandbox_enter(const struct sandbox_rights *rights);

#endif
