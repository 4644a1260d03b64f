/* One field of a structure of four floats is read. Fast: the field has an array of its own. */
#include "pair.cuh"

static const int N = 1 << 25;

struct point {
	float x, y, z, mass;
};

__global__ void slow(const point *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float mass = in[i].mass; // expect: CU101
	out[i] = mass * 2.0f;
}

__global__ void fast(const float *mass_of, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float mass = mass_of[i];
	out[i] = mass * 2.0f;
}

int main()
{
	const point *points = filled<point>(N);
	const float *masses = filled<float>(N);
	float *out = filled<float>(N);

	return compare(
		"aos_field", [&] { slow<<<N / 256, 256>>>(points, out); },
		[&] { fast<<<N / 256, 256>>>(masses, out); });
}
