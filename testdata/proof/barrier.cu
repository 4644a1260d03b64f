// Barriers that all threads of a block come to, and others.
__global__ void plain(float *y)
{
	__syncthreads();
	y[threadIdx.x] = 1.0f;
}

__global__ void in_branch(float *y)
{
	if (threadIdx.x < 16)
		__syncthreads();
	y[threadIdx.x] = 1.0f;
}

__global__ void in_branch_of_all(float *y, int n)
{
	if (n > 3)
		__syncthreads();
	y[threadIdx.x] = 1.0f;
}

__global__ void in_branch_of_blocks(float *y)
{
	if (blockIdx.x % 2)
		__syncthreads();
	y[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

__global__ void after_return(float *y, int n)
{
	if ((int)threadIdx.x >= n)
		return;
	__syncthreads();
	y[threadIdx.x] = 1.0f;
}

__global__ void in_loop(float *y, int n)
{
	for (int k = 0; k < n; k++)
		__syncthreads();
	y[threadIdx.x] = 1.0f;
}

__global__ void in_loop_of_each(float *y)
{
	for (int k = 0; k < (int)threadIdx.x; k++)
		__syncthreads();
	y[threadIdx.x] = 1.0f;
}

__global__ void after_loop_of_each(float *y)
{
	float sum = 0.0f;
	for (int k = 0; k < (int)threadIdx.x; k++)
		sum += k;
	__syncthreads();
	y[threadIdx.x] = sum;
}

__global__ void after_break(float *y, const float *x, int n)
{
	for (int k = 0; k < n; k++) {
		if (x[threadIdx.x] > 1.0f)
			break;
		__syncthreads();
	}
	y[threadIdx.x] = 1.0f;
}

__global__ void after_break_of_all(float *y, const float *x, int n)
{
	for (int k = 0; k < n; k++) {
		if (x[k] > 1.0f)
			break;
		__syncthreads();
	}
	y[threadIdx.x] = 1.0f;
}

__global__ void by_data(float *y, const int *x)
{
	if (x[threadIdx.x])
		__syncthreads();
	y[threadIdx.x] = 1.0f;
}

__global__ void by_data_of_all(float *y, const int *x)
{
	if (x[0])
		__syncthreads();
	y[threadIdx.x] = 1.0f;
}
