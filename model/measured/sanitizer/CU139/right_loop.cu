/* Each turn makes a stream and an event, and destroys both. */
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
		CHECK(cudaStreamCreate(&stream));
		CHECK(cudaEventCreate(&done));
		work<<<1, 64, 0, stream>>>(data);
		CHECK(cudaGetLastError());
		CHECK(cudaEventRecord(done, stream));
		CHECK(cudaEventSynchronize(done));
		CHECK(cudaEventDestroy(done));
		CHECK(cudaStreamDestroy(stream));
	}
	CHECK(cudaFree(data));
	return 0;
}
