/* A byte per lane. Fast: four. */
#include "pair.cuh"

static const int N = 1 << 28;

__global__ void slow(const unsigned char *in, unsigned char *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned char value = in[i]; // expect: CU107
	out[i] = 255 - value;              // expect: CU107
}

__global__ void fast(const uchar4 *in, uchar4 *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const uchar4 value = in[i];
	out[i] = make_uchar4(255 - value.x, 255 - value.y, 255 - value.z, 255 - value.w);
}

int main()
{
	const uchar4 *in = filled<uchar4>(N / 4);
	uchar4 *out = filled<uchar4>(N / 4);

	return compare(
		"narrow_bytes",
		[&] { slow<<<N / 256, 256>>>((const unsigned char *)in, (unsigned char *)out); },
		[&] { fast<<<N / 4 / 256, 256>>>(in, out); });
}
