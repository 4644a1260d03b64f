/* A flag is set behind the data, with fences on both sides. */
#include "../check.cuh"

__global__ void hand_over(volatile int *ready, int *mail, int *out)
{
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x == 0) {
		*mail = 42;
		__threadfence();
		*ready = 1;
	} else {
		while (*ready == 0)
			;
		__threadfence();
		*out = *mail;
	}
}

int main()
{
	int *ready = device_array<int>(1), *mail = device_array<int>(1), *out = device_array<int>(1), home;
	hand_over<<<2, 32>>>(ready, mail, out);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&home, out, sizeof home, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(ready));
	CHECK(cudaFree(mail));
	CHECK(cudaFree(out));
	return home == 42 ? 0 : 1;
}
