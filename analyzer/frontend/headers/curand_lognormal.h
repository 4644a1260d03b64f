/* Part of the device API. */
#ifndef CUDALINT_CURAND_lognormal_H
#define CUDALINT_CURAND_lognormal_H

#include "curand_kernel.h"

#endif
