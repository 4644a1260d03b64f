/* Factorisation step by step: LU on the host, QR and Cholesky on either side. */
#ifndef CUSOLVERSP_LOWLEVEL_PREVIEW_H_
#define CUSOLVERSP_LOWLEVEL_PREVIEW_H_

#include "cusolverSp.h"

typedef struct csrluInfoHost *csrluInfoHost_t;
typedef struct csrqrInfoHost *csrqrInfoHost_t;
typedef struct csrcholInfoHost *csrcholInfoHost_t;
typedef struct csrcholInfo *csrcholInfo_t;

#define CL_FN(name) cusolverStatus_t cusolverSp##name
#define CL_H cusolverSpHandle_t handle
#define CL_INDEX const cusparseMatDescr_t descr, const int *rows, const int *cols
#define CL_CSR(T) const cusparseMatDescr_t descr, const T *val, const int *rows, const int *cols
#define CL_WORK size_t *internalBytes, size_t *workBytes
extern "C" {
CL_FN(CreateCsrluInfoHost)(csrluInfoHost_t *info);
CL_FN(DestroyCsrluInfoHost)(csrluInfoHost_t info);
CL_FN(XcsrluAnalysisHost)(CL_H, int n, int nnz, CL_INDEX, csrluInfoHost_t info);
CL_FN(XcsrluNnzHost)(CL_H, int *nnzL, int *nnzU, csrluInfoHost_t info);
CL_FN(CreateCsrqrInfoHost)(csrqrInfoHost_t *info);
CL_FN(DestroyCsrqrInfoHost)(csrqrInfoHost_t info);
CL_FN(XcsrqrAnalysisHost)(CL_H, int m, int n, int nnz, CL_INDEX, csrqrInfoHost_t info);
CL_FN(XcsrqrAnalysis)(CL_H, int m, int n, int nnz, CL_INDEX, csrqrInfo_t info);
CL_FN(CreateCsrcholInfoHost)(csrcholInfoHost_t *info);
CL_FN(DestroyCsrcholInfoHost)(csrcholInfoHost_t info);
CL_FN(XcsrcholAnalysisHost)(CL_H, int n, int nnz, CL_INDEX, csrcholInfoHost_t info);
CL_FN(CreateCsrcholInfo)(csrcholInfo_t *info);
CL_FN(DestroyCsrcholInfo)(csrcholInfo_t info);
CL_FN(XcsrcholAnalysis)(CL_H, int n, int nnz, CL_INDEX, csrcholInfo_t info);

#define CL_QR(P, side, Info, T, R) \
	CL_FN(P##csrqrBufferInfo##side)(CL_H, int m, int n, int nnz, CL_CSR(T), Info info, CL_WORK); \
	CL_FN(P##csrqrSetup##side)(CL_H, int m, int n, int nnz, CL_CSR(T), T mu, Info info); \
	CL_FN(P##csrqrFactor##side)(CL_H, int m, int n, int nnz, T *b, T *x, Info info, void *buffer); \
	CL_FN(P##csrqrZeroPivot##side)(CL_H, Info info, R tolerance, int *position); \
	CL_FN(P##csrqrSolve##side)(CL_H, int m, int n, T *b, T *x, Info info, void *buffer);
#define CL_CHOL(P, side, Info, T, R) \
	CL_FN(P##csrcholBufferInfo##side)(CL_H, int n, int nnz, CL_CSR(T), Info info, CL_WORK); \
	CL_FN(P##csrcholFactor##side)(CL_H, int n, int nnz, CL_CSR(T), Info info, void *buffer); \
	CL_FN(P##csrcholZeroPivot##side)(CL_H, Info info, R tolerance, int *position); \
	CL_FN(P##csrcholSolve##side)(CL_H, int n, const T *b, T *x, Info info, void *buffer);
#define CL_ALL(P, T, R) \
	CL_FN(P##csrluBufferInfoHost)(CL_H, int n, int nnz, CL_CSR(T), csrluInfoHost_t info, CL_WORK); \
	CL_FN(P##csrluFactorHost)(CL_H, int n, int nnz, CL_CSR(T), csrluInfoHost_t info, R threshold, void *buffer); \
	CL_FN(P##csrluZeroPivotHost)(CL_H, csrluInfoHost_t info, R tolerance, int *position); \
	CL_FN(P##csrluSolveHost)(CL_H, int n, const T *b, T *x, csrluInfoHost_t info, void *buffer); \
	CL_FN(P##csrluExtractHost)(CL_H, int *p, int *q, const cusparseMatDescr_t descrL, T *valL, int *rowsL, int *colsL, \
		const cusparseMatDescr_t descrU, T *valU, int *rowsU, int *colsU, csrluInfoHost_t info, void *buffer); \
	CL_QR(P, Host, csrqrInfoHost_t, T, R) \
	CL_QR(P, , csrqrInfo_t, T, R) \
	CL_CHOL(P, Host, csrcholInfoHost_t, T, R) \
	CL_CHOL(P, , csrcholInfo_t, T, R)
CL_ALL(S, float, float)
CL_ALL(D, double, double)
CL_ALL(C, cuComplex, float)
CL_ALL(Z, cuDoubleComplex, double)
#undef CL_ALL
#undef CL_QR
#undef CL_CHOL
}
#undef CL_FN
#undef CL_H
#undef CL_INDEX
#undef CL_CSR
#undef CL_WORK

#endif
