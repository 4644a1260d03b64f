__global__ void scale(float *data, float factor)
{
	data[threadIdx.x] *= factor;
}
