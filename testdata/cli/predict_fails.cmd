# Launches that can't run have no time, and proportions hold for any grid.
cat >fails.cu <<'END'
__global__ void fill(float *data) { data[threadIdx.x * 2] = 0; }
__global__ void __launch_bounds__(128) bound(float *data) { data[threadIdx.x] = 0; }
__global__ void open(float *data, const int *from)
{
	__shared__ float tile[32][32];
	tile[threadIdx.x][threadIdx.y] = data[from[threadIdx.x]]; __syncthreads();
	data[threadIdx.x * 4] = tile[threadIdx.x][threadIdx.y];
}
void run(float *data, int n)
{
	fill<<<dim3(1, 70000), 64>>>(data);
	fill<<<1, 1100>>>(data);
	fill<<<1, 64, 300000>>>(data);
	fill<<<1, 1>>>(data);
	bound<<<1, 256>>>(data);
	open<<<n, dim3(32, 32)>>>(data, 0);
}
END
$C predict --cuda-path=none --chip=h100-sxm fails.cu | sed 's/time  .*/time  .../'
$C predict --cuda-path=none --chip=h100-sxm -f json fails.cu | grep -c time_us
