/* A whole block writes, and one thread publishes it behind a barrier. */
#include "../check.cuh"

__global__ void pipeline(int *data, unsigned *ready, int *out)
{
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		data[t] = t + 1;
		__threadfence();
		__syncthreads();
		if (t == 0)
			atomicExch(ready, 1u);
	} else {
		if (t == 0)
			while (atomicAdd(ready, 0u) == 0)
				__nanosleep(32);
		__syncthreads();
		__threadfence();
		out[t] = data[t];
	}
}

int main()
{
	int *data = device_array<int>(256), *out = device_array<int>(256), home[256];
	unsigned *ready = device_array<unsigned>(1);
	pipeline<<<2, 256>>>(data, ready, out);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(home, out, sizeof home, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(data));
	CHECK(cudaFree(out));
	CHECK(cudaFree(ready));
	for (int i = 0; i < 256; i++)
		if (home[i] != i + 1)
			return 1;
	return 0;
}
