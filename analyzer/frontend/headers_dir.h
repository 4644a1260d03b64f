/* Where the bundled headers are. */
#ifndef CUDALINT_FRONTEND_HEADERS_DIR_H
#define CUDALINT_FRONTEND_HEADERS_DIR_H

#include "analyzer/base/arena.h"

/* The folder of the bundled cuda_runtime.h: $CUDALINT_HEADERS, else share/cudalint/headers beside the
 * program's bin, else the source tree that the program was built from. Returns NULL with one line in `*error`
 * if it's nowhere, or if CUDALINT_HEADERS is set to something else. */
char *headers_dir_find(struct arena *arena, char **error);

/* Newest change below that folder. libclang doesn't check system headers when it loads a precompiled header,
 * so this is part of what one is known by. */
long long headers_dir_stamp(const char *headers_dir);

#endif
