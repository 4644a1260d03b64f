/* The workspace is handed in, a part for each thread. */
#include "../check.cuh"

template <typename T> class Workspace {
	T *data_;

      public:
	__device__ Workspace(T *all, int n) { data_ = all + (blockIdx.x * blockDim.x + threadIdx.x) * n; }
	__device__ T &operator[](int i) { return data_[i]; }
};

__global__ void solve(double *out, double *all)
{
	Workspace<double> w(all, 16);
	for (int k = 0; k < 16; k++)
		w[k] = k * threadIdx.x;
	out[blockIdx.x * blockDim.x + threadIdx.x] = w[15] - w[0];
}

int main()
{
	double *out = device_array<double>(1024), *all = device_array<double>(16 * 1024);
	solve<<<8, 128>>>(out, all);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(out));
	CHECK(cudaFree(all));
	return 0;
}
