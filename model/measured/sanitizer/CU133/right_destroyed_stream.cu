/* The stream is waited for, then closed; the context is opened again and used. */
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
	for (int turn = 0; turn < 2; turn++) {
		open_context(&c);
		work<<<1, 256, 0, c.stream>>>(c.data);
		CHECK(cudaGetLastError());
		CHECK(cudaStreamSynchronize(c.stream));
		close_context(&c);
	}
	return 0;
}
