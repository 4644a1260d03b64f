/* Part of the device API. */
#ifndef CUDALINT_CURAND_poisson_H
#define CUDALINT_CURAND_poisson_H

#include "curand_kernel.h"

#endif
