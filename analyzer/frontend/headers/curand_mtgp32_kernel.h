/* The device side of the Mersenne twister is part of the device API. */
#ifndef CURAND_MTGP32_KERNEL_H
#define CURAND_MTGP32_KERNEL_H

#include "curand_kernel.h"

#endif
