/* Part of the device API. */
#ifndef CUDALINT_CURAND_globals_H
#define CUDALINT_CURAND_globals_H

#include "curand_kernel.h"

#endif
