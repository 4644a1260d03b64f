/* Atomics on shared and global memory. */
#include "cost.cuh"

/* ---- Shared: a lane takes word (lane % words) x stride ---- */

template <typename T> __global__ void shared_add(T *out, int words, int stride, int turns)
{
	__shared__ T bins[1024];
	for (int i = (int)threadIdx.x; i < 1024; i += (int)blockDim.x) {
		bins[i] = 0;
	}
	__syncthreads();
	T *own = &bins[(int)threadIdx.x % words * stride];
	for (int turn = 0; turn < turns; turn++) {
		atomicAdd(own, (T)(turn + (int)threadIdx.x));
	}
	__syncthreads();
	if (bins[threadIdx.x] == (T)12345) {
		*out = bins[0];
	}
}

__global__ void shared_cas(int *out, int words, int turns)
{
	__shared__ int bins[1024];
	bins[threadIdx.x] = 0;
	__syncthreads();
	int *own = &bins[(int)threadIdx.x % words];
	int kept = 0;
	for (int turn = 0; turn < turns; turn++) {
		kept = atomicCAS(own, kept, turn);
	}
	__syncthreads();
	if (bins[threadIdx.x] == 12345) {
		*out = kept;
	}
}

static void shared(const device &gpu, void *out)
{
	const int grid = gpu.sms * 8, turns = 128;
	const double requests = (double)grid * THREADS / 32 * turns;
	for (int words = 1; words <= 256; words *= words < 32 ? 2 : 8) {
		double us = launch_us([&] { shared_add<<<grid, THREADS>>>((int *)out, words, 1, turns); });
		report("shared_int", words, sm_cycles(gpu, us, requests), "cycles per request");
		us = launch_us([&] { shared_add<<<grid, THREADS>>>((float *)out, words, 1, turns / 8); });
		report("shared_float", words, sm_cycles(gpu, us, requests / 8), "cycles per request");
		us = launch_us([&] {
			shared_add<<<grid, THREADS>>>((unsigned long long *)out, words, 1, turns / 8);
		});
		report("shared_u64", words, sm_cycles(gpu, us, requests / 8), "cycles per request");
		us = launch_us([&] { shared_cas<<<grid, THREADS>>>((int *)out, words, turns); });
		report("shared_cas", words, sm_cycles(gpu, us, requests), "cycles per request");
	}
	double us = launch_us([&] { shared_add<<<grid, THREADS>>>((int *)out, 32, 32, turns); });
	report("shared_int_one_bank", -1, sm_cycles(gpu, us, requests), "cycles per request");
	us = launch_us([&] { shared_add<<<grid, THREADS>>>((double *)out, 32, 1, turns / 8); });
	report("shared_double_32", -1, sm_cycles(gpu, us, requests / 8), "cycles per request");
}

/* ---- Global ---- */

/* Thread i adds to word (i x stride) of `mask` + 1; each turn goes on by `move` words. */
template <typename T>
__global__ void global_add(T *out, unsigned stride, unsigned mask, unsigned move, int turns)
{
	unsigned place = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
	for (int turn = 0; turn < turns; turn++) {
		atomicAdd(&out[place & mask], (T)(threadIdx.x + 1));
		place += move;
	}
}

/* One lane of a warp. */
template <typename T> __global__ void global_add_lane(T *out, unsigned mask, int turns)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i % 32 == 0) {
		for (int turn = 0; turn < turns; turn++) {
			atomicAdd(&out[i / 32 & mask], (T)(turn + 1));
		}
	}
}

template <typename T> __global__ void global_used(T *out, T *sum, unsigned mask, int turns)
{
	unsigned place = blockIdx.x * blockDim.x + threadIdx.x;
	T kept = 0;
	for (int turn = 0; turn < turns; turn++) {
		kept += atomicAdd(&out[(place + (unsigned)kept % 2 * 32) & mask], (T)(threadIdx.x + 1));
		place += 64;
	}
	if (kept == (T)12345) {
		*sum = kept;
	}
}

__global__ void global_cas(int *out, unsigned mask, int turns)
{
	unsigned place = blockIdx.x * blockDim.x + threadIdx.x;
	for (int turn = 0; turn < turns; turn++) {
		atomicCAS(&out[place & mask], turn, turn + 1);
		place += 64;
	}
}

/* Scattered lanes: a hash picks the word. */
template <typename T> __global__ void global_hash(T *out, unsigned mask, int turns)
{
	unsigned place = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
	for (int turn = 0; turn < turns; turn++) {
		place = place * 1664525u + 1013904223u;
		atomicAdd(&out[place >> 8 & mask], (T)(threadIdx.x + 1));
	}
}

template <typename T> static void global_kind(const device &gpu, T *out, const char *kind)
{
	const int grid = gpu.sms * 8;
	const double threads = (double)grid * THREADS;
	char name[64];
	for (unsigned words = 1; words <= 65536; words *= words == 1    ? 8
							  : words < 64  ? 4
							  : words < 256 ? 8
									: 256) {
		const int turns = words < 64 ? 2 : 16;
		const double us =
			launch_us([&] { global_add<<<grid, THREADS>>>(out, 1, words - 1, 64, turns); }, 3);
		snprintf(name, sizeof(name), "global_%s_words", kind);
		report(name, words, us * 1e3 / (threads * turns), "ns per lane");
	}
	const double us = launch_us([&] { global_add_lane<<<grid, THREADS>>>(out, 0, 16); }, 3);
	snprintf(name, sizeof(name), "global_%s_one_lane", kind);
	report(name, -1, us * 1e3 / (threads / 32 * 16), "ns per operation");
	for (unsigned words = 256; words <= 1u << 20; words *= 64) {
		const double scattered =
			launch_us([&] { global_hash<<<grid, THREADS>>>(out, words - 1, 16); }, 3);
		snprintf(name, sizeof(name), "global_%s_hash", kind);
		report(name, words, sm_cycles(gpu, scattered, threads * 16), "cycles per lane and SM");
	}
	for (unsigned stride = 1; stride <= 32; stride *= stride == 1 ? 8 : 4) {
		const double wide = launch_us(
			[&] { global_add<<<grid, THREADS>>>(out, stride, (1u << 22) - 1, 8192 * 33, 32); },
			3);
		snprintf(name, sizeof(name), "global_%s_stride", kind);
		report(name, stride, sm_cycles(gpu, wide, threads), "cycles per request and SM");
	}
}

static void global(const device &gpu, void *out, void *sum)
{
	const int grid = gpu.sms * 8, turns = 32;
	const double requests = (double)grid * THREADS / 32 * turns;
	global_kind(gpu, (int *)out, "int");
	global_kind(gpu, (float *)out, "float");
	global_kind(gpu, (double *)out, "double");
	global_kind(gpu, (unsigned long long *)out, "u64");
	double us = launch_us([&] { global_cas<<<grid, THREADS>>>((int *)out, (1u << 22) - 1, turns); });
	report("global_cas_contiguous", -1, sm_cycles(gpu, us, requests), "cycles per request and SM");
	us = launch_us(
		[&] { global_used<<<grid, THREADS>>>((int *)out, (int *)sum, (1u << 22) - 1, turns); });
	report("global_used_contiguous", -1, sm_cycles(gpu, us, requests), "cycles per request and SM");
	us = launch_us([&] { global_used<<<1, 32>>>((int *)out, (int *)sum, (1u << 12) - 1, 1024); });
	report("global_used_alone", -1, us * 1e3 * gpu.ghz / 1024, "cycles");
	us = launch_us([&] { global_add<<<1, 1024>>>((int *)out, 1, 65535, 1024, 512); });
	report("global_int_one_sm", -1, us * 1e3 * gpu.ghz / (32 * 512), "cycles per request");
	us = launch_us([&] { global_add<<<1, 1024>>>((int *)out, 32, (1u << 20) - 1, 1024, 128); });
	report("global_int_one_sm_stride32", -1, us * 1e3 * gpu.ghz / (32 * 128), "cycles per request");
}

int main()
{
	const device gpu = look();
	void *out = filled<int>(1 << 24);
	void *sum = filled<int>(1024);
	shared(gpu, sum);
	global(gpu, out, sum);
	return 0;
}
