# What units share is fixed once, and only where all of them ask for it; what is not of the run never.
mkdir -p project/include elsewhere
cat >project/include/all.cuh <<'END'
__device__ inline int all(int v) { return __shfl(v, 0); }
END
cat >project/include/some.cuh <<'END'
#if SOME
__device__ inline int some(int v) { return __shfl(v, 0); }
#endif
END
printf '__device__ inline int far(int v) { return __shfl(v, 0); }\n' >elsewhere/far.cuh
cat >project/a.cu <<'END'
#define SOME 1
#include "include/all.cuh"
#include "include/some.cuh"
#include "../elsewhere/far.cuh"
__global__ void a(int *p) { p[0] = all(p[1]) + some(p[2]) + far(p[3]); }
END
cat >project/b.cu <<'END'
#include "include/all.cuh"
#include "include/some.cuh"
__global__ void b(int *p) { p[0] = all(p[1]) + __shfl(p[2], 3); }
END
printf "header-filter: '.'\n" >project/.cudalint.yml
cd project
{ $C check --cuda-path=none --allow-includes=../elsewhere --fix . 2>&1; echo $?; } | sed "s#$(dirname "$(pwd -P)")#TOP#"
grep -h shfl *.cu include/*.cuh ../elsewhere/far.cuh
