// Old code parses whole: texture references, mask-less intrinsics, calls of names that nothing declares.
texture<float, 2, cudaReadModeElementType> image;

__global__ void legacy(float *out, int n)
{
	float v = tex2D(image, threadIdx.x, n);
	v += __shfl_down(v, 16);
	v += somebody_elses(v, n);
	volatile float *warp = out;
	warp[threadIdx.x] += warp[threadIdx.x + 16];
	out[n] = v;
}

void host(float *d)
{
	cudaBindTexture(0, image, d);
	cudaThreadSynchronize();
	legacy<<<1, 32>>>(d, 1);
}
