/* cuSOLVER for sparse matrices: P is the letter of the type, T the type, R its real type. */
#ifndef CUSOLVERSP_H_
#define CUSOLVERSP_H_

#include "cuda_runtime.h"
#include "cusparse.h"
#include "cublas_v2.h"
#include "cusolver_common.h"

typedef struct cusolverSpContext *cusolverSpHandle_t;
typedef struct csrqrInfo *csrqrInfo_t;

#define CL_FN(name) cusolverStatus_t cusolverSp##name
#define CL_H cusolverSpHandle_t handle
#define CL_INDEX const cusparseMatDescr_t descr, const int *rows, const int *cols
#define CL_CSR(T) const cusparseMatDescr_t descr, const T *val, const int *rows, const int *cols
extern "C" {
CL_FN(Create)(cusolverSpHandle_t *handle);
CL_FN(Destroy)(CL_H);
CL_FN(SetStream)(CL_H, cudaStream_t stream);
CL_FN(GetStream)(CL_H, cudaStream_t *stream);
CL_FN(XcsrissymHost)(CL_H, int m, int nnz, const cusparseMatDescr_t descr, const int *rows, const int *rowEnds,
	const int *cols, int *symmetric);
CL_FN(XcsrsymrcmHost)(CL_H, int n, int nnz, CL_INDEX, int *p);
CL_FN(XcsrsymmdqHost)(CL_H, int n, int nnz, CL_INDEX, int *p);
CL_FN(XcsrsymamdHost)(CL_H, int n, int nnz, CL_INDEX, int *p);
CL_FN(XcsrmetisndHost)(CL_H, int n, int nnz, CL_INDEX, const int64_t *options, int *p);
CL_FN(Xcsrperm_bufferSizeHost)(CL_H, int m, int n, int nnz, CL_INDEX, const int *p, const int *q, size_t *size);
CL_FN(XcsrpermHost)(CL_H, int m, int n, int nnz, const cusparseMatDescr_t descr, int *rows, int *cols, const int *p,
	const int *q, int *map, void *buffer);
CL_FN(CreateCsrqrInfo)(csrqrInfo_t *info);
CL_FN(DestroyCsrqrInfo)(csrqrInfo_t info);
CL_FN(XcsrqrAnalysisBatched)(CL_H, int m, int n, int nnz, CL_INDEX, csrqrInfo_t info);

#define CL_SOLVE(P, name, T, R) \
	CL_FN(P##name)(CL_H, int m, int nnz, CL_CSR(T), const T *b, R tolerance, int reorder, T *x, int *singularity);
#define CL_SPARSE(P, T, R) \
	CL_SOLVE(P, csrlsvluHost, T, R) \
	CL_SOLVE(P, csrlsvqr, T, R) \
	CL_SOLVE(P, csrlsvqrHost, T, R) \
	CL_SOLVE(P, csrlsvchol, T, R) \
	CL_SOLVE(P, csrlsvcholHost, T, R) \
	CL_FN(P##csrlsqvqrHost)(CL_H, int m, int n, int nnz, CL_CSR(T), const T *b, R tolerance, int *rank, T *x, int *p, \
		R *norm); \
	CL_FN(P##csreigvsi)(CL_H, int m, int nnz, CL_CSR(T), T mu0, const T *x0, int maxIterations, R tolerance, T *mu, \
		T *x); \
	CL_FN(P##csrqrBufferInfoBatched)(CL_H, int m, int n, int nnz, CL_CSR(T), int batch, csrqrInfo_t info, \
		size_t *internalBytes, size_t *workBytes); \
	CL_FN(P##csrqrsvBatched)(CL_H, int m, int n, int nnz, CL_CSR(T), const T *b, T *x, int batch, csrqrInfo_t info, \
		void *buffer);
CL_SPARSE(S, float, float)
CL_SPARSE(D, double, double)
CL_SPARSE(C, cuComplex, float)
CL_SPARSE(Z, cuDoubleComplex, double)
#undef CL_SPARSE
#undef CL_SOLVE
}
#undef CL_FN
#undef CL_H
#undef CL_INDEX
#undef CL_CSR

#endif
