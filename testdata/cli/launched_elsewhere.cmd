# What other files of the compilation database launch, predict and prove know as check does.
cat >gather.cu <<'EOF'
__global__ void gather(float *out, const float *in, int stride, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i * stride];
}
EOF
cat >run.cu <<'EOF'
__global__ void gather(float *out, const float *in, int stride, int n);
void run()
{
    float *in, *out;
    cudaMalloc(&in, 16384 * 4);
    cudaMalloc(&out, 16384 * 4);
    gather<<<64, 256>>>(out, in, 2, 16384);
    cudaFree(in);
    cudaFree(out);
}
EOF
entry() { printf '{"directory": "%s", "file": "%s", "command": "nvcc -c %s"}' "$PWD" $1 $1; }
ask() {
	$C check --cuda-path=none --no-cache -q -f concise --select=CU130 gather.cu
	$C predict --cuda-path=none --no-cache --no-formulas gather.cu | sed -n '2p;6,9p'
	$C prove --cuda-path=none -v gather.cu | grep -v ' question'
}
echo "[$(entry gather.cu)]" >compile_commands.json
$C prove --cuda-path=none gather.cu 2>&1 | grep -q libz3 && exit 77
ask
echo '--- with the file that launches it'
echo "[$(entry gather.cu), $(entry run.cu)]" >compile_commands.json; ask
echo '--- where that is right'
sed -i 's/in, 2, 16384/in, 1, 16384/' run.cu; ask
rm gather.cu run.cu compile_commands.json
