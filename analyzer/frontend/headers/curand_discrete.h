/* Part of the device API. */
#ifndef CUDALINT_CURAND_discrete_H
#define CUDALINT_CURAND_discrete_H

#include "curand_kernel.h"

#endif
