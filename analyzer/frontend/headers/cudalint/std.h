/* The C and C++ headers that a .cu file has without asking, each only where the machine has it. */
#ifndef CUDALINT_STD_H
#define CUDALINT_STD_H

#include <stddef.h>
#include <limits.h>
#if __has_include(<stdint.h>)
#include <stdint.h>
#endif
#if __has_include(<stdio.h>)
#include <stdio.h>
#endif
#if __has_include(<string.h>)
#include <string.h>
#endif
#if __has_include(<time.h>)
#include <time.h>
#endif
#if __has_include(<assert.h>)
#include <assert.h>
#else
#define assert(test) ((test) ? (void)0 : __assert_fail(#test, __FILE__, __LINE__, __func__))
#endif
#if __has_include(<cstdlib>) /* clang wraps cmath even where there is none */
#include <cmath>
#include <cstdlib>
#include <functional>
#include <new>
#include <utility>
#endif
#if __has_include(<math.h>)
#include <math.h>
#endif
#if __has_include(<stdlib.h>)
#include <stdlib.h>
#endif

#endif
