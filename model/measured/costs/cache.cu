/* L1 and local memory: cycles for each request, capacity, latency of every level. */
#include "cost.cuh"

/* ---- Requests that hit: `group` neighbouring elements, `stride` elements apart; one block's own 16 KB ----
 */

template <typename T>
__global__ void l1_read(const T *in, float *out, unsigned stride, unsigned group, unsigned mask, int turns)
{
	const unsigned lane = threadIdx.x % 32;
	unsigned place = lane / group * stride + lane % group;
	float sum = 0.0f;
#pragma unroll 8
	for (int turn = 0; turn < turns; turn++) {
		const T value = __ldca(&in[place & mask]);
		sum += *(const float *)&value;
		place += 32;
	}
	if (sum == 12345.0f) {
		*out = sum;
	}
}

static void hits(const device &gpu, const float *in, float *out)
{
	const int grid = gpu.sms * 8, turns = 512;
	const unsigned bytes = 1 << 15;
	const unsigned strides[] = {1, 2, 4, 8, 16, 24, 32, 33, 36, 40, 48, 64, 65, 128, 132, 136};
	const double requests = (double)grid * THREADS / 32 * turns;
	for (const unsigned stride : strides) {
		const double us = launch_us(
			[&] { l1_read<<<grid, THREADS>>>(in, out, stride, 1, bytes / 4 - 1, turns); });
		report("l1_float_stride", stride, sm_cycles(gpu, us, requests), "cycles per request");
	}
	for (unsigned group = 2; group <= 16; group *= 2) {
		const double us = launch_us([&] {
			l1_read<<<grid, THREADS>>>(in, out, 256 + group, group, bytes / 4 - 1, turns);
		});
		report("l1_float_group", group, sm_cycles(gpu, us, requests), "cycles per request");
	}
	for (unsigned stride = 1; stride <= 16; stride *= 2) {
		double us = launch_us([&] {
			l1_read<<<grid, THREADS>>>((const float2 *)in, out, stride, 1, bytes / 8 - 1, turns);
		});
		report("l1_float2_stride", stride, sm_cycles(gpu, us, requests), "cycles per request");
		us = launch_us([&] {
			l1_read<<<grid, THREADS>>>((const float4 *)in, out, stride, 1, bytes / 16 - 1, turns);
		});
		report("l1_float4_stride", stride, sm_cycles(gpu, us, requests), "cycles per request");
	}
	const double us = launch_us([&] { l1_read<<<grid, THREADS>>>(in, out, 0, 1, bytes / 4 - 1, turns); });
	report("l1_broadcast", -1, sm_cycles(gpu, us, requests), "cycles per request");
}

/* ---- One block a multiprocessor walks over its range again and again ---- */

__global__ void l1_walk(const float4 *in, float *out, int count, int turns)
{
	float sum = 0.0f;
	const float4 *own = in + (size_t)blockIdx.x * count;
	for (int turn = 0; turn < turns; turn++) {
#pragma unroll 4
		for (int i = (int)threadIdx.x; i < count; i += (int)blockDim.x) {
			sum += __ldca(&own[i]).x;
		}
	}
	if (sum == 12345.0f) {
		*out = sum;
	}
}

static void capacity(const device &gpu, const float *in, float *out)
{
	for (int kb = 64; kb <= 384; kb += 32) {
		const int count = kb * 64, turns = 40;
		const double us =
			launch_us([&] { l1_walk<<<gpu.sms, 1024>>>((const float4 *)in, out, count, turns); });
		report("l1_walk_kb", kb, (double)count * 16 * turns / (us * 1e3 * gpu.ghz),
			"bytes per cycle and SM");
	}
}

/* ---- Pointer chase ---- */

__global__ void chain(unsigned *next, unsigned count, unsigned step)
{
	for (unsigned i = threadIdx.x; i < count; i += blockDim.x) {
		next[(size_t)i * step] = (unsigned)(((i + 1) % count) * step);
	}
}

__global__ void chase(const unsigned *next, int warm, int turns, long long *out)
{
	unsigned at = 0;
	for (int i = 0; i < warm; i++) {
		at = next[at];
	}
	const long long begin = clock64();
	for (int i = 0; i < turns; i++) {
		at = next[at];
	}
	out[0] = clock64() - begin;
	out[1] = at;
}

__global__ void chase_shared(int turns, long long *out)
{
	__shared__ unsigned next[256];
	for (int i = 0; i < 256; i++) {
		next[i] = (i + 1) % 256;
	}
	unsigned at = 0;
	const long long begin = clock64();
	for (int i = 0; i < turns; i++) {
		at = next[at];
	}
	out[0] = clock64() - begin;
	out[1] = at;
}

static void latency(unsigned *next)
{
	const struct {
		const char *name;
		unsigned count, step;
		int warm, turns;
	} levels[] = {{"latency_l1", 256, 32, 1024, 4096}, {"latency_l2", 16384, 256, 16384, 16384},
		{"latency_dram", 65536, 4096, 2048, 8192}};
	long long *out, host;
	check(cudaMalloc(&out, 16), "cudaMalloc");
	void *other;
	check(cudaMalloc(&other, 1 << 28), "cudaMalloc");
	for (const auto &level : levels) {
		chain<<<1, 1024>>>(next, level.count, level.step);
		check(cudaMemset(other, 0, 1 << 28), "cudaMemset"); /* sweeps L2 */
		chase<<<1, 1>>>(next, level.warm, level.turns, out);
		check(cudaMemcpy(&host, out, sizeof(host), cudaMemcpyDeviceToHost), "chase");
		report(level.name, -1, (double)host / level.turns, "cycles");
	}
	chase_shared<<<1, 1>>>(4096, out);
	check(cudaMemcpy(&host, out, sizeof(host), cudaMemcpyDeviceToHost), "chase");
	report("latency_shared", -1, (double)host / 4096, "cycles");
}

/* ---- Local memory: an array of 16 words, at one index for all lanes or at one for each ---- */

template <bool SPREAD> __global__ void local_array(const int *picks, float *out, int turns)
{
	float kept[16];
	float sum = 0.0f;
#pragma unroll
	for (int k = 0; k < 16; k++) {
		kept[k] = (float)picks[k];
	}
	const int mine = SPREAD ? (int)threadIdx.x : 0;
#pragma unroll 4
	for (int turn = 0; turn < turns; turn++) {
		sum += kept[(picks[turn & 63] + mine) & 15];
	}
	if (sum == 12345.0f) {
		*out = sum;
	}
}

template <bool SPREAD> __global__ void local_store(const int *picks, float *out, int turns)
{
	float kept[16];
#pragma unroll
	for (int k = 0; k < 16; k++) {
		kept[k] = (float)picks[k];
	}
	const int mine = SPREAD ? (int)threadIdx.x : 0;
#pragma unroll 4
	for (int turn = 0; turn < turns; turn++) {
		kept[(picks[turn & 63] + mine) & 15] = (float)turn;
	}
	float sum = 0.0f;
#pragma unroll
	for (int k = 0; k < 16; k++) {
		sum += kept[(k + picks[k]) & 15];
	}
	if (sum == 12345.0f) {
		*out = sum;
	}
}

static void local(const device &gpu, const int *picks, float *out)
{
	const int turns = 1024;
	for (int blocks = 1; blocks <= 8; blocks *= 2) {
		const int grid = gpu.sms * blocks;
		const double requests = (double)grid * THREADS / 32 * turns;
		double us = launch_us([&] { local_array<false><<<grid, THREADS>>>(picks, out, turns); });
		report("local_read_uniform_blocks", blocks, sm_cycles(gpu, us, requests),
			"cycles per request");
		us = launch_us([&] { local_array<true><<<grid, THREADS>>>(picks, out, turns); });
		report("local_read_spread_blocks", blocks, sm_cycles(gpu, us, requests),
			"cycles per request");
		us = launch_us([&] { local_store<false><<<grid, THREADS>>>(picks, out, turns); });
		report("local_write_uniform_blocks", blocks, sm_cycles(gpu, us, requests),
			"cycles per request");
		us = launch_us([&] { local_store<true><<<grid, THREADS>>>(picks, out, turns); });
		report("local_write_spread_blocks", blocks, sm_cycles(gpu, us, requests),
			"cycles per request");
	}
}

int main()
{
	const device gpu = look();
	float *in = filled<float>((size_t)1 << 28);
	float *out = filled<float>(1024);
	int *picks = filled<int>(64);
	hits(gpu, in, out);
	capacity(gpu, in, out);
	local(gpu, picks, out);
	latency((unsigned *)in);
	return 0;
}
