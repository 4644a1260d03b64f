/* What memory orders, scopes and fences add to atomics, loads and stores; what retries and sleeping cost. */
#include "cost.cuh"

#include <cuda/atomic>

enum operation { ADD_DROPPED, ADD_USED, LOAD, STORE };

/* Each lane has words of its own, 64 K apart from turn to turn; a store is under way at each of them. */
template <operation WHAT, cuda::memory_order ORDER, cuda::thread_scope SCOPE>
__global__ void ordered(unsigned *words, unsigned *out, unsigned mask, int turns)
{
	unsigned place = blockIdx.x * blockDim.x + threadIdx.x, kept = 0;
	for (int turn = 0; turn < turns; turn++) {
		cuda::atomic_ref<unsigned, SCOPE> word(words[place & mask]);
		if constexpr (WHAT == ADD_DROPPED) {
			word.fetch_add(threadIdx.x + 1, ORDER);
		} else if constexpr (WHAT == ADD_USED) {
			kept += word.fetch_add(threadIdx.x + 1, ORDER);
		} else if constexpr (WHAT == LOAD) {
			kept += word.load(ORDER);
		} else {
			word.store(turn, ORDER);
		}
		place += 65536;
	}
	if (kept == 12345u) {
		*out = kept;
	}
}

static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};

template <operation WHAT, cuda::memory_order ORDER, cuda::thread_scope SCOPE>
static void one(
	const device &gpu, unsigned *words, unsigned *out, const char *what, int order, const char *scope)
{
	const int turns = 128;
	const unsigned mask = (1u << 22) - 1;
	char name[64];
	double us = launch_us([&] { ordered<WHAT, ORDER, SCOPE><<<1, 32>>>(words, out, mask, turns); }, 5);
	snprintf(name, sizeof(name), "%s_%s_%s_alone", what, orders[order], scope);
	report(name, -1, us * 1e3 * gpu.ghz / turns, "cycles");
	for (int blocks = 1; blocks <= 8; blocks *= 8) {
		us = launch_us(
			[&] {
				ordered<WHAT, ORDER, SCOPE>
					<<<gpu.sms * blocks, THREADS>>>(words, out, mask, turns);
			},
			5);
		snprintf(name, sizeof(name), "%s_%s_%s_blocks", what, orders[order], scope);
		report(name, blocks, us * 1e3 * gpu.ghz / turns, "cycles a turn");
	}
}

template <cuda::thread_scope SCOPE>
static void scope(const device &gpu, unsigned *words, unsigned *out, const char *name)
{
	one<ADD_DROPPED, cuda::memory_order_relaxed, SCOPE>(gpu, words, out, "dropped", 0, name);
	one<ADD_DROPPED, cuda::memory_order_acquire, SCOPE>(gpu, words, out, "dropped", 1, name);
	one<ADD_DROPPED, cuda::memory_order_release, SCOPE>(gpu, words, out, "dropped", 2, name);
	one<ADD_DROPPED, cuda::memory_order_acq_rel, SCOPE>(gpu, words, out, "dropped", 3, name);
	one<ADD_DROPPED, cuda::memory_order_seq_cst, SCOPE>(gpu, words, out, "dropped", 4, name);
	one<ADD_USED, cuda::memory_order_relaxed, SCOPE>(gpu, words, out, "used", 0, name);
	one<ADD_USED, cuda::memory_order_acquire, SCOPE>(gpu, words, out, "used", 1, name);
	one<ADD_USED, cuda::memory_order_acq_rel, SCOPE>(gpu, words, out, "used", 3, name);
	one<ADD_USED, cuda::memory_order_seq_cst, SCOPE>(gpu, words, out, "used", 4, name);
	one<LOAD, cuda::memory_order_relaxed, SCOPE>(gpu, words, out, "load", 0, name);
	one<LOAD, cuda::memory_order_acquire, SCOPE>(gpu, words, out, "load", 1, name);
	one<LOAD, cuda::memory_order_seq_cst, SCOPE>(gpu, words, out, "load", 4, name);
	one<STORE, cuda::memory_order_relaxed, SCOPE>(gpu, words, out, "store", 0, name);
	one<STORE, cuda::memory_order_release, SCOPE>(gpu, words, out, "store", 2, name);
	one<STORE, cuda::memory_order_seq_cst, SCOPE>(gpu, words, out, "store", 4, name);
}

/* A fence with nothing under way. */
template <int SCOPE> __global__ void bare_fences(int turns)
{
	for (int turn = 0; turn < turns; turn++) {
		if (SCOPE == 0) {
			__threadfence_block();
		} else if (SCOPE == 1) {
			__threadfence();
		} else if (SCOPE == 2) {
			__threadfence_system();
		} else if (SCOPE == 3) {
			cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
		} else {
			cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_system);
		}
	}
}

template <int SCOPE> static void bare(const device &gpu, const char *kind)
{
	const int turns = 128;
	char name[64];
	double us = launch_us([&] { bare_fences<SCOPE><<<1, 32>>>(turns); }, 5);
	snprintf(name, sizeof(name), "bare_%s_alone", kind);
	report(name, -1, us * 1e3 * gpu.ghz / turns, "cycles");
	for (int blocks = 1; blocks <= 8; blocks *= 8) {
		us = launch_us([&] { bare_fences<SCOPE><<<gpu.sms * blocks, THREADS>>>(turns); }, 5);
		snprintf(name, sizeof(name), "bare_%s_blocks", kind);
		report(name, blocks, us * 1e3 * gpu.ghz / turns, "cycles a turn");
	}
}

/* A word that every warp reads again and again: by a volatile load, and a relaxed one of an atomic. */
__global__ void poll_volatile(const volatile unsigned *flags, unsigned *out, int stride, int turns)
{
	unsigned kept = 0;
	for (int turn = 0; turn < turns; turn++) {
		kept += flags[blockIdx.x * stride];
	}
	if (kept == 12345u) {
		*out = kept;
	}
}

template <cuda::memory_order ORDER>
__global__ void poll_atomic(unsigned *flags, unsigned *out, int stride, int turns)
{
	unsigned kept = 0;
	cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(flags[blockIdx.x * stride]);
	for (int turn = 0; turn < turns; turn++) {
		kept += flag.load(ORDER);
	}
	if (kept == 12345u) {
		*out = kept;
	}
}

static void polls(const device &gpu, unsigned *words, unsigned *out)
{
	const int turns = 256;
	for (int stride = 0; stride <= 64; stride += 64) {
		double us = launch_us(
			[&] { poll_volatile<<<gpu.sms * 8, THREADS>>>(words, out, stride, turns); }, 5);
		report("poll_volatile_stride", stride, us * 1e3 * gpu.ghz / turns, "cycles a turn");
		us = launch_us(
			[&] {
				poll_atomic<cuda::memory_order_relaxed>
					<<<gpu.sms * 8, THREADS>>>(words, out, stride, turns);
			},
			5);
		report("poll_relaxed_stride", stride, us * 1e3 * gpu.ghz / turns, "cycles a turn");
		us = launch_us(
			[&] {
				poll_atomic<cuda::memory_order_acquire>
					<<<gpu.sms * 8, THREADS>>>(words, out, stride, turns);
			},
			5);
		report("poll_acquire_stride", stride, us * 1e3 * gpu.ghz / turns, "cycles a turn");
	}
	double us = launch_us([&] { poll_volatile<<<1, 32>>>(words, out, 0, turns); }, 5);
	report("poll_volatile_alone", -1, us * 1e3 * gpu.ghz / turns, "cycles a turn");
	us = launch_us([&] { poll_atomic<cuda::memory_order_relaxed><<<1, 32>>>(words, out, 0, turns); }, 5);
	report("poll_relaxed_alone", -1, us * 1e3 * gpu.ghz / turns, "cycles a turn");
	us = launch_us([&] { poll_atomic<cuda::memory_order_acquire><<<1, 32>>>(words, out, 0, turns); }, 5);
	report("poll_acquire_alone", -1, us * 1e3 * gpu.ghz / turns, "cycles a turn");
}

/* An addition by a loop around a compare-and-swap: on `words` words of global memory, by all lanes. */
__global__ void cas_loop(unsigned *words, unsigned mask, int turns)
{
	unsigned *word = &words[(blockIdx.x * blockDim.x + threadIdx.x) & mask];
	for (int turn = 0; turn < turns; turn++) {
		unsigned seen = *(volatile unsigned *)word, before;
		do {
			before = seen;
			seen = atomicCAS(word, before, before + threadIdx.x + 1);
		} while (seen != before);
	}
}

template <typename T> __global__ void shared_own(T *out, int turns)
{
	__shared__ T bins[1024];
	bins[threadIdx.x] = 0;
	__syncthreads();
	for (int turn = 0; turn < turns; turn++) {
		atomicAdd(&bins[threadIdx.x], (T)(turn + (int)threadIdx.x));
	}
	__syncthreads();
	if (bins[threadIdx.x] == (T)12345) {
		*out = bins[0];
	}
}

static void retries(const device &gpu, unsigned *words)
{
	for (unsigned count = 1; count <= 4096; count *= 64) {
		const double us = launch_us([&] { cas_loop<<<4, THREADS>>>(words, count - 1, 4); }, 5);
		report("cas_loop_1024_lanes_words", count, us * 1e3 / (4 * THREADS * 4), "ns per addition");
	}
	double us = launch_us([&] { cas_loop<<<gpu.sms * 8, THREADS>>>(words, (1u << 22) - 1, 16); }, 5);
	report("cas_loop_own", -1, sm_cycles(gpu, us, gpu.sms * 8.0 * THREADS / 32 * 16),
		"cycles per request and SM");
	us = launch_us([&] { shared_own<<<1, 32>>>((float *)words, 256); }, 5);
	report("shared_float_alone", -1, us * 1e3 * gpu.ghz / 256, "cycles");
	us = launch_us([&] { shared_own<<<1, 32>>>((double *)words, 256); }, 5);
	report("shared_double_alone", -1, us * 1e3 * gpu.ghz / 256, "cycles");
	us = launch_us([&] { shared_own<<<1, 32>>>((int *)words, 256); }, 5);
	report("shared_int_alone", -1, us * 1e3 * gpu.ghz / 256, "cycles");
	us = launch_us([&] { shared_own<<<gpu.sms * 8, THREADS>>>((double *)words, 64); }, 5);
	report("shared_double_own", -1, sm_cycles(gpu, us, gpu.sms * 8.0 * THREADS / 32 * 64),
		"cycles per request");
}

__global__ void sleep(unsigned nanoseconds, int turns)
{
	for (int turn = 0; turn < turns; turn++) {
		__nanosleep(nanoseconds);
	}
}

/* A thread of each block takes the lock, `turns` times. */
__global__ void take_lock(unsigned *lock, unsigned pause, int turns)
{
	for (int turn = 0; turn < turns; turn++) {
		while (atomicCAS(lock, 0u, 1u) != 0) {
			if (pause) {
				__nanosleep(pause);
			}
		}
		__threadfence();
		__threadfence();
		atomicExch(lock, 0u);
	}
}

static void waits(const device &gpu, unsigned *words)
{
	for (unsigned pause = 0; pause <= 1024; pause = pause ? pause * 4 : 16) {
		const double us = launch_us([&] { sleep<<<1, 32>>>(pause, 128); }, 5);
		report("nanosleep", pause, us * 1e3 / 128, "ns");
	}
	check(cudaMemset(words, 0, 4), "cudaMemset");
	for (int blocks = 1; blocks <= 256; blocks *= 4) {
		for (unsigned pause = 0; pause <= 256; pause += 256) {
			const double us = launch_us([&] { take_lock<<<blocks, 1>>>(words, pause, 16); }, 5);
			report(pause ? "lock_pause_256_blocks" : "lock_blocks", blocks,
				us * 1e3 / (16 * blocks), "ns per take");
		}
	}
	(void)gpu;
}

int main()
{
	const device gpu = look();
	unsigned *words = filled<unsigned>(1 << 22);
	unsigned *out = filled<unsigned>(1024);
	scope<cuda::thread_scope_block>(gpu, words, out, "block");
	scope<cuda::thread_scope_device>(gpu, words, out, "device");
	scope<cuda::thread_scope_system>(gpu, words, out, "system");
	bare<0>(gpu, "block");
	bare<1>(gpu, "device");
	bare<2>(gpu, "system");
	bare<3>(gpu, "acq_rel_device");
	bare<4>(gpu, "acq_rel_system");
	polls(gpu, words, out);
	retries(gpu, words);
	waits(gpu, words);
	return 0;
}
