// Guards, early returns, && and ?:, lanes that are decided and lanes that aren't.
__global__ void guarded(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i];
}

__global__ void early(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	out[i] = 1;
	if (threadIdx.x < 8)
		out[i + 1] = 2;
}

__global__ void edges(float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > 0 && i < 100 - 1)
		out[i] = out[i - 1] + out[i + 1];
}

__global__ void choices(float *out, int n)
{
	int t = threadIdx.x;
	int mirrored = t < 16 ? t : 31 - t;
	out[mirrored] = 1;
	int either = n > 5 ? t : t + 32;
	out[either] = 2;
	int base = 0;
	if (n > 7)
		base = 64;
	out[base + t] = 3;
	int own = t;
	if (t < n)
		own = t + 1;
	out[own] = 4;
}

__global__ void unsigned_wrap(float *out, unsigned n)
{
	unsigned t = threadIdx.x;
	if (t - 1 < 7u) // lanes 1 to 7
		out[t] = 1;
	if (n - t < 100) // not decided: n - t may wrap
		out[t] = 2;
	out[(t + 0xfffffff0u) & 31] = 3;
}

__global__ void negative(float *out)
{
	int t = threadIdx.x;
	out[(t - 4) % 8 + 8] = 1;
	out[(t - 4) / 4 + 1] = 2;
	out[((t - 4) >> 2) + 1] = 3;
	out[(t ^ 5) << 1] = 4;
	out[~t & 7] = 5;
	out[-t + 31] = 6;
}

void launch(float *p, int n)
{
	guarded<<<n, 32>>>(p, p, n);
	early<<<n, 32>>>(p, n);
	edges<<<4, 32>>>(p);
	choices<<<1, 32>>>(p, n);
	unsigned_wrap<<<1, 32>>>(p, n);
	negative<<<1, 32>>>(p);
}

// Row and column of a global index with an unknown width: together they are the index again, under the assumption
// that a block lies in one row. Not so within a block.
__global__ void rows(float *out, const float *in, int B, int T, int C)
{
	int idx = blockIdx.x * blockDim.x + threadIdx.x;
	int b = idx / (T * C), t = (idx / C) % T, c = idx % C;
	out[b * T * C + t * C + c] = in[t * C + c];
	out[threadIdx.x / C] = in[threadIdx.x % C];
}

// One behaviour per block: too many to tell them apart.
__global__ void triangle(float *out, const float *in)
{
	int t = blockIdx.x;
	for (int k = threadIdx.x; k <= t; k += 32)
		out[t * 4096 + k] = in[k];
}

void launch_rows(float *p, int n)
{
	rows<<<n, 32>>>(p, p, n, n, n);
	triangle<<<4096, 32>>>(p, p);
}

// A default in front of cases is for lanes that no case is for.
__global__ void middle(float *out)
{
	switch (threadIdx.x) {
	default: out[threadIdx.x] = 1; break;
	case 3: out[64] = 2; break;
	}
}
