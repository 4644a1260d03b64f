// Code of old toolkits: texture and surface references, intrinsics without a mask.
texture<float, 1, cudaReadModeElementType> line;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> image;
texture<unsigned char, 2> bytes;
texture<float4> fetched;
texture<float, 3> volume;
texture<float, cudaTextureType2DLayered> layers;
surface<void, cudaSurfaceType2D> canvas;

__global__ void references(float *out, int x, int y)
{
	float4 c = tex2D(image, x + .5f, y);
	unsigned char b = tex2D(bytes, x, y);
	float4 f = tex1Dfetch(fetched, x);
	uchar4 u;
	surf2Dread(&u, canvas, x * sizeof(uchar4), y);
	surf2Dwrite(u, canvas, x * 4, y, cudaBoundaryModeTrap);
	u = surf2Dread<uchar4>(canvas, x * 4, y);
	out[x] = tex1D(line, x) + c.x + b + f.y + tex3D(volume, x, y, 0) + tex2DLayered(layers, x, y, 1) + u.x;
}

__global__ void maskless(int *p, float *f)
{
	p[0] = __shfl(p[0], 0) + __shfl_down(p[0], 4) + __shfl_up(p[0], 1, 16) + __shfl_xor(p[0], 1);
	f[0] = __shfl_down(f[0], 1) + __any(p[0]) + __all(p[0]) + __ballot(p[0]);
}

int main()
{
	line.normalized = false;
	image.filterMode = cudaFilterModeLinear;
	image.addressMode[0] = cudaAddressModeWrap;
	cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
	return desc.x;
}
