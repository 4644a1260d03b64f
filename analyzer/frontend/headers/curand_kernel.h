/* cuRAND in kernels: generator states, initialisation, and the distributions for every state. */
#define CURAND_KERNEL_H_
#define CURAND_GLOBALS_H_
#define CURANDUNIFORM_H_
#define CURANDNORMAL_H_
#include "curand.h"
#include "curand_mtgp32.h"
#ifndef CUDALINT_CURAND_KERNEL_H
#define CUDALINT_CURAND_KERNEL_H

/* states; only their sizes count */
struct curandStateXORWOW {
	unsigned int d, v[5];
	int boxmuller_flag, boxmuller_flag_double;
	float boxmuller_extra;
	double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
	uint4 ctr, output;
	uint2 key;
	unsigned int STATE;
	int boxmuller_flag, boxmuller_flag_double;
	float boxmuller_extra;
	double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
	unsigned int s1[3], s2[3];
	int boxmuller_flag, boxmuller_flag_double;
	float boxmuller_extra;
	double boxmuller_extra_double;
};
struct curandStateSobol32 {
	unsigned int i, x, c, direction_vectors[32];
};
struct curandStateScrambledSobol32 {
	unsigned int i, x, c, direction_vectors[32];
};
struct curandStateSobol64 {
	unsigned long long i, x, c, direction_vectors[64];
};
struct curandStateScrambledSobol64 {
	unsigned long long i, x, c, direction_vectors[64];
};
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;

/* initialisation and jumps */
__device__ void curand_init(
	unsigned long long seed, unsigned long long subsequence, unsigned long long offset, curandStateXORWOW_t *state);
__device__ void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
	curandStatePhilox4_32_10_t *state);
__device__ void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
	curandStateMRG32k3a_t *state);
__device__ void curand_init(unsigned int *vectors, unsigned int offset, curandStateSobol32_t *state);
__device__ void curand_init(
	unsigned int *vectors, unsigned int scramble, unsigned int offset, curandStateScrambledSobol32_t *state);
__device__ void curand_init(unsigned long long *vectors, unsigned long long offset, curandStateSobol64_t *state);
__device__ void curand_init(unsigned long long *vectors, unsigned long long scramble, unsigned long long offset,
	curandStateScrambledSobol64_t *state);
template <class State_> __device__ void skipahead(unsigned long long n, State_ *state);
template <class State_> __device__ void skipahead_sequence(unsigned long long n, State_ *state);
__device__ void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state);

/* draws */
#define CL_DRAWS(State) \
	__device__ float curand_uniform(State *state); \
	__device__ double curand_uniform_double(State *state); \
	__device__ float curand_normal(State *state); \
	__device__ double curand_normal_double(State *state); \
	__device__ float curand_log_normal(State *state, float mean, float stddev); \
	__device__ double curand_log_normal_double(State *state, double mean, double stddev); \
	__device__ unsigned int curand_poisson(State *state, double lambda); \
	__device__ unsigned int curand_discrete(State *state, curandDiscreteDistribution_t distribution);
#define CL_PAIRS(State) \
	__device__ float2 curand_normal2(State *state); \
	__device__ double2 curand_normal2_double(State *state); \
	__device__ float2 curand_log_normal2(State *state, float mean, float stddev); \
	__device__ double2 curand_log_normal2_double(State *state, double mean, double stddev);
CL_DRAWS(curandStateXORWOW_t)
CL_DRAWS(curandStatePhilox4_32_10_t)
CL_DRAWS(curandStateMRG32k3a_t)
CL_DRAWS(curandStateMtgp32_t)
CL_DRAWS(curandStateSobol32_t)
CL_DRAWS(curandStateScrambledSobol32_t)
CL_DRAWS(curandStateSobol64_t)
CL_DRAWS(curandStateScrambledSobol64_t)
CL_PAIRS(curandStateXORWOW_t)
CL_PAIRS(curandStatePhilox4_32_10_t)
CL_PAIRS(curandStateMRG32k3a_t)
#undef CL_DRAWS
#undef CL_PAIRS
__device__ unsigned int curand(curandStateXORWOW_t *state);
__device__ unsigned int curand(curandStatePhilox4_32_10_t *state);
__device__ unsigned int curand(curandStateMRG32k3a_t *state);
__device__ unsigned int curand(curandStateMtgp32_t *state);
__device__ unsigned int curand(curandStateSobol32_t *state);
__device__ unsigned int curand(curandStateScrambledSobol32_t *state);
__device__ unsigned long long curand(curandStateSobol64_t *state);
__device__ unsigned long long curand(curandStateScrambledSobol64_t *state);

/* four at a time, Philox only */
__device__ uint4 curand4(curandStatePhilox4_32_10_t *state);
__device__ float4 curand_uniform4(curandStatePhilox4_32_10_t *state);
__device__ double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state);
__device__ double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state);
__device__ float4 curand_normal4(curandStatePhilox4_32_10_t *state);
__device__ double4 curand_normal4_double(curandStatePhilox4_32_10_t *state);
__device__ float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean, float stddev);
__device__ double4 curand_log_normal4_double(curandStatePhilox4_32_10_t *state, double mean, double stddev);
__device__ uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double lambda);
__device__ uint4 curand_discrete4(curandStatePhilox4_32_10_t *state, curandDiscreteDistribution_t distribution);

#endif
