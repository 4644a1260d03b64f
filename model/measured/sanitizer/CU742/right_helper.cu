/* A helper measures what it is handed, and calls it once before. */
#include "../check.cuh"

__global__ void square(int *data)
{
	data[threadIdx.x] *= data[threadIdx.x];
}

static void launch(int *data)
{
	square<<<1, 256>>>(data);
	CHECK(cudaGetLastError());
}

template <typename F> static float measure(F &&f)
{
	cudaEvent_t begin, end;
	float ms = 0;
	CHECK(cudaEventCreate(&begin));
	CHECK(cudaEventCreate(&end));
	f();
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
