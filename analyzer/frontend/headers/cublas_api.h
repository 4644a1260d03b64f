/* cuBLAS: types, and functions by family: P is the letter of the type, T the type, R its real type. */
#define CUBLAS_API_H_
#include "cuComplex.h"
#include "cuda_fp16.h"
#include "cuda_bf16.h"
#define CUBLASAPI
#ifndef CUDALINT_CUBLAS_API_H
#define CUDALINT_CUBLAS_API_H

#include <stdint.h>
#include "cuda_runtime.h"
#include "library_types.h"

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VERSION 130000

typedef struct cublasContext *cublasHandle_t;
typedef enum {
	CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3,
	CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11,
	CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15,
	CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum {
	CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;
typedef enum {
	CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_ALGO1, CUBLAS_GEMM_ALGO2,
	CUBLAS_GEMM_ALGO3, CUBLAS_GEMM_ALGO4, CUBLAS_GEMM_ALGO5, CUBLAS_GEMM_ALGO6, CUBLAS_GEMM_ALGO7, CUBLAS_GEMM_ALGO8,
	CUBLAS_GEMM_ALGO9, CUBLAS_GEMM_ALGO10, CUBLAS_GEMM_ALGO11, CUBLAS_GEMM_ALGO12, CUBLAS_GEMM_ALGO13,
	CUBLAS_GEMM_ALGO14, CUBLAS_GEMM_ALGO15, CUBLAS_GEMM_ALGO16, CUBLAS_GEMM_ALGO17, CUBLAS_GEMM_ALGO18,
	CUBLAS_GEMM_ALGO19, CUBLAS_GEMM_ALGO20, CUBLAS_GEMM_ALGO21, CUBLAS_GEMM_ALGO22, CUBLAS_GEMM_ALGO23,
	CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99, CUBLAS_GEMM_DFALT_TENSOR_OP = 99, CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
	CUBLAS_GEMM_ALGO15_TENSOR_OP = 115, CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;
typedef enum {
	CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3,
	CUBLAS_FP32_EMULATED_BF16X9_MATH = 4, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
	CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69,
	CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_64F_PEDANTIC = 71, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73,
	CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
	CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;
typedef cublasStatus_t cublasStatus;
typedef void (*cublasLogCallback)(const char *);

extern "C" {

/* handles and settings */
cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
size_t cublasGetCudartVersion(void);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t bytes);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int *count);
cublasStatus_t cublasLoggerConfigure(int on, int toStdOut, int toStdErr, const char *file);
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback);

/* copies between host and device */
cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *device, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void *device, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int cols, int size, const void *A, int lda, void *B, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int cols, int size, const void *A, int lda, void *B, int ldb);
cublasStatus_t cublasSetVectorAsync(
	int n, int size, const void *x, int incx, void *device, int incy, cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(
	int n, int size, const void *device, int incx, void *y, int incy, cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(
	int rows, int cols, int size, const void *A, int lda, void *B, int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(
	int rows, int cols, int size, const void *A, int lda, void *B, int ldb, cudaStream_t stream);

#define CL_FN(name) cublasStatus_t cublas##name
#define CL_H cublasHandle_t handle
#define CL_OPS cublasOperation_t transa, cublasOperation_t transb
#define CL_TRI cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag

/* vectors */
#define CL_VECTOR(P, lower, T, R) \
	CL_FN(P##copy)(CL_H, int n, const T *x, int incx, T *y, int incy); \
	CL_FN(P##swap)(CL_H, int n, T *x, int incx, T *y, int incy); \
	CL_FN(P##scal)(CL_H, int n, const T *alpha, T *x, int incx); \
	CL_FN(P##axpy)(CL_H, int n, const T *alpha, const T *x, int incx, T *y, int incy); \
	CL_FN(P##rotg)(CL_H, T *a, T *b, R *c, T *s); \
	CL_FN(P##rot)(CL_H, int n, T *x, int incx, T *y, int incy, const R *c, const T *s); \
	CL_FN(I##lower##amax)(CL_H, int n, const T *x, int incx, int *result); \
	CL_FN(I##lower##amin)(CL_H, int n, const T *x, int incx, int *result);
CL_VECTOR(S, s, float, float)
CL_VECTOR(D, d, double, double)
CL_VECTOR(C, c, cuComplex, float)
CL_VECTOR(Z, z, cuDoubleComplex, double)
#undef CL_VECTOR
#define CL_REDUCE(P, T, R) \
	CL_FN(P##nrm2)(CL_H, int n, const T *x, int incx, R *result); \
	CL_FN(P##asum)(CL_H, int n, const T *x, int incx, R *result);
CL_REDUCE(S, float, float)
CL_REDUCE(D, double, double)
CL_REDUCE(Sc, cuComplex, float)
CL_REDUCE(Dz, cuDoubleComplex, double)
#undef CL_REDUCE
#define CL_DOT(name, T) CL_FN(name)(CL_H, int n, const T *x, int incx, const T *y, int incy, T *result);
CL_DOT(Sdot, float)
CL_DOT(Ddot, double)
CL_DOT(Cdotu, cuComplex)
CL_DOT(Cdotc, cuComplex)
CL_DOT(Zdotu, cuDoubleComplex)
CL_DOT(Zdotc, cuDoubleComplex)
#undef CL_DOT
CL_FN(Csscal)(CL_H, int n, const float *alpha, cuComplex *x, int incx);
CL_FN(Zdscal)(CL_H, int n, const double *alpha, cuDoubleComplex *x, int incx);

/* matrix and vector, matrix and matrix, batches, factorisation */
#define CL_MATRIX(P, T) \
	CL_FN(P##gemv)(CL_H, cublasOperation_t trans, int m, int n, const T *alpha, const T *A, int lda, const T *x, \
		int incx, const T *beta, T *y, int incy); \
	CL_FN(P##gbmv)(CL_H, cublasOperation_t trans, int m, int n, int kl, int ku, const T *alpha, const T *A, int lda, \
		const T *x, int incx, const T *beta, T *y, int incy); \
	CL_FN(P##trmv)(CL_H, CL_TRI, int n, const T *A, int lda, T *x, int incx); \
	CL_FN(P##trsv)(CL_H, CL_TRI, int n, const T *A, int lda, T *x, int incx); \
	CL_FN(P##symv)(CL_H, cublasFillMode_t uplo, int n, const T *alpha, const T *A, int lda, const T *x, int incx, \
		const T *beta, T *y, int incy); \
	CL_FN(P##syr)(CL_H, cublasFillMode_t uplo, int n, const T *alpha, const T *x, int incx, T *A, int lda); \
	CL_FN(P##syr2)(CL_H, cublasFillMode_t uplo, int n, const T *alpha, const T *x, int incx, const T *y, int incy, \
		T *A, int lda); \
	CL_FN(P##gemm)(CL_H, CL_OPS, int m, int n, int k, const T *alpha, const T *A, int lda, const T *B, int ldb, \
		const T *beta, T *C, int ldc); \
	CL_FN(P##gemmBatched)(CL_H, CL_OPS, int m, int n, int k, const T *alpha, const T *const A[], int lda, \
		const T *const B[], int ldb, const T *beta, T *const C[], int ldc, int batch); \
	CL_FN(P##gemmStridedBatched)(CL_H, CL_OPS, int m, int n, int k, const T *alpha, const T *A, int lda, \
		long long strideA, const T *B, int ldb, long long strideB, const T *beta, T *C, int ldc, long long strideC, \
		int batch); \
	CL_FN(P##symm)(CL_H, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const T *alpha, const T *A, \
		int lda, const T *B, int ldb, const T *beta, T *C, int ldc); \
	CL_FN(P##syrk)(CL_H, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const T *alpha, const T *A, \
		int lda, const T *beta, T *C, int ldc); \
	CL_FN(P##syr2k)(CL_H, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const T *alpha, const T *A, \
		int lda, const T *B, int ldb, const T *beta, T *C, int ldc); \
	CL_FN(P##trmm)(CL_H, cublasSideMode_t side, CL_TRI, int m, int n, const T *alpha, const T *A, int lda, const T *B, \
		int ldb, T *C, int ldc); \
	CL_FN(P##trsm)(CL_H, cublasSideMode_t side, CL_TRI, int m, int n, const T *alpha, const T *A, int lda, T *B, \
		int ldb); \
	CL_FN(P##trsmBatched)(CL_H, cublasSideMode_t side, CL_TRI, int m, int n, const T *alpha, const T *const A[], \
		int lda, T *const B[], int ldb, int batch); \
	CL_FN(P##geam)(CL_H, CL_OPS, int m, int n, const T *alpha, const T *A, int lda, const T *beta, const T *B, int ldb, \
		T *C, int ldc); \
	CL_FN(P##dgmm)(CL_H, cublasSideMode_t side, int m, int n, const T *A, int lda, const T *x, int incx, T *C, int ldc); \
	CL_FN(P##getrfBatched)(CL_H, int n, T *const A[], int lda, int *pivots, int *info, int batch); \
	CL_FN(P##getriBatched)(CL_H, int n, const T *const A[], int lda, const int *pivots, T *const C[], int ldc, \
		int *info, int batch); \
	CL_FN(P##getrsBatched)(CL_H, cublasOperation_t trans, int n, int nrhs, const T *const A[], int lda, \
		const int *pivots, T *const B[], int ldb, int *info, int batch); \
	CL_FN(P##geqrfBatched)(CL_H, int m, int n, T *const A[], int lda, T *const tau[], int *info, int batch); \
	CL_FN(P##gelsBatched)(CL_H, cublasOperation_t trans, int m, int n, int nrhs, T *const A[], int lda, T *const C[], \
		int ldc, int *info, int *infoArray, int batch); \
	CL_FN(P##matinvBatched)(CL_H, int n, const T *const A[], int lda, T *const inverse[], int ldi, int *info, int batch);
CL_MATRIX(S, float)
CL_MATRIX(D, double)
CL_MATRIX(C, cuComplex)
CL_MATRIX(Z, cuDoubleComplex)
#undef CL_MATRIX
#define CL_OUTER(name, T) \
	CL_FN(name)(CL_H, int m, int n, const T *alpha, const T *x, int incx, const T *y, int incy, T *A, int lda);
CL_OUTER(Sger, float)
CL_OUTER(Dger, double)
CL_OUTER(Cgeru, cuComplex)
CL_OUTER(Cgerc, cuComplex)
CL_OUTER(Zgeru, cuDoubleComplex)
CL_OUTER(Zgerc, cuDoubleComplex)
#undef CL_OUTER
#define CL_HERMITIAN(P, T, R) \
	CL_FN(P##hemv)(CL_H, cublasFillMode_t uplo, int n, const T *alpha, const T *A, int lda, const T *x, int incx, \
		const T *beta, T *y, int incy); \
	CL_FN(P##hemm)(CL_H, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const T *alpha, const T *A, \
		int lda, const T *B, int ldb, const T *beta, T *C, int ldc); \
	CL_FN(P##herk)(CL_H, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const R *alpha, const T *A, \
		int lda, const R *beta, T *C, int ldc); \
	CL_FN(P##gemm3m)(CL_H, CL_OPS, int m, int n, int k, const T *alpha, const T *A, int lda, const T *B, int ldb, \
		const T *beta, T *C, int ldc);
CL_HERMITIAN(C, cuComplex, float)
CL_HERMITIAN(Z, cuDoubleComplex, double)
#undef CL_HERMITIAN

/* half and mixed precision */
CL_FN(Hgemm)(CL_H, CL_OPS, int m, int n, int k, const __half *alpha, const __half *A, int lda, const __half *B, int ldb,
	const __half *beta, __half *C, int ldc);
CL_FN(HgemmBatched)(CL_H, CL_OPS, int m, int n, int k, const __half *alpha, const __half *const A[], int lda,
	const __half *const B[], int ldb, const __half *beta, __half *const C[], int ldc, int batch);
CL_FN(HgemmStridedBatched)(CL_H, CL_OPS, int m, int n, int k, const __half *alpha, const __half *A, int lda,
	long long strideA, const __half *B, int ldb, long long strideB, const __half *beta, __half *C, int ldc,
	long long strideC, int batch);
CL_FN(SgemmEx)(CL_H, CL_OPS, int m, int n, int k, const float *alpha, const void *A, cudaDataType typeA, int lda,
	const void *B, cudaDataType typeB, int ldb, const float *beta, void *C, cudaDataType typeC, int ldc);
CL_FN(GemmEx)(CL_H, CL_OPS, int m, int n, int k, const void *alpha, const void *A, cudaDataType typeA, int lda,
	const void *B, cudaDataType typeB, int ldb, const void *beta, void *C, cudaDataType typeC, int ldc,
	cublasComputeType_t compute, cublasGemmAlgo_t algo);
CL_FN(GemmBatchedEx)(CL_H, CL_OPS, int m, int n, int k, const void *alpha, const void *const A[], cudaDataType typeA,
	int lda, const void *const B[], cudaDataType typeB, int ldb, const void *beta, void *const C[], cudaDataType typeC,
	int ldc, int batch, cublasComputeType_t compute, cublasGemmAlgo_t algo);
CL_FN(GemmStridedBatchedEx)(CL_H, CL_OPS, int m, int n, int k, const void *alpha, const void *A, cudaDataType typeA,
	int lda, long long strideA, const void *B, cudaDataType typeB, int ldb, long long strideB, const void *beta, void *C,
	cudaDataType typeC, int ldc, long long strideC, int batch, cublasComputeType_t compute, cublasGemmAlgo_t algo);
CL_FN(AxpyEx)(CL_H, int n, const void *alpha, cudaDataType typeAlpha, const void *x, cudaDataType typeX, int incx, void *y,
	cudaDataType typeY, int incy, cudaDataType execution);
CL_FN(DotEx)(CL_H, int n, const void *x, cudaDataType typeX, int incx, const void *y, cudaDataType typeY, int incy,
	void *result, cudaDataType typeResult, cudaDataType execution);
CL_FN(Nrm2Ex)(CL_H, int n, const void *x, cudaDataType typeX, int incx, void *result, cudaDataType typeResult,
	cudaDataType execution);
CL_FN(ScalEx)(CL_H, int n, const void *alpha, cudaDataType typeAlpha, void *x, cudaDataType typeX, int incx,
	cudaDataType execution);
CL_FN(CopyEx)(CL_H, int n, const void *x, cudaDataType typeX, int incx, void *y, cudaDataType typeY, int incy);
}

/* until 10: the compute type was a data type */
CL_FN(GemmEx)(CL_H, CL_OPS, int m, int n, int k, const void *alpha, const void *A, cudaDataType typeA, int lda,
	const void *B, cudaDataType typeB, int ldb, const void *beta, void *C, cudaDataType typeC, int ldc,
	cudaDataType compute, cublasGemmAlgo_t algo);
CL_FN(GemmStridedBatchedEx)(CL_H, CL_OPS, int m, int n, int k, const void *alpha, const void *A, cudaDataType typeA,
	int lda, long long strideA, const void *B, cudaDataType typeB, int ldb, long long strideB, const void *beta, void *C,
	cudaDataType typeC, int ldc, long long strideC, int batch, cudaDataType compute, cublasGemmAlgo_t algo);

#undef CL_FN
#undef CL_H
#undef CL_OPS
#undef CL_TRI
#endif
