template <int N> __global__ void __launch_bounds__(256) reduce(const float *in, float *out, int n)
{
	__shared__ float sums[N];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	sums[threadIdx.x] = i < n ? in[i] : 0.0f;
	__syncthreads();
	for (int step = N / 2; step > 0; step >>= 1) {
		if (threadIdx.x < step)
			sums[threadIdx.x] += sums[threadIdx.x + step];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		atomicAdd(out, sums[0]);
}
void launch(const float *in, float *out, int n)
{
	cudaStream_t s;
	cudaStreamCreate(&s);
	reduce<256><<<(n + 255) / 256, 256, 0, s>>>(in, out, n);
	cudaStreamSynchronize(s);
}
