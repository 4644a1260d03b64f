/* A timer class whose stop reads the clock, and waits for nothing. */
#include <chrono>

#include "../check.cuh"

class Timer {
	std::chrono::high_resolution_clock::time_point begin_;

      public:
	void start() { begin_ = std::chrono::high_resolution_clock::now(); }
	double stop() const
	{
		auto end = std::chrono::high_resolution_clock::now();
		return std::chrono::duration<double, std::milli>(end - begin_).count();
	}
};

template <int N> __global__ void spin(long long cycles)
{
	for (int k = 0; k < N; k++)
		for (long long start = clock64(); clock64() - start < cycles;)
			;
}

int main()
{
	Timer timer;
	spin<1><<<1, 1>>>(1000);
	CHECK(cudaDeviceSynchronize());
	timer.start();
	spin<1><<<1, 1>>>(200000000);
	double ms = timer.stop(); // expect: CU740
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	printf("kernel: %g ms\n", ms);
	return ms > 50 ? 0 : 1;
}
