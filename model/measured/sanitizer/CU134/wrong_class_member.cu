/* A vector that a class allocates, and nobody fills, is added to. */
#include "../check.cuh"

template <typename T> class Vector {
	T *data_ = nullptr;
	int size_;

      public:
	explicit Vector(int size) : size_(size) { CHECK(cudaMalloc(&data_, size * sizeof(T))); }
	Vector(const Vector &) = delete;
	~Vector() { cudaFree(data_); }
	T *data() { return data_; }
	int size() const { return size_; }
	void clear() { CHECK(cudaMemset(data_, 0, size_ * sizeof(T))); }
};

template <typename T> __global__ void axpy(T *y, const T *x, T a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] += a * x[i];
}

int main()
{
	Vector<float> x(1024), y(1024);
	x.clear();
	axpy<float><<<4, 256>>>(y.data(), x.data(), 2.0f, x.size()); // expect: CU134
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	return 0;
}
