/* Workers with a stream each, and a connection for each. */
#include "../check.cuh"

#define WORKERS 12

struct Worker {
	cudaStream_t stream;
	float *data;
};

__global__ void work(float *data)
{
	data[threadIdx.x] += 1;
}

static void submit(Worker &w)
{
	work<<<1, 128, 0, w.stream>>>(w.data);
	CHECK(cudaGetLastError());
}

int main()
{
	setenv("CUDA_DEVICE_MAX_CONNECTIONS", "16", 1);
	Worker workers[WORKERS];
	for (Worker &w : workers) {
		CHECK(cudaStreamCreate(&w.stream));
		w.data = device_array<float>(128);
	}
	for (Worker &w : workers)
		submit(w);
	CHECK(cudaDeviceSynchronize());
	for (Worker &w : workers) {
		CHECK(cudaFree(w.data));
		CHECK(cudaStreamDestroy(w.stream));
	}
	return 0;
}
