/* Arrays of structures, structures of arrays, and what lies between. */
#include "pattern.cuh"

struct pair {
	float x, y;
};

struct vertex {
	float x, y, z, w, u, v;
};

struct particle {
	float x, y, z, mass, vx, vy, vz, charge;
};

struct mixed {
	char flag;
	int count;
	double weight;
	short tag;
};

struct __align__(16) padded
{
	float x, y, z;
};

struct packet {
	float lanes[32];
};

struct arrays {
	const float *x;
	const float *y;
	float *sum;
};

struct outer {
	int id;
	pair inner[3];
};

__global__ void aos_pair_field(const pair *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i].y;
	out[i] = value;
}

__global__ void aos_vertex_field(const vertex *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i].z;
	out[i] = value;
}

__global__ void aos_particle_field(const particle *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i].mass;
	out[i] = value;
}

__global__ void aos_particle_update(particle *all)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float vx = all[i].vx;
	const float mass = all[i].mass;
	all[i].x = vx * mass;
}

__global__ void aos_particle_copy(const particle *in, particle *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i];
}

__global__ void aos_mixed_fields(const mixed *in, double *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const char flag = in[i].flag;
	const int count = in[i].count;
	const double weight = in[i].weight;
	const short tag = in[i].tag;
	out[i] = flag + count + weight + tag;
}

__global__ void aos_aligned_copy(const padded *in, padded *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i];
}

__global__ void aos_nested_field(const outer *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i].inner[2].x;
	out[i] = value;
}

__global__ void soa_by_value(arrays all)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float x = all.x[i];
	const float y = all.y[i];
	all.sum[i] = x + y;
}

__global__ void soa_by_segment(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float x = in[i];
	const float y = in[n + i];
	const float z = in[2 * n + i];
	out[i] = x + y + z;
}

__global__ void aosoa_packet(const packet *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i / 32].lanes[i % 32];
	out[i] = value;
}

__global__ void struct_array_store(packet *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i].lanes[5] = 1.0f;
}

int main()
{
	char *in = buffer<char>();
	char *out = buffer<char>();
	const arrays all = {(const float *)in, (const float *)in + (1 << 20), (float *)out};

	aos_pair_field<<<64, 256>>>((const pair *)in, (float *)out);
	aos_vertex_field<<<64, 256>>>((const vertex *)in, (float *)out);
	aos_particle_field<<<64, 256>>>((const particle *)in, (float *)out);
	aos_particle_update<<<64, 256>>>((particle *)out);
	aos_particle_copy<<<64, 256>>>((const particle *)in, (particle *)out);
	aos_mixed_fields<<<64, 256>>>((const mixed *)in, (double *)out);
	aos_aligned_copy<<<64, 256>>>((const padded *)in, (padded *)out);
	aos_nested_field<<<64, 256>>>((const outer *)in, (float *)out);
	soa_by_value<<<64, 256>>>(all);
	soa_by_segment<<<64, 256>>>((const float *)in, (float *)out, 64 * 256);
	aosoa_packet<<<64, 256>>>((const packet *)in, (float *)out);
	struct_array_store<<<64, 256>>>((packet *)out);
	return finish();
}
