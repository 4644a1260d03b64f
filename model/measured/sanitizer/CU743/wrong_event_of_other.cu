/* An event of one device is recorded in a stream of the other. */
#include "../check.cuh"

struct Gpu {
	cudaStream_t stream;
	cudaEvent_t done;
};

__global__ void work(void)
{
}

int main()
{
	int devices = 0;
	CHECK(cudaGetDeviceCount(&devices));
	if (devices < 2)
		return 77;
	Gpu first, second;
	CHECK(cudaSetDevice(0));
	CHECK(cudaStreamCreate(&first.stream));
	CHECK(cudaEventCreateWithFlags(&first.done, cudaEventDisableTiming));
	CHECK(cudaSetDevice(1));
	CHECK(cudaStreamCreate(&second.stream));
	CHECK(cudaEventCreateWithFlags(&second.done, cudaEventDisableTiming));
	work<<<1, 1, 0, second.stream>>>();
	CHECK(cudaGetLastError());
	CHECK(cudaEventRecord(first.done, second.stream)); // expect: CU743
	CHECK(cudaEventSynchronize(first.done));
	return 0;
}
