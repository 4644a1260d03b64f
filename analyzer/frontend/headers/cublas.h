/* The cuBLAS of before 4.0: no handle, options as letters, results returned. Overloads, so both may be included. */
#ifndef CUBLAS_H_
#define CUBLAS_H_

#include "cublas_api.h"

cublasStatus cublasInit(void);
cublasStatus cublasShutdown(void);
cublasStatus cublasGetError(void);
cublasStatus cublasGetVersion(int *version);
cublasStatus cublasAlloc(int n, int size, void **ptr);
cublasStatus cublasFree(void *ptr);
cublasStatus cublasSetKernelStream(cudaStream_t stream);

#define CL_LEGACY(P, lower, T) \
	void cublas##P##copy(int n, const T *x, int incx, T *y, int incy); \
	void cublas##P##swap(int n, T *x, int incx, T *y, int incy); \
	void cublas##P##scal(int n, T alpha, T *x, int incx); \
	void cublas##P##axpy(int n, T alpha, const T *x, int incx, T *y, int incy); \
	int cublasI##lower##amax(int n, const T *x, int incx); \
	int cublasI##lower##amin(int n, const T *x, int incx); \
	void cublas##P##gemv(char trans, int m, int n, T alpha, const T *A, int lda, const T *x, int incx, T beta, T *y, \
		int incy); \
	void cublas##P##trsv(char uplo, char trans, char diag, int n, const T *A, int lda, T *x, int incx); \
	void cublas##P##gemm(char transa, char transb, int m, int n, int k, T alpha, const T *A, int lda, const T *B, \
		int ldb, T beta, T *C, int ldc); \
	void cublas##P##symm(char side, char uplo, int m, int n, T alpha, const T *A, int lda, const T *B, int ldb, T beta, \
		T *C, int ldc); \
	void cublas##P##syrk( \
		char uplo, char trans, int n, int k, T alpha, const T *A, int lda, T beta, T *C, int ldc); \
	void cublas##P##trmm(char side, char uplo, char trans, char diag, int m, int n, T alpha, const T *A, int lda, \
		T *B, int ldb); \
	void cublas##P##trsm(char side, char uplo, char trans, char diag, int m, int n, T alpha, const T *A, int lda, \
		T *B, int ldb);
CL_LEGACY(S, s, float)
CL_LEGACY(D, d, double)
CL_LEGACY(C, c, cuComplex)
CL_LEGACY(Z, z, cuDoubleComplex)
#undef CL_LEGACY
float cublasSdot(int n, const float *x, int incx, const float *y, int incy);
double cublasDdot(int n, const double *x, int incx, const double *y, int incy);
float cublasSnrm2(int n, const float *x, int incx);
double cublasDnrm2(int n, const double *x, int incx);
float cublasSasum(int n, const float *x, int incx);
double cublasDasum(int n, const double *x, int incx);
void cublasSger(int m, int n, float alpha, const float *x, int incx, const float *y, int incy, float *A, int lda);
void cublasDger(int m, int n, double alpha, const double *x, int incx, const double *y, int incy, double *A, int lda);

#endif
