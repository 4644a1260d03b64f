/* Two fields of a particle of 64 bytes are read and one is written. Fast: an array for each field. */
#include "pair.cuh"

static const int N = 1 << 24;

struct particle {
	float x, y, z, mass, vx, vy, vz, charge;
	float other[8];
};

__global__ void slow(particle *all, float dt)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float speed = all[i].vx; // expect: CU101
	const float place = all[i].x;  // expect: CU101
	all[i].x = place + speed * dt; // expect: CU101
}

__global__ void fast(float *places, const float *speeds, float dt)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float speed = speeds[i];
	const float place = places[i];
	places[i] = place + speed * dt;
}

int main()
{
	particle *all = filled<particle>(N);
	float *places = filled<float>(N);
	const float *speeds = filled<float>(N);

	return compare(
		"aos_update", [&] { slow<<<N / 256, 256>>>(all, 0.001f); },
		[&] { fast<<<N / 256, 256>>>(places, speeds, 0.001f); });
}
