/* Each warp turns a row over in shared memory of its own, and waits between. */
#include "../check.cuh"

__global__ void rotate_rows(float *data)
{
	__shared__ float rows[4][32];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	rows[warp][lane] = data[i];
	__syncwarp();
	data[i] = rows[warp][(lane + 1) % 32];
}

int main()
{
	float *data = device_array<float>(1024);
	rotate_rows<<<8, 128>>>(data);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(data));
	return 0;
}
