/* What the programs of this folder share: time of a launch, the clock, one line of output for each number. */
#pragma once

#include "../pairs/pair.cuh"

#include <cstdint>

static const int THREADS = 256;

/* The device: multiprocessors and the clock they run at under load. */
struct device {
	int sms;
	double ghz;
};

__global__ void spin(long long *out)
{
	unsigned long long begin, end;
	float x = (float)threadIdx.x;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
	const long long first = clock64();
	for (int i = 0; i < 1000000; i++) {
		x = x * 0.999f + 0.5f;
	}
	const long long last = clock64();
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(end));
	if (threadIdx.x == 0 && blockIdx.x == 0) {
		out[0] = last - first;
		out[1] = (long long)(end - begin);
		out[2] = (long long)x;
	}
}

inline device look()
{
	device found;
	cudaDeviceProp properties;
	long long *out, host[2];
	check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
	check(cudaMalloc(&out, 3 * sizeof(*out)), "cudaMalloc");
	found.sms = properties.multiProcessorCount;
	for (int i = 0; i < 2; i++) { /* the first wakes the clock up */
		spin<<<found.sms * 2, THREADS>>>(out);
		check(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost), "spin");
	}
	found.ghz = (double)host[0] / (double)host[1];
	return found;
}

/* Median microseconds between events around one launch. */
template <typename F> double launch_us(F launch, int repeats = 7)
{
	cudaEvent_t begin, end;
	std::vector<float> times;
	check(cudaEventCreate(&begin), "cudaEventCreate");
	check(cudaEventCreate(&end), "cudaEventCreate");
	launch();
	launch();
	check(cudaGetLastError(), "launch");
	check(cudaDeviceSynchronize(), "warm-up");
	for (int i = 0; i < repeats; i++) {
		float ms;
		check(cudaEventRecord(begin), "cudaEventRecord");
		launch();
		check(cudaEventRecord(end), "cudaEventRecord");
		check(cudaEventSynchronize(end), "cudaEventSynchronize");
		check(cudaEventElapsedTime(&ms, begin, end), "cudaEventElapsedTime");
		times.push_back(ms * 1000.0f);
	}
	cudaEventDestroy(begin);
	cudaEventDestroy(end);
	std::sort(times.begin(), times.end());
	return times[times.size() / 2];
}

inline void report(const char *name, double variant, double value, const char *unit)
{
	if (variant < 0) {
		printf("%s\t%.5g\t%s\n", name, value, unit);
	} else {
		printf("%s_%g\t%.5g\t%s\n", name, variant, value, unit);
	}
	fflush(stdout);
}

/* Cycles of a multiprocessor for each of `operations` that the whole device did. */
inline double sm_cycles(const device &gpu, double us, double operations)
{
	return us * 1e3 * gpu.ghz * gpu.sms / operations;
}
