# predict and prove read standard input as check does, under a name that may be given.
text='__global__ void scale(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] *= 2;
}
'
printf '%s' "$text" | $C predict --cuda-path=none --no-config --no-formulas - | head -n 2
printf '%s' "$text" | $C predict --cuda-path=none --no-config --no-formulas --stdin-filename=src/scale.cu - | grep -e 'scale.cu' -e 'x\[i\]'
printf '%s' "$text" | $C prove --cuda-path=none --no-config --no-solver --stdin-filename=scale.cu - | head -n 2
$C predict --stdin-filename=scale.cu clean.cu
echo "exit status $?"
: | $C prove --cuda-path=none --no-config -
echo "exit status $?"
