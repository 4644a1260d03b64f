# Launches and values for what isn't there are most likely misspelt.
cat >kernels.cu <<'END'
template <typename T> __global__ void transpose(T *data, int width) { data[threadIdx.x * width] = 0; }
namespace grid { __global__ void fill(float *data, int n) { data[threadIdx.x] = n; } }
void run(float *data) { transpose<<<1, 256>>>(data, 8); }
END
run="$C check --cuda-path=none --select=CU4 kernels.cu clean.cu"
$run --launch=transpose=1:32 --launch='transpose<float>=1:32' --launch=grid::fill=1:32 --param=fill.n=3 --param=scale.n=3
$run --launch=transpos=1:32 --param=transpose.widht=3 --param=nothing.n=1
echo $?
$run -q --launch=transpos=1:32
$C predict --cuda-path=none kernels.cu --launch=grid::fil=1:32
