/* Kernels in the style of books: what is counted in each line is a formula of the sizes. A comment says which,
 * where the test demands one; `none`: there must be none. */
__global__ void saxpy(int n, float a, const float *x, float *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = a * x[i]; // requests: 2 x ceil(n / 32); sectors: 2 x ceil(n / 8)
}

__global__ void copy2d(const float *in, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		out[y * width + x] = in[y * width + x]; // requests: 2 x height x ceil(width / 32); sectors: width x height / 4
}

__global__ void blur(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > 0 && i < n - 1)
		out[i] = in[i - 1] + in[i] + in[i + 1]; // requests: 4 x ceil((n - 1) / 32)
}

__global__ void columns(const float *in, float *out, int rows, int cols)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= cols)
		return;
	float sum = 0;
	for (int r = 0; r < rows; r++)
		sum += in[r * cols + c]; // requests: rows x ceil(cols / 32); sectors: rows x cols / 8
	out[c] = sum; // requests: ceil(cols / 32); sectors: ceil(cols / 8)
}

__global__ void rowsums(const float *in, float *out, int rows, int cols)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	float sum = 0;
	for (int c = 0; c < cols; c++)
		sum += in[r * cols + c]; // requests: cols x ceil(rows / 32); sectors: rows x cols
	out[r] = sum; // requests: ceil(rows / 32); sectors: ceil(rows / 8)
}

__global__ void transpose(const float *in, float *out, int width, int height)
{
	__shared__ float tile[32][33];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		if (x < width && y + j < height)
			tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x]; // requests: height x ceil(width / 32); wavefronts: height x ceil(width / 32)
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		if (x < height && y + j < width)
			out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j]; // requests: width x ceil(height / 32); wavefronts: width x ceil(height / 32)
}

__global__ void multiply(const float *a, const float *b, float *c, int ni, int nj, int nk)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i < ni && j < nj) {
		float sum = 0;
		for (int k = 0; k < nk; k++)
			sum += a[i * nk + k] * b[k * nj + j]; // requests: 2 x ni x nk x ceil(nj / 32); sectors: ni x nk x (nj + 8 x ceil(nj / 32)) / 8
		c[i * nj + j] = sum; // requests: ni x ceil(nj / 32); sectors: ni x nj / 8
	}
}

__global__ void tiled(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[16][16], bs[16][16];
	int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
	float sum = 0;
	for (int t = 0; t < (n + 15) / 16; t++) {
		int ax = t * 16 + threadIdx.x, by = t * 16 + threadIdx.y;
		as[threadIdx.y][threadIdx.x] = row < n && ax < n ? a[row * n + ax] : 0; // requests: ceil(n / 2) x ceil(n / 16)^2
		bs[threadIdx.y][threadIdx.x] = by < n && col < n ? b[by * n + col] : 0; // requests: ceil(n / 2) x ceil(n / 16)^2
		__syncthreads();
		for (int k = 0; k < 16; k++)
			sum += as[threadIdx.y][k] * bs[k][threadIdx.x]; // wavefronts: 256 x ceil(n / 16)^3
		__syncthreads();
	}
	if (row < n && col < n)
		c[row * n + col] = sum; // requests: ceil(n / 2) x ceil(n / 16); sectors: n^2 / 8
}

__global__ void reduce(const float *in, float *out, int n)
{
	__shared__ float s[256];
	int t = threadIdx.x, i = blockIdx.x * 256 + t;
	s[t] = i < n ? in[i] : 0; // requests: ceil(n / 32); sectors: ceil(n / 8); wavefronts: 8 x ceil(n / 256)
	__syncthreads();
	for (int d = 128; d > 0; d >>= 1) {
		if (t < d)
			s[t] += s[t + d]; // wavefronts: 36 x ceil(n / 256)
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0]; // requests: ceil(n / 256); sectors: ceil(n / 256)
}

__global__ void stride(const float *in, float *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = in[i]; // requests: 2 x ceil(n / 32); sectors: 2 x ceil(n / 8)
}

__global__ void triangle(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int j = i; j < n; j++)
			out[j * 1024 + i] = 1; // requests: ceil(n / 32) x (n - 16 x ceil(n / 32) + 16)
}

__global__ void records(const float4 *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float4 v = in[i]; // requests: ceil(n / 32); sectors: ceil(n / 2)
		out[i] = v.x + v.y + v.z + v.w; // requests: ceil(n / 32); sectors: ceil(n / 8)
	}
}

__global__ void gather(const int *from, const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[from[i]]; // requests: 3 x ceil(n / 32)
}

/* Nothing here has a formula: what decides it isn't in the class, or goes another way where nobody looks. */
__global__ void odd(const float *in, float *out, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	if (n & (n - 1))
		out[i] = in[i]; // none
	if (n < 100000)
		out[i] = 2 * in[i]; // none
	if (n % 1000 != 7)
		out[i] = 3 * in[i]; // none
	if (n < 2 * 3000 - 1)
		out[i] = 4 * in[i]; // none
	if (i / m < 3)
		out[i] = 5 * in[i]; // none
	if ((float)n * 0.5f < 3000.0f)
		out[i] = 6 * in[i]; // none
	int steps = 1, far = n - 5000;
	for (int k = 0; k < n; k++)
		steps *= 2;
	if (steps != 1 << 30)
		out[i] = 7 * in[i]; // none
	if (far < 0)
		out[i] = 8 * in[i]; // none
	if ((short)n == n)
		out[i] = 9 * in[i]; // none
	if (i * i < n)
		out[i] = 10 * in[i]; // none
	if (n < m * 1000)
		out[i] = 11 * in[i]; // none
	if (n / 500 < m)
		out[i] = 12 * in[i]; // none
	switch (n) {
	case 70000: break;
	default: out[i] = 13 * in[i]; // none
	}
}

__global__ void shifted(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i]; // none
}

__device__ void twice(int &value)
{
	value *= 2;
}

/* The same through functions, pointers and arrays. */
__global__ void hidden(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, grown = 1, table[4] = {9, 90000, 9, 9}, *into = &grown;
	if (i >= n)
		return;
	for (int k = 0; k < n / 4; k++)
		twice(grown);
	if (grown != 1 << 29)
		out[i] = in[i]; // none
	if (n < table[1])
		out[i] = 2 * in[i]; // none
	*into = n & (n - 1);
	if (grown != 0)
		out[i] = 3 * in[i]; // none
}

/* No thread comes by what lies beyond the grid. */
__global__ void begun(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > n)
		return;
	out[i] = in[i]; // requests: 2 x ceil(min(65280, n + 1) / 32)
}

void run(const float *in, float *out, const int *from, int n, int m, int k)
{
	saxpy<<<(n + 255) / 256, 256>>>(n, 2, in, out);
	copy2d<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(in, out, n, m);
	blur<<<(n + 127) / 128, 128>>>(in, out, n);
	columns<<<(n + 255) / 256, 256>>>(in, out, m, n);
	rowsums<<<(n + 255) / 256, 256>>>(in, out, n, m);
	transpose<<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 8)>>>(in, out, n, m);
	multiply<<<dim3((m + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(in, in, out, n, m, k);
	tiled<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(in, in, out, n);
	reduce<<<(n + 255) / 256, 256>>>(in, out, n);
	stride<<<1056, 256>>>(in, out, n);
	triangle<<<(n + 255) / 256, 256>>>(out, n);
	records<<<(n + 255) / 256, 256>>>((const float4 *)in, out, n);
	gather<<<(n + 255) / 256, 256>>>(from, in, out, n);
	odd<<<(n + 255) / 256, 256>>>(in, out, n, m);
	hidden<<<(n + 255) / 256, 256>>>(in, out, n);
	begun<<<255, 256>>>(in, out, n);
	shifted<<<(n + 255) / 256, 256>>>(in + n / 5000, out, n);
}
