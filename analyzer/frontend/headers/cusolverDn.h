/* cuSOLVER for dense matrices: P is the letter of the type, T the type, R its real type. */
#define CUSOLVERDN_H_
#include "cublas_v2.h"
#include "cusolver_common.h"
#ifndef CUDALINT_CUSOLVERDN_H
#define CUDALINT_CUSOLVERDN_H

#include "cuda_runtime.h"

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef enum { CUSOLVERDN_GETRF, CUSOLVERDN_POTRF } cusolverDnFunction_t;

#define CL_FN(name) cusolverStatus_t cusolverDn##name
#define CL_H cusolverDnHandle_t handle
#define CL_UP cublasFillMode_t uplo
#define CL_EIG cusolverEigMode_t jobz, cublasFillMode_t uplo
extern "C" {
CL_FN(Create)(cusolverDnHandle_t *handle);
CL_FN(Destroy)(CL_H);
CL_FN(SetStream)(CL_H, cudaStream_t stream);
CL_FN(GetStream)(CL_H, cudaStream_t *stream);
CL_FN(SetDeterministicMode)(CL_H, cusolverDeterministicMode_t mode);
CL_FN(CreateParams)(cusolverDnParams_t *params);
CL_FN(DestroyParams)(cusolverDnParams_t params);
CL_FN(SetAdvOptions)(cusolverDnParams_t params, cusolverDnFunction_t function, cusolverAlgMode_t algo);
CL_FN(CreateSyevjInfo)(syevjInfo_t *info);
CL_FN(DestroySyevjInfo)(syevjInfo_t info);
CL_FN(XsyevjSetTolerance)(syevjInfo_t info, double tolerance);
CL_FN(XsyevjSetMaxSweeps)(syevjInfo_t info, int sweeps);
CL_FN(XsyevjSetSortEig)(syevjInfo_t info, int sort);
CL_FN(XsyevjGetResidual)(CL_H, syevjInfo_t info, double *residual);
CL_FN(XsyevjGetSweeps)(CL_H, syevjInfo_t info, int *sweeps);
CL_FN(CreateGesvdjInfo)(gesvdjInfo_t *info);
CL_FN(DestroyGesvdjInfo)(gesvdjInfo_t info);
CL_FN(XgesvdjSetTolerance)(gesvdjInfo_t info, double tolerance);
CL_FN(XgesvdjSetMaxSweeps)(gesvdjInfo_t info, int sweeps);
CL_FN(XgesvdjSetSortEig)(gesvdjInfo_t info, int sort);
CL_FN(XgesvdjGetResidual)(CL_H, gesvdjInfo_t info, double *residual);
CL_FN(XgesvdjGetSweeps)(CL_H, gesvdjInfo_t info, int *sweeps);

#define CL_DENSE(P, T, R) \
	CL_FN(P##potrf_bufferSize)(CL_H, CL_UP, int n, T *A, int lda, int *lwork); \
	CL_FN(P##potrf)(CL_H, CL_UP, int n, T *A, int lda, T *work, int lwork, int *info); \
	CL_FN(P##potrs)(CL_H, CL_UP, int n, int nrhs, const T *A, int lda, T *B, int ldb, int *info); \
	CL_FN(P##potri_bufferSize)(CL_H, CL_UP, int n, T *A, int lda, int *lwork); \
	CL_FN(P##potri)(CL_H, CL_UP, int n, T *A, int lda, T *work, int lwork, int *info); \
	CL_FN(P##potrfBatched)(CL_H, CL_UP, int n, T *A[], int lda, int *info, int batch); \
	CL_FN(P##potrsBatched)(CL_H, CL_UP, int n, int nrhs, T *A[], int lda, T *B[], int ldb, int *info, int batch); \
	CL_FN(P##getrf_bufferSize)(CL_H, int m, int n, T *A, int lda, int *lwork); \
	CL_FN(P##getrf)(CL_H, int m, int n, T *A, int lda, T *work, int *pivots, int *info); \
	CL_FN(P##getrs)(CL_H, cublasOperation_t trans, int n, int nrhs, const T *A, int lda, const int *pivots, T *B, \
		int ldb, int *info); \
	CL_FN(P##geqrf_bufferSize)(CL_H, int m, int n, T *A, int lda, int *lwork); \
	CL_FN(P##geqrf)(CL_H, int m, int n, T *A, int lda, T *tau, T *work, int lwork, int *info); \
	CL_FN(P##sytrf_bufferSize)(CL_H, int n, T *A, int lda, int *lwork); \
	CL_FN(P##sytrf)(CL_H, CL_UP, int n, T *A, int lda, int *pivots, T *work, int lwork, int *info); \
	CL_FN(P##gebrd_bufferSize)(CL_H, int m, int n, int *lwork); \
	CL_FN(P##gebrd)(CL_H, int m, int n, T *A, int lda, R *D, R *E, T *tauq, T *taup, T *work, int lwork, int *info); \
	CL_FN(P##gesvd_bufferSize)(CL_H, int m, int n, int *lwork); \
	CL_FN(P##gesvd)(CL_H, signed char jobu, signed char jobvt, int m, int n, T *A, int lda, R *S, T *U, int ldu, T *VT, \
		int ldvt, T *work, int lwork, R *rwork, int *info); \
	CL_FN(P##gesvdj_bufferSize)(CL_H, cusolverEigMode_t jobz, int econ, int m, int n, const T *A, int lda, const R *S, \
		const T *U, int ldu, const T *V, int ldv, int *lwork, gesvdjInfo_t params); \
	CL_FN(P##gesvdj)(CL_H, cusolverEigMode_t jobz, int econ, int m, int n, T *A, int lda, R *S, T *U, int ldu, T *V, \
		int ldv, T *work, int lwork, int *info, gesvdjInfo_t params);
CL_DENSE(S, float, float)
CL_DENSE(D, double, double)
CL_DENSE(C, cuComplex, float)
CL_DENSE(Z, cuDoubleComplex, double)
#undef CL_DENSE

/* named or- and sy- for real types, un- and he- for complex ones */
#define CL_BY_KIND(P, q, e, T, R) \
	CL_FN(P##q##gqr_bufferSize)(CL_H, int m, int n, int k, const T *A, int lda, const T *tau, int *lwork); \
	CL_FN(P##q##gqr)(CL_H, int m, int n, int k, T *A, int lda, const T *tau, T *work, int lwork, int *info); \
	CL_FN(P##q##mqr_bufferSize)(CL_H, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, const T *A, \
		int lda, const T *tau, const T *C, int ldc, int *lwork); \
	CL_FN(P##q##mqr)(CL_H, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, const T *A, int lda, \
		const T *tau, T *C, int ldc, T *work, int lwork, int *info); \
	CL_FN(P##e##evd_bufferSize)(CL_H, CL_EIG, int n, const T *A, int lda, const R *W, int *lwork); \
	CL_FN(P##e##evd)(CL_H, CL_EIG, int n, T *A, int lda, R *W, T *work, int lwork, int *info); \
	CL_FN(P##e##evj_bufferSize)(CL_H, CL_EIG, int n, const T *A, int lda, const R *W, int *lwork, syevjInfo_t params); \
	CL_FN(P##e##evj)(CL_H, CL_EIG, int n, T *A, int lda, R *W, T *work, int lwork, int *info, syevjInfo_t params); \
	CL_FN(P##e##evjBatched_bufferSize)(CL_H, CL_EIG, int n, const T *A, int lda, const R *W, int *lwork, \
		syevjInfo_t params, int batch); \
	CL_FN(P##e##evjBatched)(CL_H, CL_EIG, int n, T *A, int lda, R *W, T *work, int lwork, int *info, \
		syevjInfo_t params, int batch); \
	CL_FN(P##e##gvd_bufferSize)(CL_H, cusolverEigType_t itype, CL_EIG, int n, const T *A, int lda, const T *B, int ldb, \
		const R *W, int *lwork); \
	CL_FN(P##e##gvd)(CL_H, cusolverEigType_t itype, CL_EIG, int n, T *A, int lda, T *B, int ldb, R *W, T *work, \
		int lwork, int *info);
CL_BY_KIND(S, or, sy, float, float)
CL_BY_KIND(D, or, sy, double, double)
CL_BY_KIND(C, un, he, cuComplex, float)
CL_BY_KIND(Z, un, he, cuDoubleComplex, double)
#undef CL_BY_KIND

/* any type, 64-bit sizes */
CL_FN(Xpotrf_bufferSize)(CL_H, cusolverDnParams_t params, CL_UP, int64_t n, cudaDataType typeA, const void *A, int64_t lda,
	cudaDataType compute, size_t *deviceBytes, size_t *hostBytes);
CL_FN(Xpotrf)(CL_H, cusolverDnParams_t params, CL_UP, int64_t n, cudaDataType typeA, void *A, int64_t lda,
	cudaDataType compute, void *device, size_t deviceBytes, void *host, size_t hostBytes, int *info);
CL_FN(Xpotrs)(CL_H, cusolverDnParams_t params, CL_UP, int64_t n, int64_t nrhs, cudaDataType typeA, const void *A,
	int64_t lda, cudaDataType typeB, void *B, int64_t ldb, int *info);
CL_FN(Xgetrf_bufferSize)(CL_H, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType typeA, const void *A,
	int64_t lda, cudaDataType compute, size_t *deviceBytes, size_t *hostBytes);
CL_FN(Xgetrf)(CL_H, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType typeA, void *A, int64_t lda,
	int64_t *pivots, cudaDataType compute, void *device, size_t deviceBytes, void *host, size_t hostBytes, int *info);
CL_FN(Xgetrs)(CL_H, cusolverDnParams_t params, cublasOperation_t trans, int64_t n, int64_t nrhs, cudaDataType typeA,
	const void *A, int64_t lda, const int64_t *pivots, cudaDataType typeB, void *B, int64_t ldb, int *info);
CL_FN(Xsyevd_bufferSize)(CL_H, cusolverDnParams_t params, CL_EIG, int64_t n, cudaDataType typeA, const void *A,
	int64_t lda, cudaDataType typeW, const void *W, cudaDataType compute, size_t *deviceBytes, size_t *hostBytes);
CL_FN(Xsyevd)(CL_H, cusolverDnParams_t params, CL_EIG, int64_t n, cudaDataType typeA, void *A, int64_t lda,
	cudaDataType typeW, void *W, cudaDataType compute, void *device, size_t deviceBytes, void *host, size_t hostBytes,
	int *info);
}
#undef CL_FN
#undef CL_H
#undef CL_UP
#undef CL_EIG

#endif
