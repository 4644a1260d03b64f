/* Spellings that nvcc takes and clang doesn't, put as clang wants them. */
#ifndef CUDALINT_FRONTEND_RESPELL_H
#define CUDALINT_FRONTEND_RESPELL_H

#include <stddef.h>

#include "analyzer/base/arena.h"

/* A copy of the text with those spellings changed, or NULL where there are none. Lines and the offsets of
 * everything else stay. */
char *respell(struct arena *arena, const char *text, size_t size);

#endif
