__global__ void f(int *out, int value)
{
	/* ÿþ[31m */ out[0] = __shfl(value, 0);
}
