/* Four neighbouring floats per thread, loaded one by one: each load touches every fourth word. Fast: one
 * float4. */
#include "pair.cuh"

static const int N = 1 << 24;

__global__ void slow(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float a = in[i * 4];     // expect: CU101
	const float b = in[i * 4 + 1]; // expect: CU101
	const float c = in[i * 4 + 2]; // expect: CU101
	const float d = in[i * 4 + 3]; // expect: CU101
	out[i] = a * b + c * d;
}

__global__ void fast(const float4 *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float4 value = in[i];
	out[i] = value.x * value.y + value.z * value.w;
}

int main()
{
	const float4 *in = filled<float4>(N);
	float *out = filled<float>(N);

	return compare(
		"four_scalars", [&] { slow<<<N / 256, 256>>>((const float *)in, out); },
		[&] { fast<<<N / 256, 256>>>(in, out); });
}
