/* A surface is read at the element's number. */
#include "../check.cuh"

__global__ void copy(cudaSurfaceObject_t from, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		out[y * width + x] = surf2Dread<float>(from, x, y); // expect: CU138
}

int main()
{
	const int width = 128, height = 64;
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	cudaArray_t array;
	CHECK(cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore));
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = array;
	cudaSurfaceObject_t surface;
	CHECK(cudaCreateSurfaceObject(&surface, &resource));
	float *out = device_array<float>(width * height);
	copy<<<dim3(width / 32, height / 8), dim3(32, 8)>>>(surface, out, width, height);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaDestroySurfaceObject(surface));
	CHECK(cudaFreeArray(array));
	CHECK(cudaFree(out));
	return 0;
}
