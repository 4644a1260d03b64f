// What comments, assertions and types say.
#include <assert.h>

// cudalint: assume width >= 4 && width % 4 == 0
__global__ void promised(float *y, int width)
{
	int i = threadIdx.x;
	y[i / 4 * width + i % 4] = (float)i;
}

__global__ void not_promised(float *y, int pitch)
{
	int i = threadIdx.x;
	y[i / 4 * pitch + i % 4] = (float)i;
}

__global__ void asserted(float *y, int pitch)
{
	int i = threadIdx.x;
	assert(pitch >= 4);
	y[i / 4 * pitch + i % 4] = (float)i;
}

__global__ void assumed(float *y, int pitch)
{
	int i = threadIdx.x;
	__builtin_assume(pitch >= 4);
	y[i / 4 * pitch + i % 4] = (float)i;
}

template <int N> __global__ void by_template(float *y)
{
	__shared__ float s[N];
	for (int i = threadIdx.x; i < N; i += blockDim.x)
		s[i] = 0.0f;
	__syncthreads();
	y[threadIdx.x] = s[N - 1];
}

struct view {
	float *data;
	int pitch;
	__device__ float &at(int row, int column) const { return data[row * pitch + column]; }
};

__global__ void through_struct(view v, int n)
{
	if ((int)threadIdx.x < v.pitch)
		for (int k = 0; k < n; k++)
			v.at(k, threadIdx.x) = (float)threadIdx.x;
}

__global__ void not_followed(float **rows, int n)
{
	rows[threadIdx.x][n] = 1.0f;
}

void launch(float *y)
{
	by_template<100><<<1, 64>>>(y);
}
