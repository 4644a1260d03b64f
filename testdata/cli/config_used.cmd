# Settings at work: severities, options, launches, files left out, the user's own rules.
cat >.cudalint.yml <<'END'
select: [CU101, CU401, CU602, CU604]
arch: [sm_90]
launch: {copy: "1x1:64"}
params: {copy: {stride: 3}}
rules:
  CU101: {severity: error, min-factor: 2}
exclude: [third_party]
per-file-ignores: {"tests/*": [maskless-warp-intrinsic]}
patterns:
  CU950: {name: no-printf, pattern: '\bprintf\s*\(', message: "printf in a kernel: slow", severity: info}
END
mkdir tests third_party
cat >copy.cu <<'END'
#include "third_party/old.cuh"
#include "own.cuh"
__global__ void copy(float *out, const float *in, int stride)
{
	out[threadIdx.x] = in[threadIdx.x * stride]; // printf("no")
	printf("printf(no)"); printf ("é"); /* printf( */
	printf("known"); // cudalint: ignore[no-printf] for the test
}
END
echo '__device__ float old(float v) { return __shfl(v, 0); }' >third_party/old.cuh
echo '__device__ float own(float v) { return __shfl(v, 0); }' >own.cuh
cp findings.cu third_party/
cp findings.cu tests/
run="$C check --cuda-path=none"
$run copy.cu tests third_party
echo $?
$run tests third_party/findings.cu
echo $?
$run third_party
echo $?
echo "--- the command line outranks the file"
$run --launch=copy=1:32 --param=copy.stride=1 --select=CU1 copy.cu
$run --extend-select=CU4 --ignore=CU401,CU101 copy.cu
$run --select=CU950 copy.cu
$run --select=CU951 copy.cu
echo $?
echo "--- the source outranks the file"
sed 's,^__global__,// cudalint: launch copy block=96\n&,' copy.cu >hint.cu
for file in copy.cu hint.cu; do
	$run -f json --select=CU101 $file | grep '"source"'
done
$C predict --cuda-path=none -f json copy.cu | grep -E '"(chip|source)"'
echo "--- only the nearest holds"
echo 'select: [CU401]' >tests/.cudalint.yml
$run tests
$run -v --no-config tests 2>&1 | grep -c configuration
$run -v tests 2>&1 | grep configuration
$run --config=.cudalint.yml tests
echo "--- kernels that the whole project lacks"
cat >tests/.cudalint.yml <<'END'
select: [CU101]
launch: {summ: "1:32", sum: "1:32"}
params: {sum: {n: 1}, sum.m: 2}
END
cd tests
$run
$run findings.cu
# Patterns are looked for in all that a file includes of the user's, also where no function is.
cat >log.h <<'END'
#define LOG(x) printf(x)
END
cat >log.cu <<'END'
#include "log.h"
#define LOG2(x) printf(x)
END
$run --config=../.cudalint.yml log.cu
