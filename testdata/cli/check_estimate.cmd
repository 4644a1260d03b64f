# Prices of launches of which something isn't known, and of what isn't a site.
cat >estimate.cu <<'END'
#include <cuda_runtime.h>

__global__ void rows(float *out, const float *in, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int i = 0; i < n; i++)
		sum += in[t * n + i];
	out[t] = sum;
}

__global__ void gather(float *out, const float *in, const int *pick)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	out[t] = in[pick[t]];
}

__global__ void bytes(unsigned char *out, const unsigned char *in)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	out[t] = in[t] ^ 85;
}

__global__ void sums(int *out, const int *in)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, value = in[t];
	for (int by = 16; by > 0; by /= 2)
		value += __shfl_down_sync(0xffffffff, value, by);
	if (threadIdx.x % 32 == 0)
		out[t / 32] = value;
}

__global__ void own(float *out)
{
	float *mine = (float *)malloc(64);
	if (!mine)
		return;
	mine[0] = threadIdx.x;
	out[threadIdx.x] = mine[0];
	free(mine);
}

void all(float *out, const float *in, const int *pick, int *sum, const unsigned char *raw, unsigned char *cooked,
	int n)
{
	rows<<<(n + 255) / 256, 256>>>(out, in, n);
	gather<<<4096, 256>>>(out, in, pick);
	bytes<<<262144, 256>>>(cooked, raw);
	sums<<<16384, 256>>>(sum, pick);
	own<<<64, 256>>>(out);
}
END
$C check --cuda-path=none --no-config --preview --select=CU101,CU107,CU141,CU411 --fail-on=never -f full --chip=h200 estimate.cu
