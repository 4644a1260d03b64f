/* Part of the device API. */
#ifndef CUDALINT_CURAND_uniform_H
#define CUDALINT_CURAND_uniform_H

#include "curand_kernel.h"

#endif
