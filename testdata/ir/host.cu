// Launches in all their forms, classes, macros, lambdas and range-for on the host.
#include <cooperative_groups.h>
#include <vector>

#define CHECK(call)                                                                                          \
	do {                                                                                                 \
		cudaError_t status = (call);                                                                 \
		if (status != cudaSuccess)                                                                   \
			printf("%s\n", cudaGetErrorString(status));                                          \
	} while (0)

struct pair {
	int a;
	float b[4];
	static constexpr int count = 3;
	__device__ pair &operator+=(const pair &other)
	{
		a += other.a;
		return *this;
	}
};

__constant__ float table[16];
__managed__ int flag;

__global__ void kernel(pair *p, int n)
{
	cooperative_groups::grid_group grid = cooperative_groups::this_grid();
	grid.sync();
	pair local = p[threadIdx.x];
	local += p[0];
	p[n].a = local.a + pair::count + int(table[n & 15]);
}

class owner {
	int *p;

public:
	explicit owner(int n) : p(nullptr) { CHECK(cudaMalloc(&p, n * sizeof(int))); }
	~owner() { cudaFree(p); }
	void run(cudaStream_t stream)
	{
		cudaLaunchConfig_t config = {};
		config.gridDim = dim3(4);
		config.stream = stream;
		cudaLaunchKernelEx(&config, kernel, (pair *)p, 3);
	}
};

int main(int argc, char **argv)
{
	owner o(10);
	o.run(0);
	std::vector<int> list{1, 2, 3};
	for (int x : list)
		argc += x;
	pair *p = nullptr;
	void *args[] = {&p, &argc};
	CHECK(cudaLaunchCooperativeKernel((void *)kernel, dim3(1, 2, 3), 256, args, 0, nullptr));
	CHECK(cudaLaunchKernel(kernel, 4, 64, args));
	dim3 grid, block(16);
	grid.x = 4;
	block.y = 2;
	auto chosen = &kernel;
	chosen<<<grid, block, 1024, cudaStreamPerThread>>>(p, argc);
	auto lambda = [&](int n) { kernel<<<n, 32>>>(p, n); };
	lambda(7);
	delete[] argv;
	return 0;
}
