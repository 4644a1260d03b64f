/* A workspace class whose constructor takes memory of the heap. */
#include "../check.cuh"

template <typename T> class Workspace {
	T *data_;

      public:
	__device__ explicit Workspace(int n) { data_ = new T[n]; } // expect: CU141
	__device__ ~Workspace() { delete[] data_; }
	__device__ T &operator[](int i) { return data_[i]; }
};

__global__ void solve(double *out)
{
	Workspace<double> w(16);
	for (int k = 0; k < 16; k++)
		w[k] = k * threadIdx.x;
	out[blockIdx.x * blockDim.x + threadIdx.x] = w[15] - w[0];
}

int main()
{
	double *out = device_array<double>(1024);
	solve<<<8, 128>>>(out);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(out));
	return 0;
}
