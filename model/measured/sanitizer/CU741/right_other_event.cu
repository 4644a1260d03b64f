/* The stream is waited for, and so are both events. */
#include "../check.cuh"

__global__ void spin(long long cycles)
{
	long long start = clock64();
	while (clock64() - start < cycles)
		;
}

int main()
{
	cudaEvent_t marks[2];
	cudaStream_t stream;
	for (cudaEvent_t &mark : marks)
		CHECK(cudaEventCreate(&mark));
	CHECK(cudaStreamCreate(&stream));
	spin<<<1, 1, 0, stream>>>(1000);
	CHECK(cudaEventRecord(marks[0], stream));
	spin<<<1, 1, 0, stream>>>(200000000);
	CHECK(cudaGetLastError());
	CHECK(cudaEventRecord(marks[1], stream));
	CHECK(cudaStreamSynchronize(stream));
	float ms = 0;
	CHECK(cudaEventElapsedTime(&ms, marks[0], marks[1]));
	for (cudaEvent_t mark : marks)
		CHECK(cudaEventDestroy(mark));
	CHECK(cudaStreamDestroy(stream));
	return ms > 50 ? 0 : 1;
}
