/* The second event is waited for. */
#include "../check.cuh"

__global__ void spin(long long cycles)
{
	long long start = clock64();
	while (clock64() - start < cycles)
		;
}

int main()
{
	cudaEvent_t begin, end;
	CHECK(cudaEventCreate(&begin));
	CHECK(cudaEventCreate(&end));
	spin<<<1, 1>>>(1000);
	CHECK(cudaEventRecord(begin));
	spin<<<1, 1>>>(200000000);
	CHECK(cudaGetLastError());
	CHECK(cudaEventRecord(end));
	CHECK(cudaEventSynchronize(end));
	float ms = 0;
	CHECK(cudaEventElapsedTime(&ms, begin, end));
	CHECK(cudaEventDestroy(begin));
	CHECK(cudaEventDestroy(end));
	return ms > 50 ? 0 : 1;
}
