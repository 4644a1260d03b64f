__device__ void put(float *data, float value)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
