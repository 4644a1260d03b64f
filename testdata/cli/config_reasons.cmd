echo 'require-reason: true' >.cudalint.yml
cat >reasons.cu <<'END'
__device__ float a(float v) { return __shfl(v, 0); } // cudalint: ignore[CU401]
__device__ float b(float v) { return __shfl(v, 0); } // cudalint: ignore[CU401] sm_60 only
__device__ float c(float v) { return __shfl(v, 0); } // NOLINT(cudalint-maskless-warp-intrinsic)
__device__ float d(float v) { return __shfl(v, 0); } // NOLINT
END
$C check --cuda-path=none reasons.cu
