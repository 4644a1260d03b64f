/* Device memory kept for reuse. */
#ifndef CUB_UTIL_ALLOCATOR_CUH
#define CUB_UTIL_ALLOCATOR_CUH

#include <cub/util_debug.cuh>

namespace cub
{
struct CachingDeviceAllocator {
	static const unsigned int INVALID_BIN = static_cast<unsigned int>(-1);
	CachingDeviceAllocator(unsigned int bin_growth, unsigned int min_bin = 1, unsigned int max_bin = INVALID_BIN,
		size_t max_cached_bytes = static_cast<size_t>(-1), bool skip_cleanup = false);
	CachingDeviceAllocator(bool skip_cleanup = false, bool debug = false);
	~CachingDeviceAllocator();
	cudaError_t SetMaxCachedBytes(size_t max_cached_bytes);
	cudaError_t DeviceAllocate(int device, void **pointer, size_t bytes, cudaStream_t stream = 0);
	cudaError_t DeviceAllocate(void **pointer, size_t bytes, cudaStream_t stream = 0);
	cudaError_t DeviceFree(int device, void *pointer);
	cudaError_t DeviceFree(void *pointer);
	cudaError_t FreeAllCached();
};
} // namespace cub

#endif
