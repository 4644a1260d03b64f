// Instantiations are lowered with their arguments; patterns that nothing instantiates keep their parameters.
template <typename T, int N> struct tile {
	T data[N][N + 1];
	__device__ T get(int i) const { return data[i][0]; }
};

template <typename T, int M> __global__ void __launch_bounds__(M * 2, 2) copy(T *a, const T *b, int n)
{
	__shared__ T s[M][M + 1];
	extern __shared__ float dynamic[];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		a[i] = b[i] + s[i % M][0] + dynamic[i];
	if constexpr (M > 10)
		a[0] = 1;
	else
		a[1] = 2;
	tile<T, M> t;
	a[2] = t.get(M);
}

template <typename F> __global__ void apply(F f, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		f(i);
}

template <typename T> __global__ void never(T *p)
{
	p[threadIdx.x] = T(0);
}

template <typename T> __global__ void explicitly(T *p)
{
	*p = sizeof(T);
}
template __global__ void explicitly<double>(double *);

template <typename T> void launch(T *a, int n)
{
	dim3 block(32, 8);
	copy<T, 64><<<(n + 255) / 256, block, 0>>>(a, a, n);
}

int main()
{
	float *x = nullptr;
	launch(x, 100);
	apply<<<1, 32>>>([=] __device__(int i) { x[i] += 2.5f; }, 3);
}
