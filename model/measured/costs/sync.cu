/* Barriers, shuffles, votes, fences. */
#include "cost.cuh"

__global__ void barriers(int turns)
{
	for (int turn = 0; turn < turns; turn++) {
		__syncthreads();
	}
}

/* A step of a tree reduction: shared load and store, barrier. */
__global__ void reduce_steps(float *out, int turns)
{
	__shared__ float data[1024];
	data[threadIdx.x] = 1.0f;
	__syncthreads();
	for (int turn = 0; turn < turns; turn++) {
		if (threadIdx.x < 32) {
			data[threadIdx.x] += data[threadIdx.x + 32];
		}
		__syncthreads();
	}
	if (data[threadIdx.x] == 12345.0f) {
		*out = 1.0f;
	}
}

template <typename T> __global__ void shuffles(T *out, int turns)
{
	T value = (T)threadIdx.x;
#pragma unroll 8
	for (int turn = 0; turn < turns; turn++) {
		value += __shfl_xor_sync(0xffffffffu, value, 5);
	}
	if (value == (T)12345) {
		*out = value;
	}
}

__global__ void votes(unsigned *out, int turns)
{
	unsigned value = threadIdx.x;
#pragma unroll 8
	for (int turn = 0; turn < turns; turn++) {
		value += __ballot_sync(0xffffffffu, value & 1);
	}
	if (value == 12345u) {
		*out = value;
	}
}

__global__ void matches(unsigned *out, int turns)
{
	unsigned value = threadIdx.x;
	for (int turn = 0; turn < turns; turn++) {
		value += __match_any_sync(0xffffffffu, value);
	}
	if (value == 12345u) {
		*out = value;
	}
}

template <int SCOPE> __global__ void fences(int *out, int turns)
{
	const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
	for (int turn = 0; turn < turns; turn++) {
		out[i] = turn;
		if (SCOPE == 0) {
			__threadfence_block();
		} else if (SCOPE == 1) {
			__threadfence();
		} else {
			__threadfence_system();
		}
	}
}

int main()
{
	const device gpu = look();
	void *out = filled<int>(1 << 20);
	const int turns = 1024;
	for (int threads = 32; threads <= 1024; threads *= 2) {
		double us = launch_us([&] { barriers<<<gpu.sms, threads>>>(turns); });
		report("barrier_alone", threads, us * 1e3 * gpu.ghz / turns, "cycles");
		const int resident = threads < 64 ? 32 : 2048 / threads;
		us = launch_us([&] { barriers<<<gpu.sms * resident, threads>>>(turns); });
		report("barrier_full", threads, us * 1e3 * gpu.ghz / (turns * resident), "cycles per block");
		if (threads >= 64) {
			us = launch_us([&] { reduce_steps<<<gpu.sms, threads>>>((float *)out, turns); });
			report("reduce_step_alone", threads, us * 1e3 * gpu.ghz / turns, "cycles");
			us = launch_us(
				[&] { reduce_steps<<<gpu.sms * resident, threads>>>((float *)out, turns); });
			report("reduce_step_full", threads, us * 1e3 * gpu.ghz / (turns * resident),
				"cycles per block");
		}
	}
	const int grid = gpu.sms * 8;
	const double requests = (double)grid * THREADS / 32 * turns;
	double us = launch_us([&] { shuffles<<<grid, THREADS>>>((int *)out, turns); });
	report("shuffle", -1, sm_cycles(gpu, us, requests), "cycles per request");
	us = launch_us([&] { shuffles<<<grid, THREADS>>>((long long *)out, turns); });
	report("shuffle_64", -1, sm_cycles(gpu, us, requests), "cycles per request");
	us = launch_us([&] { shuffles<<<1, 32>>>((int *)out, turns); });
	report("shuffle_latency", -1, us * 1e3 * gpu.ghz / turns, "cycles, with an addition");
	us = launch_us([&] { votes<<<grid, THREADS>>>((unsigned *)out, turns); });
	report("ballot", -1, sm_cycles(gpu, us, requests), "cycles per request");
	us = launch_us([&] { matches<<<grid, THREADS>>>((unsigned *)out, turns / 16); });
	report("match_any", -1, sm_cycles(gpu, us, requests / 16), "cycles per request");
	for (int blocks = 1; blocks <= 8; blocks *= 8) {
		us = launch_us([&] { fences<0><<<gpu.sms * blocks, THREADS>>>((int *)out, 128); });
		report("fence_block_blocks", blocks, us * 1e3 * gpu.ghz / 128, "cycles, with a store");
		us = launch_us([&] { fences<1><<<gpu.sms * blocks, THREADS>>>((int *)out, 128); });
		report("fence_device_blocks", blocks, us * 1e3 * gpu.ghz / 128, "cycles, with a store");
		us = launch_us([&] { fences<2><<<gpu.sms * blocks, THREADS>>>((int *)out, 32); });
		report("fence_system_blocks", blocks, us * 1e3 * gpu.ghz / 32, "cycles, with a store");
	}
	us = launch_us([&] { fences<1><<<1, 32>>>((int *)out, 1024); });
	report("fence_device_alone", -1, us * 1e3 * gpu.ghz / 1024, "cycles, with a store");
	us = launch_us([&] { fences<2><<<1, 32>>>((int *)out, 256); });
	report("fence_system_alone", -1, us * 1e3 * gpu.ghz / 256, "cycles, with a store");
	return 0;
}
