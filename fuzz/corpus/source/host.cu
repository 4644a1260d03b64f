#include <cstdio>
struct Buffer {
	float *p = nullptr;
	explicit Buffer(size_t n) { cudaMalloc(&p, n * sizeof(float)); }
	~Buffer() { cudaFree(p); }
};
__global__ void fill(float *p, int n, float v)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		p[i] = v;
}
int main(int argc, char **argv)
{
	const int n = 1 << 20;
	Buffer a(n);
	float *h = new float[n], *d;
	cudaEvent_t e;
	cudaGraph_t g;
	cudaStream_t s, t;
	cudaStreamCreate(&s);
	cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
	cudaEventCreate(&e);
	cudaMallocAsync((void **)&d, n * 4, s);
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	fill<<<dim3(n / 256, 1), 256, 0, s>>>(d, n, argc * 0.5f);
	cudaStreamEndCapture(s, &g);
	cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, s);
	cudaEventRecord(e, s);
	cudaStreamWaitEvent(t, e, 0);
	if (cudaGetLastError() != cudaSuccess)
		return 1;
	printf("%f\n", h[0]);
	cudaFreeAsync(d, t);
	delete[] h;
	return 0;
}
