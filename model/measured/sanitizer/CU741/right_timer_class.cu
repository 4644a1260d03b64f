/* A timer class of events that waits for the second. */
#include "../check.cuh"

class GpuTimer {
	cudaEvent_t begin_, end_;

      public:
	GpuTimer()
	{
		CHECK(cudaEventCreate(&begin_));
		CHECK(cudaEventCreate(&end_));
	}
	~GpuTimer()
	{
		cudaEventDestroy(begin_);
		cudaEventDestroy(end_);
	}
	void start() { CHECK(cudaEventRecord(begin_, 0)); }
	float stop()
	{
		float ms = 0;
		CHECK(cudaEventRecord(end_, 0));
		CHECK(cudaEventSynchronize(end_));
		CHECK(cudaEventElapsedTime(&ms, begin_, end_));
		return ms;
	}
};

__global__ void spin(long long cycles)
{
	long long start = clock64();
	while (clock64() - start < cycles)
		;
}

int main()
{
	GpuTimer timer;
	spin<<<1, 1>>>(1000);
	timer.start();
	spin<<<1, 1>>>(200000000);
	CHECK(cudaGetLastError());
	float ms = timer.stop();
	return ms > 50 ? 0 : 1;
}
