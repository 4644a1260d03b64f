/* What else an installed program has for its parser, beside the bundled declarations of CUDA. */
#ifndef CUDALINT_FRONTEND_BESIDE_H
#define CUDALINT_FRONTEND_BESIDE_H

#include <stdbool.h>

#include "analyzer/base/arena.h"

/* The folder of clang's own headers (it has include/stddef.h); NULL: libclang knows where they are. */
const char *beside_clang(struct arena *arena, const char *headers_dir);

/* A root with headers of the C and C++ libraries (usr/include and what the parser looks for beside it), where
 * the program has brought one and the system lacks one of the two libraries' headers; NULL: the system's
 * serve. Both folders are clean. */
const char *beside_system(struct arena *arena, const char *headers_dir);

/* Whether the path lies in the program's own root of headers, in use or not. */
bool beside_is_system(struct arena *arena, const char *headers_dir, const char *path);

#endif
