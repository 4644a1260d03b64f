/* Times the two kernels of a pair: the median of single launches after a warm-up, in microseconds. */
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

static const int WARM_UP = 3;
static const int REPEATS = 21;

inline void check(cudaError_t error, const char *what)
{
	if (error != cudaSuccess) {
		fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
		exit(1);
	}
}

/* Numbers that look random: time on zeros isn't time on data. */
__global__ void fill_words(unsigned *words, size_t count)
{
	const size_t step = (size_t)blockDim.x * gridDim.x;
	for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
		unsigned hash = (unsigned)i * 2654435761u;
		hash = (hash ^ (hash >> 15)) * 2246822519u;
		words[i] = 0x3f000000u | ((hash ^ (hash >> 13)) & 0x007fffffu);
	}
}

/* `count` elements; as floats they lie between 0.5 and 1. */
template <typename T> T *filled(size_t count)
{
	void *memory;
	const size_t words = (count * sizeof(T) + 3) / 4;
	check(cudaMalloc(&memory, words * 4), "cudaMalloc");
	fill_words<<<1024, 256>>>((unsigned *)memory, words);
	check(cudaGetLastError(), "fill_words");
	check(cudaDeviceSynchronize(), "fill_words");
	return static_cast<T *>(memory);
}

template <typename F> float median_us(F launch)
{
	cudaEvent_t begin, end;
	std::vector<float> times;

	check(cudaEventCreate(&begin), "cudaEventCreate");
	check(cudaEventCreate(&end), "cudaEventCreate");
	for (int i = 0; i < WARM_UP; i++) {
		launch();
	}
	check(cudaGetLastError(), "launch");
	check(cudaDeviceSynchronize(), "warm-up");
	for (int i = 0; i < REPEATS; i++) {
		float ms;
		check(cudaEventRecord(begin), "cudaEventRecord");
		launch();
		check(cudaEventRecord(end), "cudaEventRecord");
		check(cudaEventSynchronize(end), "cudaEventSynchronize");
		check(cudaEventElapsedTime(&ms, begin, end), "cudaEventElapsedTime");
		times.push_back(ms * 1000.0f);
	}
	std::sort(times.begin(), times.end());
	return times[REPEATS / 2];
}

/* Prints `name slow_us fast_us`. With PAIR_PROFILE set, each kernel runs once, for a profiler to look at. */
template <typename S, typename F> int compare(const char *name, S slow, F fast)
{
	if (getenv("PAIR_PROFILE")) {
		slow();
		fast();
		check(cudaGetLastError(), "launch");
		check(cudaDeviceSynchronize(), "kernel");
		return 0;
	}
	const float slow_us = median_us(slow);
	const float fast_us = median_us(fast);
	printf("%s %.3f %.3f\n", name, slow_us, fast_us);
	return 0;
}
