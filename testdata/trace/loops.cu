// Loops: run turn by turn, and for a turn that stands for all.
__global__ void grid_stride(float *out, const float *in, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = in[i];
}

__global__ void ladder(float *out)
{
	__shared__ float s[64];
	int t = threadIdx.x;
	s[t] = out[t];
	__syncthreads();
	for (int stride = 32; stride > 0; stride >>= 1) {
		if (t < stride)
			s[t] += s[t + stride];
		__syncthreads();
	}
	if (t == 0)
		out[0] = s[0];
}

__global__ void modulo_ladder(float *out)
{
	__shared__ float s[64];
	int t = threadIdx.x;
	s[t] = out[t];
	for (int step = 1; step < 64; step *= 2) {
		__syncthreads();
		if (t % (2 * step) == 0)
			s[t] += s[t + step];
	}
}

__global__ void columns(float *out, const float *in, int width, int height)
{
	int x = threadIdx.x;
	float sum = 0;
	for (int y = 0; y < height; y++)
		sum += in[y * width + x];
	out[x] = sum;
}

__global__ void pointers(float *out, const float *in, int n, int stride)
{
	const float *p = in + threadIdx.x;
	for (int k = 0; k < n; k++) {
		out[threadIdx.x] += *p;
		p += stride;
	}
	const float *q = in;
	for (int k = 0; k < 3; k++)
		out[threadIdx.x + 32 * k] = *q++;
}

__global__ void leaves(int *out, const int *in, int n)
{
	int t = threadIdx.x, found = 0;
	for (int k = 0; k < 4; k++) {
		if (t == k)
			continue;
		if (t > 28 + k)
			break;
		out[32 * k + t] = k;
	}
	int i = 0;
	while (i < n) {
		if (in[i * 32 + t] < 0)
			break;
		i++;
	}
	out[i] = found;
	do {
		out[t + 1]--;
	} while (out[t] > 0);
}

__global__ void nested(float *out, const float *in, int n)
{
	__shared__ float tile[4][8];
	int tx = threadIdx.x, ty = threadIdx.y;
	float sum = 0;
	for (int m = 0; m < n / 8; m++) {
		tile[ty][tx] = in[(blockIdx.y * 4 + ty) * n + m * 8 + tx];
		__syncthreads();
		for (int k = 0; k < 2; k++)
			sum += tile[ty][k] * tile[k][tx];
		__syncthreads();
	}
	out[(blockIdx.y * 4 + ty) * n + blockIdx.x * 8 + tx] = sum;
}

__global__ void counts_down(float *out, int n)
{
	int i = n;
	while (i-- > 0)
		out[i * 32 + threadIdx.x] = 0;
	for (int k = threadIdx.x; k < 70; k += 32)
		out[k] = 1;
}

void launch(float *p, int *q, int n)
{
	grid_stride<<<n, 64>>>(p, p, n);
	ladder<<<1, 64>>>(p);
	modulo_ladder<<<1, 64>>>(p);
	columns<<<1, 32>>>(p, p, n, n);
	pointers<<<1, 32>>>(p, p, n, n);
	leaves<<<1, 32>>>(q, q, n);
	nested<<<dim3(n, n), dim3(8, 4)>>>(p, p, n);
	counts_down<<<1, 32>>>(p, n);
}
