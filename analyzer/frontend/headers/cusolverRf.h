/* Refactorisation of sparse matrices that keep their pattern. */
#ifndef CUSOLVERRF_H_
#define CUSOLVERRF_H_

#include "cuda_runtime.h"
#include "cuComplex.h"
#include "cusolver_common.h"

typedef struct cusolverRfCommon *cusolverRfHandle_t;
typedef enum { CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF, CUSOLVERRF_RESET_VALUES_FAST_MODE_ON } cusolverRfResetValuesFastMode_t;
typedef enum { CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_MATRIX_FORMAT_CSC } cusolverRfMatrixFormat_t;
typedef enum {
	CUSOLVERRF_UNIT_DIAGONAL_STORED_L, CUSOLVERRF_UNIT_DIAGONAL_STORED_U, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L,
	CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U
} cusolverRfUnitDiagonal_t;
typedef enum {
	CUSOLVERRF_FACTORIZATION_ALG0, CUSOLVERRF_FACTORIZATION_ALG1, CUSOLVERRF_FACTORIZATION_ALG2
} cusolverRfFactorization_t;
typedef enum {
	CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 = 1, CUSOLVERRF_TRIANGULAR_SOLVE_ALG2, CUSOLVERRF_TRIANGULAR_SOLVE_ALG3
} cusolverRfTriangularSolve_t;

#define CL_FN(name) cusolverStatus_t cusolverRf##name
#define CL_CSR(x) int nnz##x, int *rows##x, int *cols##x, double *val##x
extern "C" {
CL_FN(Create)(cusolverRfHandle_t *handle);
CL_FN(Destroy)(cusolverRfHandle_t handle);
CL_FN(SetMatrixFormat)(cusolverRfHandle_t handle, cusolverRfMatrixFormat_t format, cusolverRfUnitDiagonal_t diagonal);
CL_FN(SetNumericProperties)(cusolverRfHandle_t handle, double zero, double boost);
CL_FN(SetAlgs)(cusolverRfHandle_t handle, cusolverRfFactorization_t factor, cusolverRfTriangularSolve_t solve);
CL_FN(SetResetValuesFastMode)(cusolverRfHandle_t handle, cusolverRfResetValuesFastMode_t mode);
CL_FN(SetupHost)(int n, CL_CSR(A), CL_CSR(L), CL_CSR(U), int *p, int *q, cusolverRfHandle_t handle);
CL_FN(SetupDevice)(int n, CL_CSR(A), CL_CSR(L), CL_CSR(U), int *p, int *q, cusolverRfHandle_t handle);
CL_FN(ResetValues)(int n, CL_CSR(A), int *p, int *q, cusolverRfHandle_t handle);
CL_FN(Analyze)(cusolverRfHandle_t handle);
CL_FN(Refactor)(cusolverRfHandle_t handle);
CL_FN(Solve)(cusolverRfHandle_t handle, int *p, int *q, int nrhs, double *temp, int ldt, double *x, int ldx);
}
#undef CL_FN
#undef CL_CSR

#endif
