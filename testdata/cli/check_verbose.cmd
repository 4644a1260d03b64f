# What was assumed, dropped and not found.
printf '#include "nowhere.h"\n__global__ void f() {}\n' >lacking.cu
run="$C check --cuda-path=none --cuda-version=12.9 --select=CU4 -v"
$run lacking.cu
$run --arch=sm_90 clean.cu
$run clean.cu -- -arch=sm_37 --frobnicate
$run clean.cu -- -gencode arch=compute_35,code=sm_35 -gencode arch=compute_52,code=sm_70
mkdir build
echo '[{"directory": "'"$PWD"'", "file": "clean.cu", "command": "nvcc -arch=sm_80 -c clean.cu"}]' >build/compile_commands.json
$run -p build clean.cu
