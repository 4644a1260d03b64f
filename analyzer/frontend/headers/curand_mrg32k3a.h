/* Part of the device API. */
#ifndef CUDALINT_CURAND_mrg32k3a_H
#define CUDALINT_CURAND_mrg32k3a_H

#include "curand_kernel.h"

#endif
