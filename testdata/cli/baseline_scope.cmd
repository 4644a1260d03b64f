# Only what a run has looked for can be stale: other files, rules and headers keep their entries.
base() { $C baseline "$@" --cuda-path=none; echo "status $?"; }
mkdir -p repo/.git repo/a repo/b && cd repo
kernel() { printf '__global__ void %s(int *data) { data[threadIdx.x] = __shfl(data[threadIdx.x], 0); }\n' "$1"; }
kernel one >a/one.cu
kernel two >b/two.cu
printf '#pragma once\n#ifdef USED\n%s\n#endif\n' "$(kernel shared)" >shared.cuh
printf '#include "../shared.cuh"\n' >>a/one.cu
printf '#define USED\n#include "../shared.cuh"\n' >>b/two.cu
base create
cp .cudalint-baseline.json ../all.json
echo '--- every finding goes; each run removes its own'
printf '#include "../shared.cuh"\n' >a/one.cu
printf '#include "../shared.cuh"\n' >b/two.cu
base prune -v --select CU2
base prune -v a
base prune -v a/one.cu b/two.cu
cat .cudalint-baseline.json
echo '--- what is silenced in its place needs no entry'
cp ../all.json .cudalint-baseline.json
printf '%s // cudalint: ignore[CU401] sm_60\n' "$(kernel one)" >a/one.cu
$C check --cuda-path=none -v a/one.cu 2>&1 | grep -v 'targets\|toolkit'
echo '--- a file that can no longer be parsed says nothing; what could never be parsed does'
cp ../all.json .cudalint-baseline.json
printf '__global__ void one(int *data) { missing(data); }\n' >a/one.cu
base prune a
base create --force a
base prune
printf '__global__ void one(int *data) { missing(data); }\n__global__ void three(int *) { }\n' >a/one.cu
base update a
echo '--- files that are gone: only where they would have been'
cp ../all.json .cudalint-baseline.json
rm -r b
base prune a
base prune .
printf 'per-file-ignores: {"a/*": [CU401]}\n' >.cudalint.yml
printf '#pragma once\n' >a/one.cu
cp ../all.json .cudalint-baseline.json
base prune a
echo '--- without a repository, here; found from here for files elsewhere'
mkdir ../here ../there && cd ../here && kernel one >../there/one.cu
base create ../there
ls .cudalint-baseline.json ../there
base update ../there
$C check --cuda-path=none ../there; echo "status $?"
$C check --cuda-path=none ../there/one.cu; echo "status $?"
