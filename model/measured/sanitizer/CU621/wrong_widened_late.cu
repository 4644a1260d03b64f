/* A count that is widened when it has wrapped already. */
#include "../check.cuh"

struct Shape {
	unsigned batch, rows, columns;
	size_t elements() const { return batch * rows * columns; } // expect: CU621
};

__global__ void touch(unsigned char *data, Shape shape)
{
	size_t last = size_t(shape.batch) * shape.rows * shape.columns - 1;
	data[last] = 1; // expect: CU130
}

int main()
{
	Shape shape = {72, 8192, 8192};
	unsigned char *data;
	CHECK(cudaMalloc(&data, shape.elements()));
	touch<<<1, 1>>>(data, shape);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(data));
	return 0;
}
