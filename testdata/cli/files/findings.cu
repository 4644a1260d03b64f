template <typename T>
__global__ void sum(T *out, const T *in)
{
	T value = in[threadIdx.x];
	value += __shfl_down(value, 1);
	out[threadIdx.x] = value;
}

int main()
{
	sum<<<1, 100>>>((float *)nullptr, (const float *)nullptr);
	sum<<<1, 64>>>((int *)nullptr, (const int *)nullptr);
	cudaDeviceSynchronize();
	return 0;
}
