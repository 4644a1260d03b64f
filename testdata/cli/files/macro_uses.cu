#define SWAP(value, step) \
	__shfl_xor(value[(step) & 1], \
		step) + extra

__global__ void exchange(float *out, float extra)
{
	float pair[2] = {out[threadIdx.x], 1.0f};
	float sum = SWAP(pair, 1);
	sum += SWAP(pair, 2);
	out[threadIdx.x] = sum;
}
