/* The stream is waited for inside the timed part. */
#include <sys/time.h>

#include "../check.cuh"

static double seconds()
{
	timeval now;
	gettimeofday(&now, nullptr);
	return now.tv_sec + now.tv_usec * 1e-6;
}

int main()
{
	const size_t bytes = size_t(256) << 20;
	void *host, *device;
	cudaStream_t stream;
	CHECK(cudaMallocHost(&host, bytes));
	CHECK(cudaMalloc(&device, bytes));
	CHECK(cudaStreamCreate(&stream));
	double begin = seconds();
	for (int turn = 0; turn < 4; turn++)
		CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream));
	CHECK(cudaStreamSynchronize(stream));
	double took = seconds() - begin;
	double rate = 4 * bytes / took * 1e-9;
	printf("%g GB/s\n", rate);
	CHECK(cudaStreamDestroy(stream));
	CHECK(cudaFree(device));
	CHECK(cudaFreeHost(host));
	return rate < 500 ? 0 : 1;
}
