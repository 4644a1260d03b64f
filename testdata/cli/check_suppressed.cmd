$C check --cuda-path=none suppressed.cu
$C check --cuda-path=none -f full -v suppressed.cu 2>&1 >/dev/null | grep Found
# In a header nothing is known to be unused; what is written wrong is told in files without code, too.
cat >quiet.cuh <<'END'
#define FIRST(v) __shfl(v, 0) // cudalint: ignore[CU401] callers are for sm_60
__device__ inline float row(const float *p) { return p[threadIdx.x * 32]; } // cudalint: ignore[CU101] few
END
cat >macros.h <<'END'
#define SECOND(v) __shfl(v, 1) // cudalint: ignor[CU401]
END
cat >nothing.cu <<'END'
#include "macros.h"
int x; // cudalint: ignore[CU401] of old
END
$C check --cuda-path=none quiet.cuh nothing.cu
echo $?
