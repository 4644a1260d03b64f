/* The Mersenne twister for GPUs: its state is shared by a block of up to 256 threads. */
#define CURAND_MTGP32_H
#ifndef CUDALINT_CURAND_MTGP32_H
#define CUDALINT_CURAND_MTGP32_H

#include "cuda_runtime.h"

#define MTGP32_MEXP 11213
#define MTGP32_STATE_SIZE 1024
#define CURAND_NUM_MTGP32_PARAMS 200

struct mtgp32_params_fast;
typedef struct mtgp32_params_fast mtgp32_params_fast_t;
struct mtgp32_kernel_params {
	unsigned int pos_tbl[CURAND_NUM_MTGP32_PARAMS], param_tbl[CURAND_NUM_MTGP32_PARAMS][16],
		temper_tbl[CURAND_NUM_MTGP32_PARAMS][16], single_temper_tbl[CURAND_NUM_MTGP32_PARAMS][16],
		sh1_tbl[CURAND_NUM_MTGP32_PARAMS], sh2_tbl[CURAND_NUM_MTGP32_PARAMS], mask[1];
};
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;
struct curandStateMtgp32 {
	unsigned int s[MTGP32_STATE_SIZE];
	int offset, pIdx;
	mtgp32_kernel_params_t *k;
};
typedef struct curandStateMtgp32 curandStateMtgp32_t;

__device__ unsigned int curand_mtgp32_specific(curandStateMtgp32_t *state, unsigned char index, unsigned char n);
__device__ float curand_mtgp32_single(curandStateMtgp32_t *state);

#endif
