// Races and their absence. What begins with `racy` must never be proven, what begins with `right` never be refuted.
__global__ void right_own_element(float *y, const float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = x[i];
}

__global__ void racy_neighbour(float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		y[i] = y[i + 1];
}

__global__ void right_even_and_odd(float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[2 * i] = y[2 * i + 1];
}

__global__ void right_two_axes(float *y, int width, int height)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	if (column < width && row < height)
		y[row * width + column] = (float)column;
}

__global__ void racy_two_axes(float *y, int width, int height)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	if (column <= width && row < height)
		y[row * width + column] = (float)row;
}

__global__ void right_quotient_and_rest(float *y, int width, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (width > 0 && i < n)
		y[i / width * width + i % width] = (float)i;
}

__global__ void right_grid_stride(float *y, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		y[i] += 1.0f;
}

__global__ void racy_block_stride(float *y, int n)
{
	for (int i = blockIdx.x + threadIdx.x; i < n; i += blockDim.x)
		y[i] += 1.0f;
}

__global__ void racy_other_blocks(float *y)
{
	y[threadIdx.x] += (float)gridDim.x;
}

__global__ void racy_last_of_row(int *y, int n)
{
	int i = threadIdx.x;
	for (int k = 0; k < n; k++)
		y[i * n + k] = y[i * n + k + 1];
}

__global__ void right_rows(int *y, int n)
{
	int i = threadIdx.x;
	for (int k = 0; k < n; k++)
		y[i * n + k] = y[i * n] + k;
}

// ---- shared memory ----

__global__ void right_barrier_between(float *y)
{
	__shared__ float s[1024];
	s[threadIdx.x] = y[threadIdx.x];
	__syncthreads();
	y[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void racy_without_barrier(float *y)
{
	__shared__ float s[1024];
	s[threadIdx.x] = y[threadIdx.x];
	y[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void right_sum(float *y, const float *x)
{
	__shared__ float s[1024];
	unsigned t = threadIdx.x;
	s[t] = x[blockIdx.x * blockDim.x + t];
	__syncthreads();
	for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		y[blockIdx.x] = s[0];
}

__global__ void racy_sum(float *y, const float *x)
{
	__shared__ float s[1024];
	unsigned t = threadIdx.x;
	s[t] = x[blockIdx.x * blockDim.x + t];
	for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		y[blockIdx.x] = s[0];
}

__global__ void racy_sum_at_the_end(float *y, const float *x)
{
	__shared__ float s[1024];
	unsigned t = threadIdx.x;
	s[t] = x[blockIdx.x * blockDim.x + t];
	for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
		__syncthreads();
		if (t < k)
			s[t] += s[t + k];
	}
	y[blockIdx.x * blockDim.x + t] = s[0];
}

__global__ void right_sum_interleaved(float *y)
{
	__shared__ float s[1024];
	unsigned t = threadIdx.x;
	s[t] = y[t];
	__syncthreads();
	for (unsigned k = 1; k < blockDim.x; k *= 2) {
		unsigned i = 2 * k * t;
		if (i + k < blockDim.x)
			s[i] += s[i + k];
		__syncthreads();
	}
	y[t] = s[0];
}

__global__ void right_tiles(float *c, const float *a, const float *b, int n)
{
	__shared__ float s[16][16], u[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	float sum = 0.0f;
	if (blockDim.x != 16 || blockDim.y != 16)
		return;
	for (int k = 0; k < n; k += 16) {
		s[y][x] = a[y * n + k + x];
		u[y][x] = b[(k + y) * n + x];
		__syncthreads();
		for (int j = 0; j < 16; j++)
			sum += s[y][j] * u[j][x];
		__syncthreads();
	}
	c[y * 16 + x] = sum;
}

__global__ void racy_tiles(float *c, const float *a, const float *b, int n)
{
	__shared__ float s[16][16], u[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	float sum = 0.0f;
	if (blockDim.x != 16 || blockDim.y != 16)
		return;
	for (int k = 0; k < n; k += 16) {
		s[y][x] = a[y * n + k + x];
		u[y][x] = b[(k + y) * n + x];
		__syncthreads();
		for (int j = 0; j < 16; j++)
			sum += s[y][j] * u[j][x];
	}
	c[y * 16 + x] = sum;
}

// Two halves of one array in turn.
__global__ void right_two_halves(float *y, int n)
{
	__shared__ float s[2][256];
	int t = threadIdx.x, now = 0;
	if (blockDim.x != 256)
		return;
	s[0][t] = y[t];
	__syncthreads();
	for (int k = 0; k < n; k++) {
		s[1 - now][t] = s[now][255 - t];
		now = 1 - now;
		__syncthreads();
	}
	y[t] = s[now][t];
}

__global__ void racy_one_half(float *y, int n)
{
	__shared__ float s[2][256];
	int t = threadIdx.x, now = 0;
	if (blockDim.x != 256)
		return;
	s[0][t] = y[t];
	__syncthreads();
	for (int k = 0; k < n; k++) {
		s[now][t] = s[now][255 - t];
		__syncthreads();
	}
	y[t] = s[now][t];
}

// ---- what doesn't conflict, and what data decides ----

__global__ void right_same_value(int *found, const int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && x[i])
		*found = 1;
}

__global__ void racy_other_values(int *found, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		*found = i;
}

__global__ void right_atomics(int *sum, const int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&sum[x[i]], 1);
}

__global__ void racy_atomic_and_plain(int *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&sum[0], 1);
	sum[0] += 1;
}

__global__ void racy_by_data(int *y, const int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[x[i]] += 1;
}

__device__ void put(float &place, float value)
{
	place = value;
}

__device__ int index_of(int i, int shift)
{
	if (shift > 0)
		return i + shift;
	return i;
}

__global__ void right_through_functions(float *y, int shift)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	put(y[index_of(i, shift)], (float)i);
}

__global__ void racy_through_functions(float *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	put(y[index_of(i, threadIdx.x % 2)], (float)i);
}

__global__ void right_bits(int *y)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	y[(i & 31u) + (i >> 5 << 5)] = (int)i;
}

__global__ void racy_bits(int *y)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	y[i & ~1u] = (int)i;
}

__global__ void right_moved_pointer(float *y, int n)
{
	float *p = y + threadIdx.x;
	for (int k = 0; k < n; k++) {
		*p = 1.0f * threadIdx.x;
		p += blockDim.x;
	}
}

__global__ void racy_moved_pointer(float *y, int n)
{
	float *p = y + threadIdx.x;
	for (int k = 0; k < n; k++) {
		*p = 1.0f * threadIdx.x;
		p += 1;
	}
}

// By zero nothing is divided.
__global__ void racy_quotient(int *y, int n)
{
	y[threadIdx.x / n] = (int)threadIdx.x;
}

__global__ void racy_alternating_barrier(float *y, int n)
{
	__shared__ float s[1024];
	int t = threadIdx.x;
	for (int k = 0; k < n; k++) {
		s[t] = y[t] + k;
		if (k % 2)
			__syncthreads();
		y[t] = s[blockDim.x - 1 - t];
		if (k % 2 == 0)
			__syncthreads();
	}
}

__global__ void racy_barriers_of_two_loops(float *y, int n, int m)
{
	__shared__ float s[1024];
	int t = threadIdx.x;
	for (int k = 0; k < n; k++) {
		s[t] = k;
		__syncthreads();
	}
	for (int k = 0; k < m; k++) {
		y[t] = s[blockDim.x - 1 - t];
		__syncthreads();
		s[t] = k + 7;
	}
}

// A loop that may not end, or begins anew, hides nothing.
__global__ void racy_for_ever(int *y)
{
	for (;;)
		y[0] = (int)threadIdx.x;
}

__global__ void racy_if_it_wraps(int *y, unsigned n)
{
	unsigned k = threadIdx.x;
	while (k != n) {
		y[k / 2] = (int)threadIdx.x;
		k += 2;
	}
}
