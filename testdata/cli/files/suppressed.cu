__global__ void f(int *out, int value)
{
	// cudalint: ignore[CU401] the block is one warp
	out[0] = __shfl(value, 0);
	out[1] = __shfl(value, 1); // NOLINT(cudalint-maskless-warp-intrinsic)
	out[2] = value;            // cudalint: ignore[CU401] nothing to ignore
	out[3] = value;            // cudalint: ignore[maskles-warp-intrinsic]
}
