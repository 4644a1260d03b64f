/* Part of the device API. */
#ifndef CUDALINT_CURAND_normal_H
#define CUDALINT_CURAND_normal_H

#include "curand_kernel.h"

#endif
