/* cuSPARSE: the generic API, and what is still used of the API by format and type. */
#define CUSPARSE_H_
#include "cuComplex.h"
#include "cuda_fp16.h"
#define CUSPARSEAPI
#ifndef CUDALINT_CUSPARSE_H
#define CUDALINT_CUSPARSE_H

#include <stdint.h>
#include "cuda_runtime.h"
#include "library_types.h"

#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 6
#define CUSPARSE_VERSION 12600

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct csric02Info *csric02Info_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csrsv2Info *csrsv2Info_t;
typedef struct csrsm2Info *csrsm2Info_t;
typedef struct bsrsv2Info *bsrsv2Info_t;
typedef struct csrgemm2Info *csrgemm2Info_t;
typedef struct pruneInfo *pruneInfo_t;
typedef struct cusparseColorInfo *cusparseColorInfo_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef const struct cusparseSpVecDescr *cusparseConstSpVecDescr_t;
typedef const struct cusparseDnVecDescr *cusparseConstDnVecDescr_t;
typedef const struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef const struct cusparseDnMatDescr *cusparseConstDnMatDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;

typedef enum {
	CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, CUSPARSE_STATUS_ALLOC_FAILED,
	CUSPARSE_STATUS_INVALID_VALUE, CUSPARSE_STATUS_ARCH_MISMATCH, CUSPARSE_STATUS_MAPPING_ERROR,
	CUSPARSE_STATUS_EXECUTION_FAILED, CUSPARSE_STATUS_INTERNAL_ERROR, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
	CUSPARSE_STATUS_ZERO_PIVOT, CUSPARSE_STATUS_NOT_SUPPORTED, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES
} cusparseStatus_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC } cusparseAction_t;
typedef enum {
	CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC, CUSPARSE_MATRIX_TYPE_HERMITIAN,
	CUSPARSE_MATRIX_TYPE_TRIANGULAR
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum {
	CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
} cusparseOperation_t;
typedef enum { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN } cusparseDirection_t;
typedef enum { CUSPARSE_SOLVE_POLICY_NO_LEVEL, CUSPARSE_SOLVE_POLICY_USE_LEVEL } cusparseSolvePolicy_t;
typedef enum {
	CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1, CUSPARSE_CSR2CSC_ALG2 = 2 /* until 12 */
} cusparseCsr2CscAlg_t;
typedef enum {
	CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC = 2, CUSPARSE_FORMAT_COO = 3, CUSPARSE_FORMAT_BLOCKED_ELL = 5,
	CUSPARSE_FORMAT_BSR = 6, CUSPARSE_FORMAT_SLICED_ELLPACK = 7
} cusparseFormat_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 } cusparseIndexType_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE } cusparseSpMatAttribute_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT } cusparseDenseToSparseAlg_t;
typedef enum {
	CUSPARSE_SPMV_ALG_DEFAULT = 0, CUSPARSE_MV_ALG_DEFAULT = 0, CUSPARSE_SPMV_COO_ALG1 = 1, CUSPARSE_COOMV_ALG = 1,
	CUSPARSE_SPMV_CSR_ALG1 = 2, CUSPARSE_CSRMV_ALG1 = 2, CUSPARSE_SPMV_CSR_ALG2 = 3, CUSPARSE_CSRMV_ALG2 = 3,
	CUSPARSE_SPMV_COO_ALG2 = 4, CUSPARSE_SPMV_SELL_ALG1 = 5, CUSPARSE_SPMV_BSR_ALG1 = 6
} cusparseSpMVAlg_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPSV_UPDATE_GENERAL, CUSPARSE_SPSV_UPDATE_DIAGONAL } cusparseSpSVUpdate_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT } cusparseSpSMAlg_t;
typedef enum {
	CUSPARSE_SPMM_ALG_DEFAULT = 0, CUSPARSE_MM_ALG_DEFAULT = 0, CUSPARSE_SPMM_COO_ALG1 = 1, CUSPARSE_SPMM_COO_ALG2 = 2,
	CUSPARSE_SPMM_COO_ALG3 = 3, CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_COO_ALG4 = 5, CUSPARSE_SPMM_CSR_ALG2 = 6,
	CUSPARSE_SPMM_CSR_ALG3 = 12, CUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13, CUSPARSE_SPMM_BSR_ALG1 = 14
} cusparseSpMMAlg_t;
typedef enum {
	CUSPARSE_SPGEMM_DEFAULT, CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC, CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC,
	CUSPARSE_SPGEMM_ALG1, CUSPARSE_SPGEMM_ALG2, CUSPARSE_SPGEMM_ALG3
} cusparseSpGEMMAlg_t;
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT } cusparseSDDMMAlg_t;

#define CL_FN(name) cusparseStatus_t cusparse##name
#define CL_H cusparseHandle_t handle
extern "C" {

/* handles and old descriptors */
CL_FN(Create)(cusparseHandle_t *handle);
CL_FN(Destroy)(CL_H);
CL_FN(GetVersion)(CL_H, int *version);
CL_FN(GetProperty)(libraryPropertyType type, int *value);
const char *cusparseGetErrorName(cusparseStatus_t status);
const char *cusparseGetErrorString(cusparseStatus_t status);
CL_FN(SetStream)(CL_H, cudaStream_t stream);
CL_FN(GetStream)(CL_H, cudaStream_t *stream);
CL_FN(GetPointerMode)(CL_H, cusparsePointerMode_t *mode);
CL_FN(SetPointerMode)(CL_H, cusparsePointerMode_t mode);
CL_FN(CreateMatDescr)(cusparseMatDescr_t *descr);
CL_FN(DestroyMatDescr)(cusparseMatDescr_t descr);
CL_FN(SetMatType)(cusparseMatDescr_t descr, cusparseMatrixType_t type);
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t descr);
CL_FN(SetMatFillMode)(cusparseMatDescr_t descr, cusparseFillMode_t mode);
cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t descr);
CL_FN(SetMatDiagType)(cusparseMatDescr_t descr, cusparseDiagType_t type);
cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t descr);
CL_FN(SetMatIndexBase)(cusparseMatDescr_t descr, cusparseIndexBase_t base);
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t descr);

/* vectors and matrices */
#define CL_SPARSE int64_t rows, int64_t cols, int64_t nnz
CL_FN(CreateSpVec)(cusparseSpVecDescr_t *vec, int64_t size, int64_t nnz, void *indices, void *values,
	cusparseIndexType_t index, cusparseIndexBase_t base, cudaDataType type);
CL_FN(DestroySpVec)(cusparseConstSpVecDescr_t vec);
CL_FN(SpVecGetValues)(cusparseSpVecDescr_t vec, void **values);
CL_FN(SpVecSetValues)(cusparseSpVecDescr_t vec, void *values);
CL_FN(CreateDnVec)(cusparseDnVecDescr_t *vec, int64_t size, void *values, cudaDataType type);
CL_FN(CreateConstDnVec)(cusparseConstDnVecDescr_t *vec, int64_t size, const void *values, cudaDataType type);
CL_FN(DestroyDnVec)(cusparseConstDnVecDescr_t vec);
CL_FN(DnVecGet)(cusparseDnVecDescr_t vec, int64_t *size, void **values, cudaDataType *type);
CL_FN(DnVecGetValues)(cusparseDnVecDescr_t vec, void **values);
CL_FN(DnVecSetValues)(cusparseDnVecDescr_t vec, void *values);
CL_FN(CreateCsr)(cusparseSpMatDescr_t *mat, CL_SPARSE, void *rowOffsets, void *colIndices, void *values,
	cusparseIndexType_t offsetType, cusparseIndexType_t indexType, cusparseIndexBase_t base, cudaDataType type);
CL_FN(CreateConstCsr)(cusparseConstSpMatDescr_t *mat, CL_SPARSE, const void *rowOffsets, const void *colIndices,
	const void *values, cusparseIndexType_t offsetType, cusparseIndexType_t indexType, cusparseIndexBase_t base,
	cudaDataType type);
CL_FN(CreateCsc)(cusparseSpMatDescr_t *mat, CL_SPARSE, void *colOffsets, void *rowIndices, void *values,
	cusparseIndexType_t offsetType, cusparseIndexType_t indexType, cusparseIndexBase_t base, cudaDataType type);
CL_FN(CreateCoo)(cusparseSpMatDescr_t *mat, CL_SPARSE, void *rowIndices, void *colIndices, void *values,
	cusparseIndexType_t indexType, cusparseIndexBase_t base, cudaDataType type);
CL_FN(CreateBlockedEll)(cusparseSpMatDescr_t *mat, int64_t rows, int64_t cols, int64_t block, int64_t ellCols,
	void *colIndices, void *values, cusparseIndexType_t indexType, cusparseIndexBase_t base, cudaDataType type);
CL_FN(CsrGet)(cusparseSpMatDescr_t mat, int64_t *rows, int64_t *cols, int64_t *nnz, void **rowOffsets, void **colIndices,
	void **values, cusparseIndexType_t *offsetType, cusparseIndexType_t *indexType, cusparseIndexBase_t *base,
	cudaDataType *type);
CL_FN(CsrSetPointers)(cusparseSpMatDescr_t mat, void *rowOffsets, void *colIndices, void *values);
CL_FN(CooSetPointers)(cusparseSpMatDescr_t mat, void *rows, void *cols, void *values);
CL_FN(DestroySpMat)(cusparseConstSpMatDescr_t mat);
CL_FN(SpMatGetSize)(cusparseConstSpMatDescr_t mat, int64_t *rows, int64_t *cols, int64_t *nnz);
CL_FN(SpMatGetFormat)(cusparseConstSpMatDescr_t mat, cusparseFormat_t *format);
CL_FN(SpMatGetValues)(cusparseSpMatDescr_t mat, void **values);
CL_FN(SpMatSetValues)(cusparseSpMatDescr_t mat, void *values);
CL_FN(SpMatSetAttribute)(cusparseSpMatDescr_t mat, cusparseSpMatAttribute_t attribute, void *data, size_t size);
CL_FN(CsrSetStridedBatch)(cusparseSpMatDescr_t mat, int count, int64_t offsetsStride, int64_t colsStride);
CL_FN(CooSetStridedBatch)(cusparseSpMatDescr_t mat, int count, int64_t stride);
CL_FN(CreateDnMat)(cusparseDnMatDescr_t *mat, int64_t rows, int64_t cols, int64_t ld, void *values, cudaDataType type,
	cusparseOrder_t order);
CL_FN(DestroyDnMat)(cusparseConstDnMatDescr_t mat);
CL_FN(DnMatGetValues)(cusparseDnMatDescr_t mat, void **values);
CL_FN(DnMatSetValues)(cusparseDnMatDescr_t mat, void *values);
CL_FN(DnMatSetStridedBatch)(cusparseDnMatDescr_t mat, int count, int64_t stride);
#undef CL_SPARSE

/* generic operations */
CL_FN(Axpby)(CL_H, const void *alpha, cusparseConstSpVecDescr_t x, const void *beta, cusparseDnVecDescr_t y);
CL_FN(Gather)(CL_H, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x);
CL_FN(Scatter)(CL_H, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y);
CL_FN(Rot)(CL_H, const void *c, const void *s, cusparseSpVecDescr_t x, cusparseDnVecDescr_t y);
#define CL_MV \
	CL_H, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, \
		const void *beta, cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t algo
CL_FN(SpMV_bufferSize)(CL_MV, size_t *size);
CL_FN(SpMV_preprocess)(CL_MV, void *buffer);
CL_FN(SpMV)(CL_MV, void *buffer);
#undef CL_MV
#define CL_MM \
	CL_H, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t A, \
		cusparseConstDnMatDescr_t B, const void *beta, cusparseDnMatDescr_t C, cudaDataType compute, \
		cusparseSpMMAlg_t algo
CL_FN(SpMM_bufferSize)(CL_MM, size_t *size);
CL_FN(SpMM_preprocess)(CL_MM, void *buffer);
CL_FN(SpMM)(CL_MM, void *buffer);
#undef CL_MM
#define CL_SV \
	CL_H, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, \
		cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpSVAlg_t algo, cusparseSpSVDescr_t descr
CL_FN(SpSV_createDescr)(cusparseSpSVDescr_t *descr);
CL_FN(SpSV_destroyDescr)(cusparseSpSVDescr_t descr);
CL_FN(SpSV_bufferSize)(CL_SV, size_t *size);
CL_FN(SpSV_analysis)(CL_SV, void *buffer);
CL_FN(SpSV_solve)(CL_SV);
CL_FN(SpSV_updateMatrix)(CL_H, cusparseSpSVDescr_t descr, void *values, cusparseSpSVUpdate_t part);
#undef CL_SV
#define CL_SM \
	CL_H, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t A, \
		cusparseConstDnMatDescr_t B, cusparseDnMatDescr_t C, cudaDataType compute, cusparseSpSMAlg_t algo, \
		cusparseSpSMDescr_t descr
CL_FN(SpSM_createDescr)(cusparseSpSMDescr_t *descr);
CL_FN(SpSM_destroyDescr)(cusparseSpSMDescr_t descr);
CL_FN(SpSM_bufferSize)(CL_SM, size_t *size);
CL_FN(SpSM_analysis)(CL_SM, void *buffer);
CL_FN(SpSM_solve)(CL_SM);
#undef CL_SM
#define CL_GEMM \
	CL_H, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t A, \
		cusparseConstSpMatDescr_t B, const void *beta, cusparseSpMatDescr_t C, cudaDataType compute, \
		cusparseSpGEMMAlg_t algo, cusparseSpGEMMDescr_t descr
CL_FN(SpGEMM_createDescr)(cusparseSpGEMMDescr_t *descr);
CL_FN(SpGEMM_destroyDescr)(cusparseSpGEMMDescr_t descr);
CL_FN(SpGEMM_workEstimation)(CL_GEMM, size_t *size, void *buffer);
CL_FN(SpGEMM_compute)(CL_GEMM, size_t *size, void *buffer);
CL_FN(SpGEMM_copy)(CL_GEMM);
#undef CL_GEMM
#define CL_SDDMM \
	CL_H, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha, cusparseConstDnMatDescr_t A, \
		cusparseConstDnMatDescr_t B, const void *beta, cusparseSpMatDescr_t C, cudaDataType compute, \
		cusparseSDDMMAlg_t algo
CL_FN(SDDMM_bufferSize)(CL_SDDMM, size_t *size);
CL_FN(SDDMM_preprocess)(CL_SDDMM, void *buffer);
CL_FN(SDDMM)(CL_SDDMM, void *buffer);
#undef CL_SDDMM
CL_FN(SparseToDense_bufferSize)(CL_H, cusparseConstSpMatDescr_t A, cusparseDnMatDescr_t B,
	cusparseSparseToDenseAlg_t algo, size_t *size);
CL_FN(SparseToDense)(CL_H, cusparseConstSpMatDescr_t A, cusparseDnMatDescr_t B, cusparseSparseToDenseAlg_t algo,
	void *buffer);
CL_FN(DenseToSparse_bufferSize)(CL_H, cusparseConstDnMatDescr_t A, cusparseSpMatDescr_t B,
	cusparseDenseToSparseAlg_t algo, size_t *size);
CL_FN(DenseToSparse_analysis)(CL_H, cusparseConstDnMatDescr_t A, cusparseSpMatDescr_t B,
	cusparseDenseToSparseAlg_t algo, void *buffer);
CL_FN(DenseToSparse_convert)(CL_H, cusparseConstDnMatDescr_t A, cusparseSpMatDescr_t B,
	cusparseDenseToSparseAlg_t algo, void *buffer);

/* conversion and sorting of indices */
CL_FN(Xcoo2csr)(CL_H, const int *cooRows, int nnz, int m, int *csrRows, cusparseIndexBase_t base);
CL_FN(Xcsr2coo)(CL_H, const int *csrRows, int nnz, int m, int *cooRows, cusparseIndexBase_t base);
CL_FN(CreateIdentityPermutation)(CL_H, int n, int *p);
CL_FN(Xcoosort_bufferSizeExt)(CL_H, int m, int n, int nnz, const int *rows, const int *cols, size_t *size);
CL_FN(XcoosortByRow)(CL_H, int m, int n, int nnz, int *rows, int *cols, int *p, void *buffer);
CL_FN(XcoosortByColumn)(CL_H, int m, int n, int nnz, int *rows, int *cols, int *p, void *buffer);
CL_FN(Xcsrsort_bufferSizeExt)(CL_H, int m, int n, int nnz, const int *rows, const int *cols, size_t *size);
CL_FN(Xcsrsort)(CL_H, int m, int n, int nnz, const cusparseMatDescr_t descr, const int *rows, int *cols, int *p,
	void *buffer);
CL_FN(Csr2cscEx2_bufferSize)(CL_H, int m, int n, int nnz, const void *csrVal, const int *csrRows, const int *csrCols,
	void *cscVal, int *cscCols, int *cscRows, cudaDataType type, cusparseAction_t action, cusparseIndexBase_t base,
	cusparseCsr2CscAlg_t algo, size_t *size);
CL_FN(Csr2cscEx2)(CL_H, int m, int n, int nnz, const void *csrVal, const int *csrRows, const int *csrCols, void *cscVal,
	int *cscCols, int *cscRows, cudaDataType type, cusparseAction_t action, cusparseIndexBase_t base,
	cusparseCsr2CscAlg_t algo, void *buffer);

/* incomplete factorisation, and what CUDA 11 and 12 took away */
CL_FN(CreateCsrilu02Info)(csrilu02Info_t *info);
CL_FN(DestroyCsrilu02Info)(csrilu02Info_t info);
CL_FN(CreateCsric02Info)(csric02Info_t *info);
CL_FN(DestroyCsric02Info)(csric02Info_t info);
CL_FN(Xcsrilu02_zeroPivot)(CL_H, csrilu02Info_t info, int *position);
CL_FN(Xcsric02_zeroPivot)(CL_H, csric02Info_t info, int *position);
CUDALINT_REMOVED("12.0", "") CL_FN(CreateCsrsv2Info)(csrsv2Info_t *info);
CUDALINT_REMOVED("12.0", "") CL_FN(DestroyCsrsv2Info)(csrsv2Info_t info);
#define CL_CSR(T) const cusparseMatDescr_t descr, T val, const int *rows, const int *cols
#define CL_FACTOR(P, T, name) \
	CL_FN(P##name##_bufferSize)(CL_H, int m, int nnz, CL_CSR(T *), name##Info_t info, int *size); \
	CL_FN(P##name##_analysis)(CL_H, int m, int nnz, CL_CSR(const T *), name##Info_t info, \
		cusparseSolvePolicy_t policy, void *buffer); \
	CL_FN(P##name)(CL_H, int m, int nnz, CL_CSR(T *), name##Info_t info, cusparseSolvePolicy_t policy, void *buffer);
#define CL_TYPED(P, T) \
	CL_FACTOR(P, T, csrilu02) \
	CL_FACTOR(P, T, csric02) \
	CUDALINT_REMOVED("11.0", "") CL_FN(P##csrmv)(CL_H, cusparseOperation_t op, int m, int n, int nnz, const T *alpha, \
		CL_CSR(const T *), const T *x, const T *beta, T *y); \
	CUDALINT_REMOVED("11.0", "") CL_FN(P##csrmm)(CL_H, cusparseOperation_t op, int m, int n, int k, int nnz, \
		const T *alpha, CL_CSR(const T *), const T *B, int ldb, const T *beta, T *C, int ldc); \
	CUDALINT_REMOVED("12.0", "") CL_FN(P##csrsv2_bufferSize)(CL_H, cusparseOperation_t op, int m, int nnz, CL_CSR(T *), \
		csrsv2Info_t info, int *size); \
	CUDALINT_REMOVED("12.0", "") CL_FN(P##csrsv2_analysis)(CL_H, cusparseOperation_t op, int m, int nnz, \
		CL_CSR(const T *), csrsv2Info_t info, cusparseSolvePolicy_t policy, void *buffer); \
	CUDALINT_REMOVED("12.0", "") CL_FN(P##csrsv2_solve)(CL_H, cusparseOperation_t op, int m, int nnz, const T *alpha, \
		CL_CSR(const T *), csrsv2Info_t info, const T *x, T *y, cusparseSolvePolicy_t policy, void *buffer); \
	CUDALINT_REMOVED("12.0", "") CL_FN(P##dense2csr)(CL_H, int m, int n, const cusparseMatDescr_t descr, const T *A, \
		int lda, const int *nnzPerRow, T *val, int *rows, int *cols); \
	CUDALINT_REMOVED("12.0", "") CL_FN(P##csr2dense)(CL_H, int m, int n, CL_CSR(const T *), T *A, int lda); \
	CL_FN(P##nnz)(CL_H, cusparseDirection_t direction, int m, int n, \
		const cusparseMatDescr_t descr, const T *A, int lda, int *nnzPerRow, int *total); \
	CL_FN(P##gtsv2_bufferSizeExt)(CL_H, int m, int n, const T *dl, const T *d, const T *du, const T *B, int ldb, \
		size_t *size); \
	CL_FN(P##gtsv2)(CL_H, int m, int n, const T *dl, const T *d, const T *du, T *B, int ldb, void *buffer); \
	CL_FN(P##gtsv2StridedBatch_bufferSizeExt)(CL_H, int m, const T *dl, const T *d, const T *du, const T *x, int batch, \
		int stride, size_t *size); \
	CL_FN(P##gtsv2StridedBatch)(CL_H, int m, const T *dl, const T *d, const T *du, T *x, int batch, int stride, \
		void *buffer);
CL_TYPED(S, float)
CL_TYPED(D, double)
CL_TYPED(C, cuComplex)
CL_TYPED(Z, cuDoubleComplex)
#undef CL_TYPED
#undef CL_FACTOR
#undef CL_CSR
}
#undef CL_FN
#undef CL_H

#endif
