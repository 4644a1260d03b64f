# Without paths, C++ files of the database that call CUDA are linted, too, and what they hand to launches counts.
mkdir src
cat >src/step.cu <<'END'
__global__ void step(float *out, const float *in, int width)
{
	out[threadIdx.x * width] = in[threadIdx.x];
}
void run_step(float *out, const float *in, int width)
{
	step<<<64, 256>>>(out, in, width);
}
END
cat >src/main.cpp <<'END'
#include <cuda_runtime.h>
void run_step(float *out, const float *in, int width);
void go(float *out, const float *in) { run_step(out, in, 64); }
END
echo 'int answer() { return 42; }' >src/plain.cpp
printf '[' >compile_commands.json
for file in step.cu:nvcc main.cpp:c++ plain.cpp:c++; do
	printf '{"directory": "%s", "file": "src/%s", "command": "%s -c src/%s"},' "$PWD" "${file%:*}" "${file#*:}" "${file%:*}"
done | sed 's/,$/]/' >>compile_commands.json
$C check --cuda-path=none --no-config --select=CU101 -f concise
echo "exit status $?"
$C check --cuda-path=none --no-config --select=CU101 -f concise src/step.cu
