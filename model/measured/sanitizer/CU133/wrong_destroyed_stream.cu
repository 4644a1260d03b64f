/* A context is closed, and its stream waited for afterwards. */
#include "../check.cuh"

struct Context {
	cudaStream_t stream;
	float *data;
};

__global__ void work(float *data)
{
	data[threadIdx.x] += 1;
}

static void open_context(Context *c)
{
	CHECK(cudaStreamCreate(&c->stream));
	c->data = device_array<float>(256);
}

static void close_context(Context *c)
{
	CHECK(cudaFree(c->data));
	CHECK(cudaStreamDestroy(c->stream));
}

int main()
{
	Context c;
	open_context(&c);
	work<<<1, 256, 0, c.stream>>>(c.data);
	CHECK(cudaGetLastError());
	close_context(&c);
	CHECK(cudaStreamSynchronize(c.stream)); // expect: CU133
	return 0;
}
