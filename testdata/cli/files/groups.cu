// Four stores that conflict in the same way, and a fifth that conflicts less.
__global__ void kernel(float4 *out, const float *in)
{
	__shared__ float4 tmp[32][32];
	__shared__ float other[32][33];
	int t = threadIdx.x;
	other[t][0] = in[t + 128];
	tmp[t / 2][t % 2].w = in[t + 96];
	tmp[t][0].x = in[t];
	tmp[t][0].y = in[t + 32];
	tmp[t][0].z = in[t + 64];
	__syncthreads();
	out[t] = tmp[0][t];
	out[t].x += other[0][t];
}

void run(float4 *out, const float *in)
{
	kernel<<<4096, 32>>>(out, in);
}
