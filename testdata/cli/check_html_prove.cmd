# Marks of kernels in the report: what is proven, refuted, undecided; the same for any number of workers.
cat >marks.cu <<'END'
__global__ void right(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 1;
}
__global__ void racy(float *out)
{
	__shared__ float s[64];
	s[threadIdx.x] = 1;
	out[threadIdx.x] = s[63 - threadIdx.x];
}
void run(int n)
{
	float *out;
	cudaMalloc(&out, n * sizeof(float));
	right<<<(n + 255) / 256, 256>>>(out, n);
	racy<<<1, 64>>>(out);
	cudaFree(out);
}
END
cp marks.cu more.cu
$C prove --cuda-path=none --no-config marks.cu >proofs
grep -q 'no solver' proofs && exit 77
marks() {
	$C check --cuda-path=none --no-config -q --fail-on=never --prove "$@" -f html marks.cu more.cu | tr '<' '\n' |
		sed -n 's/^code>\(right\|racy\)$/\1/p; s/^span class="mark \([a-z]*\)".*/  \1/p'
}
marks -j1
marks -j1 >one
marks -j3 | cmp - one
