/* Sparse matrix times vector. */
#ifndef CUB_DEVICE_DEVICE_SPMV_CUH
#define CUB_DEVICE_DEVICE_SPMV_CUH

#include <cub/util_device.cuh>
#include <cub/util_type.cuh>

namespace cub
{
/* With d_temp_storage null, a call only sets temp_storage_bytes. */
struct CUDALINT_REMOVED("13.0", "cusparseSpMV") DeviceSpmv {
	template <class T>
	CUB_RUNTIME_FUNCTION static cudaError_t CsrMV(void *d_temp_storage, size_t &temp_storage_bytes, const T *values,
		const int *row_offsets, const int *column_indices, const T *vector_x, T *vector_y, int num_rows,
		int num_cols, int num_nonzeros, cudaStream_t stream = 0);
};
} // namespace cub

#endif
