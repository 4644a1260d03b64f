// Shared memory in all its forms, casts, local arrays, constant memory, vector accesses.
__constant__ float weights[64];
__device__ int table[32];

union both {
	float f;
	int i;
};

__global__ void transposed(float *out, const float *in, int width, int height)
{
	__shared__ float tile[8][9];
	int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
	tile[threadIdx.y][threadIdx.x] = in[y * width + x];
	__syncthreads();
	out[(blockIdx.x * 8 + threadIdx.y) * height + blockIdx.y * 8 + threadIdx.x] =
		tile[threadIdx.x][threadIdx.y];
}

__global__ void carved(float *out)
{
	extern __shared__ char raw[];
	float *a = (float *)raw;
	double *b = reinterpret_cast<double *>(a + 64);
	int t = threadIdx.x;
	a[t] = out[t];
	b[t] = 1;
	((float4 *)raw)[t] = make_float4(0, 0, 0, 0);
	out[t] = b[t] + a[t ^ 1];
}

__global__ void vectors(float4 *out, const float4 *in, float2 *pairs, float3 *triples)
{
	int t = threadIdx.x;
	float4 v = in[t];
	v.x += 1;
	out[t] = v;
	pairs[t].y = v.z;
	triples[t] = make_float3(v.x, v.y, v.z);
}

__global__ void spaces(float *out, int n)
{
	float local[8];
	int t = threadIdx.x;
	both u;
	u.i = t;
	for (int k = 0; k < 8; k++)
		local[k] = k;
	out[t] = local[t & 7] + local[n] + weights[3] + weights[t] + table[t] + u.f;
	*(int *)&out[t * 2] = u.i;
	((char *)out)[t] = 0;
}

__global__ void selected(float *a, float *b, int which, int first, int n)
{
	float *p = which ? a : b;
	p[threadIdx.x] = 1;
	if (b)
		b[threadIdx.x] = 2;
	switch (first) {
	case 0: a[threadIdx.x] = 3; break;
	case 1: a[threadIdx.x + 32] = 4;
	default: a[threadIdx.x + 64] = 5;
	}
	switch (threadIdx.x & 3) {
	case 0:
	case 1: a[threadIdx.x] = 6; break;
	case 2: return;
	default: a[threadIdx.x] = 7;
	}
	a[threadIdx.x] = 8;
	a[min(threadIdx.x, 9u)] = 9;
	a[min((int)threadIdx.x, n)] = 10;
	a[(unsigned char)(threadIdx.x * 10)] = 11;
	a[threadIdx.x / n] = 12;
	a[(n & ~31) + threadIdx.x] = 13;
	a[first * 8 | (threadIdx.x & 7)] = 14;
}

void launch(float *p, float4 *v, float2 *q, float3 *r, int n)
{
	transposed<<<dim3(4, 2), dim3(8, 8)>>>(p, p, 32, 16);
	carved<<<1, 64, 1024>>>(p);
	vectors<<<1, 32>>>(v, v, q, r);
	spaces<<<1, 32>>>(p, n);
	selected<<<1, 32>>>(p, p, n, n, n);
}
