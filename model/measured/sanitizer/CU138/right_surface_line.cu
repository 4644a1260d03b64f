/* A line of pairs, written through a template at the pair's first byte. */
#include "../check.cuh"

template <typename T> __device__ void put(cudaSurfaceObject_t to, int at, T value)
{
	surf1Dwrite(value, to, at * int(sizeof(T)));
}

__global__ void fill(cudaSurfaceObject_t to, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		put(to, i, make_float2(i, -i));
}

int main()
{
	const int n = 512;
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float2>();
	cudaArray_t array;
	CHECK(cudaMallocArray(&array, &format, n, 0, cudaArraySurfaceLoadStore));
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = array;
	cudaSurfaceObject_t surface;
	CHECK(cudaCreateSurfaceObject(&surface, &resource));
	fill<<<n / 128, 128>>>(surface, n);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaDestroySurfaceObject(surface));
	CHECK(cudaFreeArray(array));
	return 0;
}
