/* What every pattern file needs of the host: buffers, and an end that shows errors. */
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

static const size_t BUFFER_BYTES = size_t(64) << 20;

inline void check(cudaError_t error, const char *what)
{
	if (error != cudaSuccess) {
		fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
		exit(1);
	}
}

/* 64 MiB of small positive numbers in every type; no pattern reaches beyond them. */
template <typename T> T *buffer()
{
	void *memory;
	check(cudaMalloc(&memory, BUFFER_BYTES), "cudaMalloc");
	check(cudaMemset(memory, 1, BUFFER_BYTES), "cudaMemset");
	return static_cast<T *>(memory);
}

inline int finish()
{
	check(cudaGetLastError(), "launch");
	check(cudaDeviceSynchronize(), "kernel");
	return 0;
}
