/* Both coordinates in bytes: rows are counted, not measured. */
#include "../check.cuh"

struct Canvas {
	cudaSurfaceObject_t surface;
	int width, height;
	__device__ void set(int x, int y, uchar4 colour) const
	{
		surf2Dwrite(colour, surface, x * sizeof(uchar4), y * sizeof(uchar4)); // expect: CU138
	}
};

__global__ void paint(Canvas canvas)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < canvas.width && y < canvas.height)
		canvas.set(x, y, make_uchar4(x, y, 0, 255));
}

int main()
{
	Canvas canvas = {0, 64, 64};
	cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
	cudaArray_t array;
	CHECK(cudaMallocArray(&array, &format, canvas.width, canvas.height, cudaArraySurfaceLoadStore));
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = array;
	CHECK(cudaCreateSurfaceObject(&canvas.surface, &resource));
	paint<<<dim3(2, 8), dim3(32, 8)>>>(canvas);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaDestroySurfaceObject(canvas.surface));
	CHECK(cudaFreeArray(array));
	return 0;
}
