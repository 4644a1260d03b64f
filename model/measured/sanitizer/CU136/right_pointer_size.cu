/* The size of an array that is handed on by reference. */
#include "../check.cuh"

__global__ void twice(float *data)
{
	data[threadIdx.x] *= 2;
}

template <typename T, size_t N> static void upload(T *device, const T (&host)[N])
{
	CHECK(cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice));
}

int main()
{
	float host[256];
	for (float &h : host)
		h = 1;
	float *device = device_array<float>(256);
	upload(device, host);
	twice<<<1, 256>>>(device);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(device));
	return host[255] == 2.0f ? 0 : 1;
}
