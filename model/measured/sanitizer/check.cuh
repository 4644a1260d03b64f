/* What the programs share: a check of return codes, and memory of the device. */
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                          \
	do {                                                                                                 \
		cudaError_t status_ = (call);                                                                \
		if (status_ != cudaSuccess) {                                                                \
			fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                        \
				cudaGetErrorString(status_));                                                \
			exit(2);                                                                             \
		}                                                                                            \
	} while (0)

template <typename T> T *device_array(size_t count)
{
	T *memory = nullptr;
	CHECK(cudaMalloc(&memory, count * sizeof(T)));
	CHECK(cudaMemset(memory, 0, count * sizeof(T)));
	return memory;
}
