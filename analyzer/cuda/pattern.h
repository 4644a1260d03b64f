/* Names with `*` in them, which stands for anything, also for nothing. */
#ifndef CUDALINT_CUDA_PATTERN_H
#define CUDALINT_CUDA_PATTERN_H

#include <stdbool.h>

bool cuda_matches(const char *name, const char *pattern);

#endif
