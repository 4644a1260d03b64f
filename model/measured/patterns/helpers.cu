/* Accesses in helper functions that are inlined: which line they count at, the helper's or the call's. */
#include "pattern.cuh"

struct pair {
	float x, y;
};

struct view {
	float *data;
	int stride;
	__device__ float &at(int i) { return data[i * stride]; }
	__device__ float get(int i) const
	{
		return data[i * stride];
	}
	__device__ void put(int i, float value)
	{
		data[i * stride] = value;
	}
	__device__ float &operator[](int i)
	{
		return data[i * stride];
	}
};

__device__ void put(float *to, float value)
{
	*to = value;
}

__device__ void put_both(float *a, float *b, float value)
{
	*a = value;
	*b = value * 2.0f;
}

__device__ void put_ref(float &to, float value)
{
	to = value;
}

__device__ __forceinline__ void put_forced(float *to, float value)
{
	*to = value;
}

__device__ __noinline__ void put_called(float *to, float value)
{
	*to = value;
}

template <typename T>
__device__ void put_any(T *to, T value)
{
	*to = value;
}

__device__ void put_at(float *to, int i, float value)
{
	to[i] = value;
}

__device__ void put_deeper(float *to, int i, float value)
{
	put(&to[i], value);
}

__device__ void split(float value, float *low, float *high)
{
	*low = value * 0.5f;
	*high = value + 0.5f;
}

__device__ void put_pair(pair *to, pair value)
{
	*to = value;
}

__device__ float get(const float *from)
{
	return *from;
}

__device__ float get_at(const float *from, int i)
{
	return from[i];
}

__device__ void add_to(float *to, float value)
{
	*to += value;
}

__device__ void exchange(float &a, float &b)
{
	float keep = a;
	a = b;
	b = keep;
}

__global__ void by_pointer(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	put(&out[i], v);
}

__global__ void by_two_pointers(const float *in, float *a, float *b)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	put_both(&a[i], b + i, v);
}

__global__ void by_reference(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	put_ref(out[i], v);
}

__global__ void by_forced(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	put_forced(&out[i], v);
}

__global__ void by_call(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	put_called(&out[i], v);
}

__global__ void by_template(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	put_any<float>(&out[i], v);
}

__global__ void by_index(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	put_at(out, i, v);
}

__global__ void by_two_levels(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	put_deeper(out, i, v);
}

__global__ void results_to_locals(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float low, high;
	split(in[i], &low, &high);
	out[i] = low * high;
}

__global__ void results_to_memory(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	split(in[i], &out[i], &out[i + 8192]);
}

__global__ void record_by_value(const float *in, pair *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	pair p = {in[i], 1.0f};
	put_pair(&out[i], p);
}

__global__ void loaded_by_pointer(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = get(&in[i]);
	out[i] = v;
}

__global__ void loaded_by_index(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = get_at(in, i);
	out[i] = v;
}

__global__ void added_to(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	add_to(&out[i], v);
}

__global__ void exchanged(float *a, float *b)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	exchange(a[i], b[i]);
}

__global__ void by_member(const float *in, view out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	out.put(i, v);
}

__global__ void by_member_reference(const float *in, view out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	out.at(i) = v;
}

__global__ void by_operator(const float *in, view out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	out[i] = v;
}

__global__ void loaded_by_member(view in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in.get(i);
	out[i] = v;
}

__global__ void by_lambda(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	auto store = [=](float value) {
		out[i] = value;
	};
	store(in[i]);
}

__global__ void in_branches(const float *in, float *a, float *b)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
	if (v > 0.5f)
		put(&a[i], v);
	else
		put(&b[i], v);
}

__global__ void in_unrolled_loop(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float v = in[i];
#pragma unroll
	for (int k = 0; k < 4; k++)
		put(&out[k * 8192 + i], v);
}

__global__ void kept_in_local(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v[2];
	put(&v[0], in[i]);
	put(&v[1], in[i + 8192]);
	out[i] = v[0] + v[1];
}

int main()
{
	char *in = buffer<char>();
	char *out = buffer<char>();
	float *fin = (float *)in;
	float *fout = (float *)out;
	by_pointer<<<32, 256>>>(fin, fout);
	by_two_pointers<<<32, 256>>>(fin, fout, fout + 65536);
	by_reference<<<32, 256>>>(fin, fout);
	by_forced<<<32, 256>>>(fin, fout);
	by_call<<<32, 256>>>(fin, fout);
	by_template<<<32, 256>>>(fin, fout);
	by_index<<<32, 256>>>(fin, fout);
	by_two_levels<<<32, 256>>>(fin, fout);
	results_to_locals<<<32, 256>>>(fin, fout);
	results_to_memory<<<32, 256>>>(fin, fout);
	record_by_value<<<32, 256>>>(fin, (pair *)fout);
	loaded_by_pointer<<<32, 256>>>(fin, fout);
	loaded_by_index<<<32, 256>>>(fin, fout);
	added_to<<<32, 256>>>(fin, fout);
	exchanged<<<32, 256>>>(fout, fout + 65536);
	by_member<<<32, 256>>>(fin, view{fout, 2});
	by_member_reference<<<32, 256>>>(fin, view{fout, 2});
	by_operator<<<32, 256>>>(fin, view{fout, 2});
	loaded_by_member<<<32, 256>>>(view{fin, 2}, fout);
	by_lambda<<<32, 256>>>(fin, fout);
	in_branches<<<32, 256>>>(fin, fout, fout + 65536);
	in_unrolled_loop<<<32, 256>>>(fin, fout);
	kept_in_local<<<32, 256>>>(fin, fout);
	return finish();
}
