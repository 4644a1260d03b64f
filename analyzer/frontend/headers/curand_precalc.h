/* Part of the device API. */
#ifndef CUDALINT_CURAND_precalc_H
#define CUDALINT_CURAND_precalc_H

#include "curand_kernel.h"

#endif
