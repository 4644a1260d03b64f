// cuRAND in kernels.
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

__global__ void setup(curandState *states, curandStatePhilox4_32_10_t *philox, curandStateMRG32k3a *mrg, unsigned long long seed)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	curand_init(seed, i, 0, &states[i]);
	curand_init(seed, i, 0, &philox[i]);
	curand_init(seed, i, 0, &mrg[i]);
	skipahead(100ull, &states[i]);
	skipahead_sequence(1ull, &philox[i]);
}

template <class State> __device__ float estimate(State *state, int n)
{
	int inside = 0;
	for (int i = 0; i < n; i++) {
		float x = curand_uniform(state), y = curand_uniform(state);
		inside += x * x + y * y < 1;
	}
	return 4.0f * inside / n;
}

__global__ void draw(curandState_t *states, curandStatePhilox4_32_10_t *philox, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	curandState local = states[i];
	float2 pair = curand_normal2(&local);
	double d = curand_normal_double(&local) + curand_uniform_double(&local) + curand_log_normal(&local, 0.0f, 1.0f);
	unsigned int bits = curand(&local) + curand_poisson(&local, 4.0);
	states[i] = local;
	float4 four = curand_uniform4(&philox[i]);
	uint4 raw = curand4(&philox[i]);
	double2 two = curand_uniform2_double(&philox[i]);
	out[i] = pair.x + d + bits + four.w + raw.x + two.y + estimate(&states[i], 10) + estimate(&philox[i], 10);
}

__global__ void quasi(curandDirectionVectors32_t *v32, curandDirectionVectors64_t *v64, curandStateMtgp32 *twister, float *out)
{
	curandStateSobol32 s32;
	curandStateSobol64 s64;
	curandStateScrambledSobol32_t scrambled;
	curand_init(v32[threadIdx.x], threadIdx.x, &s32);
	curand_init(v64[threadIdx.x], threadIdx.x, &s64);
	curand_init(v32[threadIdx.x], 17u, 0u, &scrambled);
	out[threadIdx.x] = curand_uniform(&s32) + curand_uniform_double(&s64) + curand_normal(&scrambled) +
		curand(&twister[blockIdx.x]);
}

void host(curandStateMtgp32 *states, mtgp32_kernel_params *params)
{
	curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, params);
	curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, params, 64, 1234);
}
