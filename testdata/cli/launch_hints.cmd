cat >hints.cu <<'END'
// cudalint: launch commented grid=8 block=256
__global__ void commented(float *data, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		data[i] = 0;
}
__global__ void launched(float *data, int n) { commented<<<1, 64>>>(data, n); }
__global__ void named(float *data, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		data[i] = 0;
}
END
run="$C check --cuda-path=none --select=CU605 --arch=sm_90 -f json hints.cu"
$run | grep -A12 '"launch"' | tr -d '\n ' && echo
$run --launch=commented=16:128 --launch=named=2x2x2:32x2:64 | grep -A12 '"launch"' | tr -d '\n '
