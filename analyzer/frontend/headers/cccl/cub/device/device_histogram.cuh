/* Histograms over a device. */
#ifndef CUB_DEVICE_DEVICE_HISTOGRAM_CUH
#define CUB_DEVICE_DEVICE_HISTOGRAM_CUH

#include <cub/util_device.cuh>
#include <cub/util_type.cuh>

namespace cub
{
/* With d_temp_storage null, a call only sets temp_storage_bytes. */
struct DeviceHistogram {
	template <class I, class C, class L, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t HistogramEven(void *d_temp_storage, size_t &temp_storage_bytes,
		I samples, C *histogram, int num_levels, L lower_level, L upper_level, N num_samples,
		cudaStream_t stream = 0);
	template <class I, class C, class L, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t HistogramEven(void *d_temp_storage, size_t &temp_storage_bytes,
		I samples, C *histogram, int num_levels, L lower_level, L upper_level, N num_row_samples, N num_rows,
		size_t row_stride_bytes, cudaStream_t stream = 0);
	template <class I, class C, class L, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t HistogramRange(void *d_temp_storage, size_t &temp_storage_bytes,
		I samples, C *histogram, int num_levels, const L *levels, N num_samples, cudaStream_t stream = 0);
	template <class I, class C, class L, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t HistogramRange(void *d_temp_storage, size_t &temp_storage_bytes,
		I samples, C *histogram, int num_levels, const L *levels, N num_row_samples, N num_rows,
		size_t row_stride_bytes, cudaStream_t stream = 0);
	template <int Channels, int Active, class I, class C, class L, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t MultiHistogramEven(void *d_temp_storage, size_t &temp_storage_bytes,
		I samples, C *(&histogram)[Active], const int (&num_levels)[Active], const L (&lower_level)[Active],
		const L (&upper_level)[Active], N num_pixels, cudaStream_t stream = 0);
	template <int Channels, int Active, class I, class C, class L, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t MultiHistogramRange(void *d_temp_storage, size_t &temp_storage_bytes,
		I samples, C *(&histogram)[Active], const int (&num_levels)[Active], const L *const (&levels)[Active],
		N num_pixels, cudaStream_t stream = 0);
};
} // namespace cub

#endif
