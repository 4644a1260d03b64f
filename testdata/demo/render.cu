// Colours for the screen; written for CUDA 5 and not touched since.
#include "heat.cuh"

texture<float, 2, cudaReadModeElementType> heat_texture;

__device__ float tile_peak(float value)
{
	for (int offset = 16; offset > 0; offset /= 2)
		value = fmaxf(value, __shfl_xor(value, offset));
	return value;
}

__global__ void render_kernel(unsigned char *image, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	float heat = tex2D(heat_texture, x + 0.5f, y + 0.5f);
	float peak = tile_peak(heat);
	if (__all(peak <= 0.0f) || x >= width || y >= height)
		return;
	image[y * width + x] = (unsigned char)(255.0f * heat / peak);
}

void render(unsigned char *image, cudaArray_t heat, int width, int height)
{
	heat_texture.filterMode = cudaFilterModeLinear;
	CHECK(cudaBindTextureToArray(heat_texture, heat));
	dim3 block(32, 8);
	dim3 grid((width + 31) / 32, (height + 7) / 8);
	render_kernel<<<grid, block>>>(image, width, height);
	CHECK(cudaThreadSynchronize());
	CHECK(cudaUnbindTexture(heat_texture));
}
