/* Every thread takes its buffer from the device's heap. Fast: from an array of the kernel's caller. */
#include "pair.cuh"

static const int N = 1 << 14;

__global__ void slow(float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float *own = (float *)malloc(16 * sizeof(float)); // expect: CU141
	if (!own) {
		return;
	}
	for (int k = 0; k < 16; k++) {
		own[k] = (float)(i + k);
	}
	out[i] = own[i & 15];
	free(own);
}

__global__ void fast(float *buffers, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float *own = buffers + i * 16;
	for (int k = 0; k < 16; k++) {
		own[k] = (float)(i + k);
	}
	out[i] = own[i & 15];
}

int main()
{
	float *buffers = filled<float>(N * 16), *out = filled<float>(N);

	return compare(
		"device_heap", [&] { slow<<<N / 256, 256>>>(out); },
		[&] { fast<<<N / 256, 256>>>(buffers, out); });
}
