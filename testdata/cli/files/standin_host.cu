#include <cuda_runtime.h>

template <typename T>
__global__ void fill(T *out, int n)
{
	out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

template <typename T>
__global__ void guarded(T *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 0;
}

template <typename T>
__global__ void shifted(T *out, int n)
{
	out[blockIdx.x * blockDim.x + threadIdx.x + 1] = n;
}

/* Nobody instantiates these: with any type the last block is too many, by one launch of two; the last thread. */
template <typename T>
void run(cudaStream_t stream)
{
	T *data;
	cudaMalloc(&data, 1000 * sizeof(T));
	fill<T><<<4, 256, 0, stream>>>(data, 1000);
	guarded<T><<<4, 256, 0, stream>>>(data, 1000);
	cudaFree(data);
}

template <typename T>
void launch(T *data, int n)
{
	shifted<T><<<n / 256, 256>>>(data, n);
}

template <typename T>
void through_a_helper()
{
	T *data;
	cudaMalloc(&data, 1024 * sizeof(T));
	launch(data, 1024);
	cudaFree(data);
}

/* A number isn't made up: the launch may not be made for it. */
template <typename T, int BLOCKS>
void numbered()
{
	T *data;
	cudaMalloc(&data, 512 * sizeof(T));
	fill<T><<<BLOCKS, 256>>>(data, 512);
	cudaFree(data);
}

/* Doesn't compile with any type that is tried. */
template <typename T>
void of_a_class(T value)
{
	fill<float><<<1, 32>>>(value.data(), value.size());
}
