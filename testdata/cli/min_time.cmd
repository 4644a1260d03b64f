# What a launch hardly notices is an info: by the default, as set, and where a severity is set.
cat >time.cu <<'END'
__global__ void once(float *out, const float *in) { out[threadIdx.x] = in[threadIdx.x * 8]; }

__global__ void often(float *out, const float *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i * 8];
}

__global__ void anywhere(float *out, const float *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i * 8];
}

void run(float *out, const float *in, int n)
{
	once<<<1, 128>>>(out, in);
	often<<<65536, 256>>>(out, in);
	anywhere<<<n, 256>>>(out, in);
}
END
check() { $C check --cuda-path=none --no-cache --arch=sm_90 --select=CU101 -f concise -q time.cu | sed 's/: uncoalesced.*//'; }
check
for least in 0 1e9; do
	echo "min-time-us: $least"
	echo "min-time-us: $least" >.cudalint.yml
	check
done
printf 'min-time-us: 5\nrules: {CU101: {severity: error}}\n' >.cudalint.yml
check
echo 'min-time-us: short' >.cudalint.yml
check
