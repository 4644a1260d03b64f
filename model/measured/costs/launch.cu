/* Launches, blocks and what it costs to start them. */
#include "cost.cuh"

__global__ void empty(int *out)
{
	if (out) {
		*out = (int)threadIdx.x;
	}
}

__global__ void empty_shared(int *out)
{
	__shared__ int stage[256];
	if (out) {
		stage[threadIdx.x] = out[threadIdx.x];
		__syncthreads();
		*out = stage[255 - threadIdx.x];
	}
}

__global__ void empty_dynamic(int *out)
{
	extern __shared__ int stage[];
	if (out) {
		stage[threadIdx.x] = out[threadIdx.x];
		__syncthreads();
		*out = stage[out[0]];
	}
}

/* One load and one store for each thread, as short kernels have them; all of it stays in L2. */
__global__ void touch(const float *in, float *out)
{
	const int i = (int)((blockIdx.x * blockDim.x + threadIdx.x) & ((1u << 20) - 1));
	out[i] = in[i] * 2.0f;
}

int main()
{
	const device gpu = look();
	const int blocks = 1 << 20;
	const float *in = filled<float>(1 << 20);
	float *out = filled<float>(1 << 20);
	report("clock", -1, gpu.ghz, "GHz");
	report("event_pair", -1, launch_us([] {}, 101), "us");
	report("launch_one", -1, launch_us([] { empty<<<1, 32>>>(nullptr); }, 101), "us");
	report("launch_full", -1, launch_us([&] { empty<<<gpu.sms, 1024>>>(nullptr); }, 101), "us");
	report("launch_back_to_back", -1, launch_us([] {
		for (int i = 0; i < 500; i++) {
			empty<<<1, 32>>>(nullptr);
		}
	}) / 500,
		"us");
	for (int threads = 32; threads <= 1024; threads *= 2) {
		const double us = launch_us([&] { empty<<<blocks, threads>>>(nullptr); });
		report("block_empty", threads, us * 1e3 / blocks, "ns per block of the device");
	}
	for (int threads = 32; threads <= 256; threads *= 2) {
		const double us = launch_us([&] { empty_shared<<<blocks, threads>>>(nullptr); });
		report("block_shared_1k", threads, us * 1e3 / blocks, "ns per block of the device");
	}
	for (int threads = 32; threads <= 1024; threads *= 2) {
		const double us = launch_us([&] { touch<<<blocks, threads>>>(in, out); });
		report("block_touch", threads, us * 1e3 / blocks, "ns per block of the device");
	}
	/* One block a multiprocessor: what a place costs from one block's end to the next one's. */
	const int large = 200 * 1024;
	check(cudaFuncSetAttribute(empty_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, large),
		"attribute");
	for (int threads = 32; threads <= 1024; threads *= 2) {
		const int many = gpu.sms * 1000;
		const double us = launch_us([&] { empty_dynamic<<<many, threads, large>>>(nullptr); });
		report("block_alone", threads, sm_cycles(gpu, us, many), "cycles per block");
	}
	return 0;
}
