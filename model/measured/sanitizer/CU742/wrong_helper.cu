/* A helper measures what it is handed, and calls it once. */
#include "../check.cuh"

__global__ void square(int *data)
{
	data[threadIdx.x] *= data[threadIdx.x];
}

static void launch(int *data)
{
	square<<<1, 256>>>(data); // expect: CU742
	CHECK(cudaGetLastError());
}

template <typename F> static float measure(F &&f)
{
	cudaEvent_t begin, end;
	float ms = 0;
	CHECK(cudaEventCreate(&begin));
	CHECK(cudaEventCreate(&end));
	CHECK(cudaEventRecord(begin));
	f();
	CHECK(cudaEventRecord(end));
	CHECK(cudaEventSynchronize(end));
	CHECK(cudaEventElapsedTime(&ms, begin, end));
	CHECK(cudaEventDestroy(begin));
	CHECK(cudaEventDestroy(end));
	return ms;
}

int main()
{
	int *data = device_array<int>(256);
	printf("%g ms\n", measure([&] { launch(data); }));
	CHECK(cudaFree(data));
	return 0;
}
