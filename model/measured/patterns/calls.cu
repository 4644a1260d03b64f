/* More of inlined helpers: passed on, several lines, members, shared memory, atomics, loops; and loads that only
 * a branch needs. */
#include "pattern.cuh"

__device__ void put(float *to, float v)
{
	*to = v;
}
__device__ void pass_on(float *to, float v)
{
	put(to, v);
}
__device__ void pass_twice(float *to, float v)
{
	pass_on(to, v);
}
__device__ void pass_both(float *to, float v)
{
	put(to, v);
	put(to + 8192, v);
}
__device__ float product(const float *p, const float *q)
{
	float a = p[0];
	float b = q[0];
	return a * b;
}
__device__ void put_two(float *a, float *b, float v)
{
	*a = v;
	*b = v;
}
__device__ void copy(const float *from, float *to)
{
	float v = *from;
	*to = v;
}
__device__ void copy_line(const float *from, float *to)
{
	*to = *from;
}
__device__ void put_and_wait(float *to, float v)
{
	*to = v;
	__syncthreads();
}
struct slot {
	float *p;
	__device__ void set(float v)
	{
		*p = v;
	}
	__device__ float get() const
	{
		return *p;
	}
};
__device__ void bump(int *counter)
{
	atomicAdd(counter, 1);
}
__device__ void bump_at(int *counters, int i)
{
	atomicAdd(&counters[i], 1);
}
__device__ void put_valid(float *to, float v, bool valid)
{
	if (!valid)
		return;
	*to = v;
}
__device__ void fill(float *to, float v)
{
	for (int k = 0; k < 4; k++)
		to[k * 8192] = v;
}
__device__ float get(const float *from)
{
	return *from;
}
__device__ float scaled(const float *from)
{
	return *from * 3.0f + 1.0f;
}

__global__ void passed_on(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	pass_on(&out[i], v);
}
__global__ void passed_twice(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	pass_twice(&out[i], v);
}
__global__ void passed_both(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	pass_both(&out[i], v);
}
__global__ void two_lines_load(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = product(&in[i], &in[i + 8192]);
	out[i] = v;
}
__global__ void two_lines_store(const float *in, float *a, float *b)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	put_two(&a[i], &b[i], v);
}
__global__ void copied(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	copy(&in[i], &out[i]);
}
__global__ void copied_in_a_line(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	copy_line(&in[i], &out[i]);
}
__global__ void put_then_barrier(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	put_and_wait(&out[i], v);
	out[i + 8192] = v;
}
__global__ void member_slot(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	slot s = {out + i};
	const float v = in[i];
	s.set(v);
}
__global__ void member_slot_read(float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	slot s = {in + i};
	const float v = s.get();
	out[i] = v;
}
__global__ void shared_put(const float *in, float *out)
{
	__shared__ float tile[256];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	put(&tile[threadIdx.x], v);
	__syncthreads();
	const float w = get(&tile[255 - threadIdx.x]);
	out[i] = w;
}
__global__ void bumped(int *counters)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	bump(&counters[i]);
}
__global__ void bumped_at(int *counters)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	bump_at(counters, i);
}
__global__ void put_if_valid(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	put_valid(&out[i], v, i < n);
}
__global__ void filled(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	fill(&out[i], v);
}
__global__ void two_in_a_line(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = get(&in[i]) + get(&in[i + 8192]);
}
__global__ void computed(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = scaled(&in[i]);
	out[i] = v;
}
__global__ void pointer_given(const float *in, float *out)
{
	const float v = in[threadIdx.x];
	put(out, v);
}
__global__ void in_loop(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
	for (int k = 0; k < n; k++)
		put(&out[k * 8192 + i], in[i]);
}
__global__ void guarded(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		const float v = in[i];
		put(&out[i], v);
	}
}
__global__ void only_first_needs(const float *in, float *out)
{
	const float v = in[threadIdx.x];
	if (threadIdx.x == 0)
		out[0] = v;
}
__global__ void only_first_needs_sum(const float *in, float *out)
{
	const float v = in[threadIdx.x] + in[threadIdx.x + 256];
	if (threadIdx.x == 0)
		out[blockIdx.x] = v;
}
__global__ void only_some_need(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	if (i < n)
		out[i] = v;
}
__global__ void branches_need(const float *in, const float *other, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i], w = other[i];
	if (threadIdx.x < 32)
		out[i] = v;
	else
		out[i] = w;
}
__global__ void shared_only_first_needs(const float *in, float *out)
{
	__shared__ float tile[256];
	tile[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	const float v = tile[threadIdx.x] + tile[255 - threadIdx.x];
	if (threadIdx.x == 0)
		out[blockIdx.x] = v;
}

int main()
{
	char *in = buffer<char>();
	char *out = buffer<char>();
	float *fin = (float *)in;
	float *fout = (float *)out;
	passed_on<<<32, 256>>>(fin, fout);
	passed_twice<<<32, 256>>>(fin, fout);
	passed_both<<<32, 256>>>(fin, fout);
	two_lines_load<<<32, 256>>>(fin, fout);
	two_lines_store<<<32, 256>>>(fin, fout, fout + 65536);
	copied<<<32, 256>>>(fin, fout);
	copied_in_a_line<<<32, 256>>>(fin, fout);
	put_then_barrier<<<32, 256>>>(fin, fout);
	member_slot<<<32, 256>>>(fin, fout);
	member_slot_read<<<32, 256>>>(fin, fout);
	shared_put<<<32, 256>>>(fin, fout);
	bumped<<<32, 256>>>((int *)fout);
	bumped_at<<<32, 256>>>((int *)fout);
	put_if_valid<<<32, 256>>>(fin, fout, 8192);
	filled<<<32, 256>>>(fin, fout);
	two_in_a_line<<<32, 256>>>(fin, fout);
	computed<<<32, 256>>>(fin, fout);
	pointer_given<<<32, 256>>>(fin, fout);
	in_loop<<<32, 256>>>(fin, fout, 4);
	guarded<<<32, 256>>>(fin, fout, 8000);
	only_first_needs<<<32, 256>>>(fin, fout);
	only_first_needs_sum<<<32, 256>>>(fin, fout);
	only_some_need<<<32, 256>>>(fin, fout, 4000);
	branches_need<<<32, 256>>>(fin, fin, fout);
	shared_only_first_needs<<<32, 256>>>(fin, fout);
	return finish();
}
