/* Warps that are not full: blocks that are no multiple of 32, ragged ends, branches on the thread. CASE
 * makes a kernel of its own of every launch. */
#include "pattern.cuh"

template <int CASE> __global__ void guarded(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		const float value = in[i];
		out[i] = value;
	}
}

__global__ void early_return(const double *in, double *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) {
		return;
	}
	const double value = in[i];
	out[i] = value;
}

__global__ void guarded_stride(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		const float value = in[i * 3];
		out[i] = value;
	}
}

template <int CASE> __global__ void guarded_image(const float *in, float *out, int width, int height)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height) {
		const float value = in[y * width + x];
		out[y * width + x] = value;
	}
}

__global__ void interior_only(const float *in, float *out, int width, int height)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
		const float left = in[y * width + x - 1];
		const float right = in[y * width + x + 1];
		const float up = in[(y - 1) * width + x];
		const float down = in[(y + 1) * width + x];
		out[y * width + x] = left + right + up + down;
	}
}

template <int CASE> __global__ void whole_block(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i];
	out[i] = value;
}

template <int COUNT> __global__ void first_threads(const float *in, float *out)
{
	if (threadIdx.x < COUNT) {
		const float value = in[blockIdx.x * COUNT + threadIdx.x];
		out[blockIdx.x * 64 + threadIdx.x] = value;
	}
}

__global__ void odd_lanes(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x & 1) {
		const float value = in[i];
		out[i] = value;
	}
}

__global__ void both_sides(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x % 4 == 0) {
		const float value = in[i];
		out[i] = value * 2.0f;
	} else {
		const float value = in[i * 2];
		out[i] = value + 3.0f;
	}
}

__global__ void lane_leader(const float *in, float *out)
{
	const int warp = threadIdx.x / 32;
	const int lane = threadIdx.x % 32;
	if (lane == 0) {
		const float value = in[blockIdx.x * 8 + warp];
		out[blockIdx.x * 8 + warp] = value;
	}
}

__global__ void half_warps(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if ((threadIdx.x & 31) < 16) {
		const float value = in[i];
		out[i] = value;
	} else {
		const float value = in[i * 4];
		out[i * 4] = value;
	}
}

__global__ void by_block(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (blockIdx.x % 3 == 0) {
		const float value = in[i * 2];
		out[i] = value;
	}
}

__global__ void cases(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float value = 0.0f;
	switch (threadIdx.x & 3) {
	case 0: value = in[i]; break;
	case 1: value = in[i + 1024]; break;
	case 2: value = in[i * 2] * 3.0f; break;
	default: break;
	}
	out[i] = value;
}

__global__ void nested_guards(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		if (threadIdx.x >= 8 && threadIdx.x < 100) {
			const float value = in[i];
			out[i] = value;
		}
	}
}

__global__ void clamped(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float left = in[max(i - 1, 0)];
	const float right = in[min(i + 1, n - 1)];
	out[i] = left - right;
}

int main()
{
	char *in = buffer<char>();
	char *out = buffer<char>();
	const float *fin = (const float *)in;
	float *fout = (float *)out;
	const int n = 10000;

	guarded<1><<<(n + 255) / 256, 256>>>(fin, fout, n);
	guarded<2><<<64, 192>>>(fin, fout, 12005);
	early_return<<<40, 256>>>((const double *)in, (double *)out, 10001);
	guarded_stride<<<40, 256>>>(fin, fout, 9999);
	guarded_image<1><<<dim3(4, 13), dim3(32, 8)>>>(fin, fout, 100, 100);
	guarded_image<2><<<dim3(8, 8), dim3(16, 16)>>>(fin, fout, 121, 123);
	interior_only<<<dim3(8, 8), dim3(16, 16)>>>(fin, fout, 128, 128);
	whole_block<1><<<64, 48>>>(fin, fout);
	whole_block<2><<<64, 100>>>(fin, fout);
	whole_block<3><<<64, 33>>>(fin, fout);
	first_threads<1><<<64, 64>>>(fin, fout);
	first_threads<5><<<64, 64>>>(fin, fout);
	first_threads<17><<<64, 64>>>(fin, fout);
	first_threads<40><<<64, 64>>>(fin, fout);
	odd_lanes<<<64, 256>>>(fin, fout);
	both_sides<<<64, 256>>>(fin, fout);
	lane_leader<<<64, 256>>>(fin, fout);
	half_warps<<<64, 256>>>(fin, fout);
	by_block<<<64, 256>>>(fin, fout);
	cases<<<64, 256>>>(fin, fout);
	nested_guards<<<64, 128>>>(fin, fout, 8000);
	clamped<<<40, 256>>>(fin, fout, 40 * 256);
	return finish();
}
