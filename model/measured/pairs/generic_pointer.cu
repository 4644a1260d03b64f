/* A pointer that was read from memory is a generic one. Fast: it is given to the kernel. */
#include "pair.cuh"

static const int N = 1 << 24;

struct view {
	float *in, *out;
};

__global__ void slow(const view *views)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	views->out[i] = views->in[i] * 2.0f; // expect: CU106
}

__global__ void fast(view views)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	views.out[i] = views.in[i] * 2.0f;
}

int main()
{
	view host = {filled<float>(N), filled<float>(N)}, *views = filled<view>(1);
	check(cudaMemcpy(views, &host, sizeof host, cudaMemcpyHostToDevice), "cudaMemcpy");

	return compare(
		"generic_pointer", [&] { slow<<<N / 256, 256>>>(views); },
		[&] { fast<<<N / 256, 256>>>(host); });
}
