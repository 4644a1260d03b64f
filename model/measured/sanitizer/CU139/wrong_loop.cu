/* Each turn makes a stream and an event, and destroys one of them. */
#include "../check.cuh"

__global__ void work(int *data)
{
	data[threadIdx.x]++;
}

int main()
{
	int *data = device_array<int>(64);
	for (int turn = 0; turn < 20; turn++) {
		cudaStream_t stream;
		cudaEvent_t done;
		CHECK(cudaStreamCreate(&stream)); // expect: CU139
		CHECK(cudaEventCreate(&done));
		work<<<1, 64, 0, stream>>>(data);
		CHECK(cudaGetLastError());
		CHECK(cudaEventRecord(done, stream));
		CHECK(cudaEventSynchronize(done));
		CHECK(cudaEventDestroy(done));
	}
	CHECK(cudaFree(data));
	return 0;
}
