# Promises of the configuration: sizes that break them aren't tried by `check`, `prove` answers under them; what is none is told.
cat >tail.cu <<'END'
__global__ void copy(float *out, const float *in, int n)
{
	int i = blockIdx.x * 32 + threadIdx.x;
	out[i] = in[i];
}
void run(int n)
{
	float *a, *b;
	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	copy<<<(n + 31) / 32, 32>>>(a, b, n);
	cudaFree(a);
	cudaFree(b);
}
END
check() {
	$C check --cuda-path=none -q -f concise "$@" tail.cu
	echo "exit status $?"
}
check --no-config
printf "assume: ['copy: n %% 32 == 0', m >= 4]\n" >.cudalint.yml
check
$C prove --cuda-path=none --no-config tail.cu | grep in-bounds | cut -d: -f1
$C prove --cuda-path=none -v tail.cu | grep -e in-bounds -e assume
# also on the command line, and in a comment
$C prove --cuda-path=none --no-config --assume='copy: n % 32 == 0' tail.cu | grep in-bounds | cut -d: -f1
sed -i '1i // cudalint: assume n % 32 == 0' tail.cu
check --no-config
printf "assume: ['n %% 32 =', 'copy:', 3, {copy: n}]\n" >.cudalint.yml
$C config check
echo "exit status $?"
