__global__ void f(int *out, int value)
{
	/* ä😀 */ out[0] =	__shfl(value, 0);
}
