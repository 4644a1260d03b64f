/* Constant memory: distinct addresses of a request, and how large a table stays close. */
#include "cost.cuh"

__constant__ float table[16384];

/* `mask` + 1 words are walked over by steps of `step`; lanes read `distinct` neighbouring words. */
__global__ void constant_read(float *out, unsigned distinct, unsigned step, unsigned mask, int turns)
{
	unsigned place = threadIdx.x % 32 % distinct;
	float sum = 0.0f;
#pragma unroll 4
	for (int turn = 0; turn < turns; turn++) {
		sum += table[place & mask];
		place += step;
	}
	if (sum == 12345.0f) {
		*out = sum;
	}
}

/* The index is the same for all lanes, and the compiler can see it. */
__global__ void constant_uniform(float *out, unsigned step, unsigned mask, int turns)
{
	unsigned place = 0;
	float sum = 0.0f;
#pragma unroll 4
	for (int turn = 0; turn < turns; turn++) {
		sum += table[place & mask];
		place += step;
	}
	if (sum == 12345.0f) {
		*out = sum;
	}
}

int main()
{
	const device gpu = look();
	const float *numbers = filled<float>(16384);
	float *out = filled<float>(1024);
	check(cudaMemcpyToSymbol(table, numbers, sizeof(table), 0, cudaMemcpyDeviceToDevice),
		"cudaMemcpyToSymbol");
	const int grid = gpu.sms * 8, turns = 512;
	const double requests = (double)grid * THREADS / 32 * turns;
	for (unsigned distinct = 1; distinct <= 32; distinct *= 2) {
		const double us =
			launch_us([&] { constant_read<<<grid, THREADS>>>(out, distinct, 0, 255, turns); });
		report("constant_distinct", distinct, sm_cycles(gpu, us, requests), "cycles per instruction");
	}
	for (unsigned kb = 1; kb <= 64; kb *= 2) {
		double us =
			launch_us([&] { constant_read<<<grid, THREADS>>>(out, 1, 3, kb * 256 - 1, turns); });
		report("constant_walk_kb", kb, sm_cycles(gpu, us, requests), "cycles per instruction");
		us = launch_us([&] { constant_uniform<<<grid, THREADS>>>(out, 3, kb * 256 - 1, turns); });
		report("constant_uniform_walk_kb", kb, sm_cycles(gpu, us, requests),
			"cycles per instruction");
		us = launch_us([&] { constant_uniform<<<grid, THREADS>>>(out, 16, kb * 256 - 1, turns); });
		report("constant_uniform_step16_kb", kb, sm_cycles(gpu, us, requests),
			"cycles per instruction");
		us = launch_us(
			[&] { constant_read<<<grid, THREADS>>>(out, 32, 3, kb * 256 - 1, turns / 4); });
		report("constant_spread_walk_kb", kb, sm_cycles(gpu, us, requests / 4),
			"cycles per instruction");
	}
	return 0;
}
