/* The size of a pointer in place of what it points to. */
#include <vector>

#include "../check.cuh"

__global__ void twice(float *data)
{
	data[threadIdx.x] *= 2;
}

static void upload(float *device, const float *host)
{
	CHECK(cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice)); // expect: CU136
}

int main()
{
	std::vector<float> host(256, 1.0f);
	float *device = device_array<float>(256);
	upload(device, host.data());
	twice<<<1, 256>>>(device);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(host.data(), device, 256 * sizeof(float), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(device));
	return host[255] == 2.0f ? 0 : 1;
}
