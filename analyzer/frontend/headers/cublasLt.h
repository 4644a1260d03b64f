/* cuBLASLt: matrix products with epilogues. */
#define CUBLASLT_H_
#include "cublas_api.h"
#ifndef CUDALINT_CUBLASLT_H
#define CUDALINT_CUBLASLT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cublasLtContext *cublasLtHandle_t;
typedef struct {
	uint64_t data[8];
} cublasLtMatrixLayoutOpaque_t, cublasLtMatmulAlgo_t, cublasLtMatrixTransformDescOpaque_t;
typedef struct {
	uint64_t data[32];
} cublasLtMatmulDescOpaque_t;
typedef struct {
	uint64_t data[8];
} cublasLtMatmulPreferenceOpaque_t;
typedef cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;
typedef cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;
typedef cublasLtMatrixTransformDescOpaque_t *cublasLtMatrixTransformDesc_t;
typedef cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;

typedef enum {
	CUBLASLT_POINTER_MODE_HOST, CUBLASLT_POINTER_MODE_DEVICE, CUBLASLT_POINTER_MODE_DEVICE_VECTOR,
	CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO, CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST
} cublasLtPointerMode_t;
typedef enum {
	CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW, CUBLASLT_ORDER_COL32, CUBLASLT_ORDER_COL4_4R2_8C, CUBLASLT_ORDER_COL32_2R_4R4
} cublasLtOrder_t;
typedef enum {
	CUBLASLT_MATRIX_LAYOUT_TYPE, CUBLASLT_MATRIX_LAYOUT_ORDER, CUBLASLT_MATRIX_LAYOUT_ROWS, CUBLASLT_MATRIX_LAYOUT_COLS,
	CUBLASLT_MATRIX_LAYOUT_LD, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
	CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, CUBLASLT_MATRIX_LAYOUT_BATCH_MODE
} cublasLtMatrixLayoutAttribute_t;
typedef enum {
	CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, CUBLASLT_MATMUL_DESC_SCALE_TYPE, CUBLASLT_MATMUL_DESC_POINTER_MODE,
	CUBLASLT_MATMUL_DESC_TRANSA, CUBLASLT_MATMUL_DESC_TRANSB, CUBLASLT_MATMUL_DESC_TRANSC,
	CUBLASLT_MATMUL_DESC_FILL_MODE, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_MATMUL_DESC_BIAS_POINTER,
	CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE,
	CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE, CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET,
	CUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER,
	CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER, CUBLASLT_MATMUL_DESC_FAST_ACCUM,
	CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, CUBLASLT_MATMUL_DESC_A_SCALE_MODE = 31, CUBLASLT_MATMUL_DESC_B_SCALE_MODE,
	CUBLASLT_MATMUL_DESC_C_SCALE_MODE, CUBLASLT_MATMUL_DESC_D_SCALE_MODE, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE,
	CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER, CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE
} cublasLtMatmulDescAttributes_t;
typedef enum {
	CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F, CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3,
	CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0, CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F,
	CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F, CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F
} cublasLtMatmulMatrixScale_t;
typedef enum {
	CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE, CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE,
	CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB
} cublasLtMatrixTransformDescAttributes_t;
typedef enum {
	CUBLASLT_REDUCTION_SCHEME_NONE = 0, CUBLASLT_REDUCTION_SCHEME_INPLACE = 1, CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE = 2,
	CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE = 4, CUBLASLT_REDUCTION_SCHEME_MASK = 7
} cublasLtReductionScheme_t;
typedef enum {
	CUBLASLT_EPILOGUE_DEFAULT = 1, CUBLASLT_EPILOGUE_RELU = 2, CUBLASLT_EPILOGUE_RELU_AUX = 130,
	CUBLASLT_EPILOGUE_BIAS = 4, CUBLASLT_EPILOGUE_RELU_BIAS = 6, CUBLASLT_EPILOGUE_RELU_AUX_BIAS = 134,
	CUBLASLT_EPILOGUE_DRELU = 136, CUBLASLT_EPILOGUE_DRELU_BGRAD = 152, CUBLASLT_EPILOGUE_GELU = 32,
	CUBLASLT_EPILOGUE_GELU_AUX = 160, CUBLASLT_EPILOGUE_GELU_BIAS = 36, CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
	CUBLASLT_EPILOGUE_DGELU = 192, CUBLASLT_EPILOGUE_DGELU_BGRAD = 208, CUBLASLT_EPILOGUE_BGRADA = 256,
	CUBLASLT_EPILOGUE_BGRADB = 512
} cublasLtEpilogue_t;
typedef enum { CUBLASLT_SEARCH_BEST_FIT, CUBLASLT_SEARCH_LIMITED_BY_ALGO_ID } cublasLtMatmulSearch_t;
typedef enum {
	CUBLASLT_MATMUL_PREF_SEARCH_MODE = 0, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1,
	CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES = 5,
	CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES,
	CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT,
	CUBLASLT_MATMUL_PREF_IMPL_MASK = 12
} cublasLtMatmulPreferenceAttributes_t;
typedef enum {
	CUBLASLT_ALGO_CAP_SPLITK_SUPPORT, CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK, CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT,
	CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT, CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT,
	CUBLASLT_ALGO_CAP_UPLO_SUPPORT, CUBLASLT_ALGO_CAP_TILE_IDS, CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX,
	CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER = 10, CUBLASLT_ALGO_CAP_POINTER_MODE_MASK, CUBLASLT_ALGO_CAP_EPILOGUE_MASK,
	CUBLASLT_ALGO_CAP_STAGES_IDS
} cublasLtMatmulAlgoCapAttributes_t;
typedef enum {
	CUBLASLT_ALGO_CONFIG_ID, CUBLASLT_ALGO_CONFIG_TILE_ID, CUBLASLT_ALGO_CONFIG_SPLITK_NUM,
	CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME, CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING, CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION,
	CUBLASLT_ALGO_CONFIG_STAGES_ID, CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID, CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID
} cublasLtMatmulAlgoConfigAttributes_t;
typedef struct {
	cublasLtMatmulAlgo_t algo;
	size_t workspaceSize;
	cublasStatus_t state;
	float wavesCount;
	int reserved[4];
} cublasLtMatmulHeuristicResult_t;
typedef void (*cublasLtLoggerCallback_t)(int level, const char *function, const char *message);

#define CL_FN(name) cublasStatus_t cublasLt##name
extern "C" {
CL_FN(Create)(cublasLtHandle_t *handle);
CL_FN(Destroy)(cublasLtHandle_t handle);
const char *cublasLtGetStatusName(cublasStatus_t status);
const char *cublasLtGetStatusString(cublasStatus_t status);
size_t cublasLtGetVersion(void);
size_t cublasLtGetCudartVersion(void);
CL_FN(GetProperty)(libraryPropertyType type, int *value);
CL_FN(Matmul)(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void *alpha, const void *A,
	cublasLtMatrixLayout_t layoutA, const void *B, cublasLtMatrixLayout_t layoutB, const void *beta, const void *C,
	cublasLtMatrixLayout_t layoutC, void *D, cublasLtMatrixLayout_t layoutD, const cublasLtMatmulAlgo_t *algo,
	void *workspace, size_t workspaceSize, cudaStream_t stream);
CL_FN(MatrixTransform)(cublasLtHandle_t handle, cublasLtMatrixTransformDesc_t desc, const void *alpha, const void *A,
	cublasLtMatrixLayout_t layoutA, const void *beta, const void *B, cublasLtMatrixLayout_t layoutB, void *C,
	cublasLtMatrixLayout_t layoutC, cudaStream_t stream);

CL_FN(MatrixLayoutInit)(cublasLtMatrixLayout_t layout, cudaDataType type, uint64_t rows, uint64_t cols, int64_t ld);
CL_FN(MatrixLayoutCreate)(cublasLtMatrixLayout_t *layout, cudaDataType type, uint64_t rows, uint64_t cols, int64_t ld);
CL_FN(MatrixLayoutDestroy)(cublasLtMatrixLayout_t layout);
CL_FN(MatrixLayoutSetAttribute)(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t attribute,
	const void *value, size_t size);
CL_FN(MatrixLayoutGetAttribute)(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t attribute, void *value,
	size_t size, size_t *written);

CL_FN(MatmulDescInit)(cublasLtMatmulDesc_t desc, cublasComputeType_t compute, cudaDataType_t scale);
CL_FN(MatmulDescCreate)(cublasLtMatmulDesc_t *desc, cublasComputeType_t compute, cudaDataType_t scale);
CL_FN(MatmulDescDestroy)(cublasLtMatmulDesc_t desc);
CL_FN(MatmulDescSetAttribute)(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute, const void *value,
	size_t size);
CL_FN(MatmulDescGetAttribute)(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute, void *value,
	size_t size, size_t *written);
CL_FN(MatrixTransformDescCreate)(cublasLtMatrixTransformDesc_t *desc, cudaDataType scale);
CL_FN(MatrixTransformDescDestroy)(cublasLtMatrixTransformDesc_t desc);
CL_FN(MatrixTransformDescSetAttribute)(cublasLtMatrixTransformDesc_t desc,
	cublasLtMatrixTransformDescAttributes_t attribute, const void *value, size_t size);

CL_FN(MatmulPreferenceInit)(cublasLtMatmulPreference_t preference);
CL_FN(MatmulPreferenceCreate)(cublasLtMatmulPreference_t *preference);
CL_FN(MatmulPreferenceDestroy)(cublasLtMatmulPreference_t preference);
CL_FN(MatmulPreferenceSetAttribute)(cublasLtMatmulPreference_t preference,
	cublasLtMatmulPreferenceAttributes_t attribute, const void *value, size_t size);
CL_FN(MatmulPreferenceGetAttribute)(cublasLtMatmulPreference_t preference,
	cublasLtMatmulPreferenceAttributes_t attribute, void *value, size_t size, size_t *written);

CL_FN(MatmulAlgoGetHeuristic)(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t layoutA,
	cublasLtMatrixLayout_t layoutB, cublasLtMatrixLayout_t layoutC, cublasLtMatrixLayout_t layoutD,
	cublasLtMatmulPreference_t preference, int requested, cublasLtMatmulHeuristicResult_t results[], int *returned);
CL_FN(MatmulAlgoGetIds)(cublasLtHandle_t handle, cublasComputeType_t compute, cudaDataType_t scale, cudaDataType_t A,
	cudaDataType_t B, cudaDataType_t C, cudaDataType_t D, int requested, int ids[], int *returned);
CL_FN(MatmulAlgoInit)(cublasLtHandle_t handle, cublasComputeType_t compute, cudaDataType_t scale, cudaDataType_t A,
	cudaDataType_t B, cudaDataType_t C, cudaDataType_t D, int id, cublasLtMatmulAlgo_t *algo);
CL_FN(MatmulAlgoCheck)(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t layoutA,
	cublasLtMatrixLayout_t layoutB, cublasLtMatrixLayout_t layoutC, cublasLtMatrixLayout_t layoutD,
	const cublasLtMatmulAlgo_t *algo, cublasLtMatmulHeuristicResult_t *result);
CL_FN(MatmulAlgoCapGetAttribute)(const cublasLtMatmulAlgo_t *algo, cublasLtMatmulAlgoCapAttributes_t attribute,
	void *value, size_t size, size_t *written);
CL_FN(MatmulAlgoConfigSetAttribute)(cublasLtMatmulAlgo_t *algo, cublasLtMatmulAlgoConfigAttributes_t attribute,
	const void *value, size_t size);
CL_FN(MatmulAlgoConfigGetAttribute)(const cublasLtMatmulAlgo_t *algo, cublasLtMatmulAlgoConfigAttributes_t attribute,
	void *value, size_t size, size_t *written);
CL_FN(LoggerSetCallback)(cublasLtLoggerCallback_t callback);
CL_FN(LoggerSetFile)(FILE *file);
CL_FN(LoggerOpenFile)(const char *path);
CL_FN(LoggerSetLevel)(int level);
CL_FN(LoggerSetMask)(int mask);
CL_FN(LoggerForceDisable)();
}
#undef CL_FN

#endif
