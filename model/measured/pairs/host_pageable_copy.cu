/* Memory from malloc to the device. Fast: pinned memory. */
#include "pair.cuh"

static const size_t BYTES = 64u << 20;

int main()
{
	char *pageable = (char *)malloc(BYTES), *pinned, *data = filled<char>(BYTES);
	cudaStream_t stream;
	check(cudaMallocHost(&pinned, BYTES), "cudaMallocHost");
	check(cudaStreamCreate(&stream), "cudaStreamCreate");
	for (size_t i = 0; i < BYTES; i++) {
		pageable[i] = pinned[i] = (char)i;
	}

	return compare(
		"host_pageable_copy",
		[&] {
			cudaMemcpyAsync(data, pageable, BYTES, cudaMemcpyHostToDevice, stream); // expect: CU713
			cudaStreamSynchronize(stream);
		},
		[&] {
			cudaMemcpyAsync(data, pinned, BYTES, cudaMemcpyHostToDevice, stream);
			cudaStreamSynchronize(stream);
		});
}
