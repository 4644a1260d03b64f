# Libraries of headers are linted as such; what a source includes is seen with it.
mkdir -p lib/inner use
cat >lib/all.hpp <<'END'
#pragma once
#include "inner/reduce.cuh"
END
cat >lib/inner/reduce.cuh <<'END'
#pragma once
template <typename T>
__device__ inline T reduce(T v)
{
	return v + __shfl_down(v, 16);
}
template <typename T>
__global__ void sum(T *p)
{
	p[0] = reduce(p[threadIdx.x]);
}
END
cat >lib/alone.h <<'END'
#ifndef ALONE
#define ALONE
__device__ inline int up(int v)
{
	return __shfl_up(v, 1);
}
#endif
END
echo 'int plain();' >lib/plain.h
$C check --cuda-path=none lib
echo $?
cat >use/use.cu <<'END'
#include "../lib/all.hpp"
void run(int *p)
{
	sum<<<1, 32>>>(p);
}
END
$C check --cuda-path=none -v use lib 2>&1 | grep targets
mkdir empty
echo 'int f();' >empty/plain.h
$C check --cuda-path=none empty
echo $?
$C check --cuda-path=none --allow-empty empty
echo $?
$C check --cuda-path=none -q empty
echo $?
(cd empty && $C check -q)
echo $?
$C check --cuda-path=none empty clean.cu
echo $?
