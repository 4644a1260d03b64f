// What the host says: grids, allocations, conditions on the way to a launch.
__global__ void guarded(float *y, const float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = x[i];
}

__global__ void unguarded(float *y, int n)
{
	y[blockIdx.x * blockDim.x + threadIdx.x] = (float)n;
}

__global__ void unguarded_multiple(float *y, int n)
{
	y[blockIdx.x * blockDim.x + threadIdx.x] = (float)n;
}

__global__ void one_too_far(float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i <= n)
		y[i] = 1.0f;
}

__global__ void matrix(float *y, int rows, int columns)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	if (row < rows && column < columns)
		y[row * columns + column] = 0.0f;
}

__global__ void matrix_wide(float *y, int rows, int columns)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	if (row < rows && column < columns)
		y[(size_t)row * columns + column] = 0.0f;
}

__global__ void shared_rows(float *y)
{
	extern __shared__ float s[];
	s[threadIdx.x] = y[threadIdx.x];
	s[threadIdx.x + blockDim.x] = 0.0f;
}

__global__ void in_place(float *y, const float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		y[i] = x[i + 1];
}

void launch(int n, int rows, int columns)
{
	float *x, *y, *m, *s;
	cudaMalloc(&x, n * sizeof(float));
	cudaMalloc(&y, n * sizeof(float));
	cudaMalloc(&m, sizeof(float) * rows * columns);
	cudaMalloc(&s, 128 * sizeof(float));
	guarded<<<(n + 255) / 256, 256>>>(y, x, n);
	unguarded<<<(n + 255) / 256, 256>>>(y, n);
	if (n % 256 == 0)
		unguarded_multiple<<<n / 256, 256>>>(y, n);
	one_too_far<<<(n + 255) / 256, 256>>>(y, n);
	dim3 block(16, 16), grid((columns + 15) / 16, (rows + 15) / 16);
	matrix<<<grid, block>>>(m, rows, columns);
	matrix_wide<<<grid, block>>>(m, rows, columns);
	shared_rows<<<1, 128, 128 * sizeof(float)>>>(s);
	in_place<<<(n + 255) / 256, 256>>>(x, x, n);
}
