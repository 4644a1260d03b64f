/* Host set-up of the Mersenne twister. */
#ifndef CURAND_MTGP32_HOST_H
#define CURAND_MTGP32_HOST_H

#include "curand.h"
#include "curand_mtgp32.h"

struct mtgp32_params_fast {
	int mexp, pos, sh1, sh2;
	unsigned int tbl[16], tmp_tbl[16], flt_tmp_tbl[16], mask;
	unsigned char poly_sha1[21];
};
extern mtgp32_params_fast_t mtgp32dc_params_fast_11213[];
extern mtgp32_params_fast_t mtgp32_params_fast_11213[];

curandStatus_t curandMakeMTGP32Constants(const mtgp32_params_fast_t params[], mtgp32_kernel_params_t *kernel);
curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t *states, mtgp32_params_fast_t params[],
	mtgp32_kernel_params_t *kernel, int count, unsigned long long seed);

#endif
