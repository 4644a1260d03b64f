/* One element per lane, unit stride, in every size a load can have. */
#include "pattern.cuh"

#include <cuda_fp16.h>

struct triple {
	float x, y, z;
};

template <typename T> __global__ void copy_element(const T *in, T *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const T value = in[i];
	out[i] = value;
}

__global__ void copy_vector_cast(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float4 value = reinterpret_cast<const float4 *>(in)[i];
	reinterpret_cast<float4 *>(out)[i] = value;
}

__global__ void widen_byte(const unsigned char *in, int *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int value = in[i];
	out[i] = value;
}

__global__ void narrow_float(const float *in, __half *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i];
	out[i] = __float2half(value);
}

__global__ void copy_double_pair(const double *in, double *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const double2 value = ((const double2 *)in)[i];
	out[i] = value.x + value.y;
}

__global__ void store_constant(float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = 1.0f;
}

__global__ void float3_fields(const float3 *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float x = in[i].x;
	const float z = in[i].z;
	out[i] = x + z;
}

int main()
{
	char *in = buffer<char>();
	char *out = buffer<char>();

	copy_element<char><<<64, 256>>>(in, out);
	copy_element<short><<<64, 256>>>((const short *)in, (short *)out);
	copy_element<int><<<64, 256>>>((const int *)in, (int *)out);
	copy_element<float><<<64, 256>>>((const float *)in, (float *)out);
	copy_element<double><<<64, 256>>>((const double *)in, (double *)out);
	copy_element<long long><<<64, 256>>>((const long long *)in, (long long *)out);
	copy_element<__half><<<64, 256>>>((const __half *)in, (__half *)out);
	copy_element<__half2><<<64, 256>>>((const __half2 *)in, (__half2 *)out);
	copy_element<char4><<<64, 256>>>((const char4 *)in, (char4 *)out);
	copy_element<uchar2><<<64, 256>>>((const uchar2 *)in, (uchar2 *)out);
	copy_element<short2><<<64, 256>>>((const short2 *)in, (short2 *)out);
	copy_element<float2><<<64, 256>>>((const float2 *)in, (float2 *)out);
	copy_element<float3><<<64, 256>>>((const float3 *)in, (float3 *)out);
	copy_element<float4><<<64, 256>>>((const float4 *)in, (float4 *)out);
	copy_element<int4><<<64, 256>>>((const int4 *)in, (int4 *)out);
	copy_element<double2><<<64, 256>>>((const double2 *)in, (double2 *)out);
	copy_element<triple><<<64, 256>>>((const triple *)in, (triple *)out);
	copy_vector_cast<<<64, 256>>>((const float *)in, (float *)out);
	widen_byte<<<64, 256>>>((const unsigned char *)in, (int *)out);
	narrow_float<<<64, 256>>>((const float *)in, (__half *)out);
	copy_double_pair<<<64, 256>>>((const double *)in, (double *)out);
	store_constant<<<64, 256>>>((float *)out);
	float3_fields<<<64, 256>>>((const float3 *)in, (float *)out);
	return finish();
}
