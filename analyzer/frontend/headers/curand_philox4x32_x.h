/* Part of the device API. */
#ifndef CUDALINT_CURAND_philox4x32_x_H
#define CUDALINT_CURAND_philox4x32_x_H

#include "curand_kernel.h"

#endif
