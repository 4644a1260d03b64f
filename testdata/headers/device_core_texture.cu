// Texture and surface objects.
__global__ void textures(cudaTextureObject_t tex, float *out)
{
	bool resident;
	float4 v = tex2D<float4>(tex, 1.f, 2.f);
	v = tex2D<float4>(tex, 1, 2, &resident);
	tex2D(&v, tex, 1.f, 2.f);
	out[0] = tex1Dfetch<float>(tex, 3) + tex1D<float>(tex, 1.f) + tex3D<float>(tex, 1, 2, 3) + v.x;
	out[1] = tex1DLayered<float>(tex, 1, 2) + tex2DLayered<float>(tex, 1, 2, 3) + texCubemap<float>(tex, 1, 2, 3);
	out[2] = tex2DLod<float>(tex, 1, 2, 0.f) + tex2DGrad<float>(tex, 1, 2, float2(), float2());
	out[3] = tex3DLod<float>(tex, 1, 2, 3, 0) + texCubemapLayered<float>(tex, 1, 2, 3, 4);
	v = tex2Dgather<float4>(tex, 1, 2, 3);
	v = tex3DGrad<float4>(tex, 1, 2, 3, v, v);
}

__global__ void surfaces(cudaSurfaceObject_t surf, int x, int y)
{
	uchar4 c;
	surf2Dread(&c, surf, x * sizeof(uchar4), y);
	surf2Dwrite(c, surf, x * sizeof(uchar4), y);
	surf2Dwrite<float>(1.f, surf, x * 4, y, cudaBoundaryModeZero);
	float f = surf3Dread<float>(surf, x * 4, y, 0) + surf1Dread<float>(surf, x * 4, cudaBoundaryModeClamp);
	surf1Dwrite(f, surf, x * 4);
	surf3Dwrite(f, surf, x * 4, y, 1);
	surf2DLayeredwrite(f, surf, x * 4, y, 1);
	surfCubemapwrite(f, surf, x * 4, y, 1);
}

int main()
{
	cudaTextureDesc desc = {};
	desc.addressMode[0] = cudaAddressModeClamp;
	desc.filterMode = cudaFilterModeLinear;
	desc.readMode = cudaReadModeNormalizedFloat;
	desc.normalizedCoords = 1;
	cudaTextureObject_t object = 0;
	textures<<<1, 1>>>(object, nullptr);
}
