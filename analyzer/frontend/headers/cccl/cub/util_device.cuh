/* Facts of the device, and temporary storage in parts. */
#ifndef CUB_UTIL_DEVICE_CUH
#define CUB_UTIL_DEVICE_CUH

#include <cub/util_debug.cuh>

namespace cub
{
_CCCL_HOST_DEVICE cudaError_t PtxVersion(int &version);
_CCCL_HOST_DEVICE cudaError_t SmVersion(int &version, int device = 0);
_CCCL_HOST_DEVICE cudaError_t SyncStream(cudaStream_t stream);
template <class Kernel>
_CCCL_HOST_DEVICE cudaError_t MaxSmOccupancy(int &blocks, Kernel kernel, int block_threads, int dynamic_bytes = 0);
int CurrentDevice();
int DeviceCount();
class SwitchDevice
{
      public:
	explicit SwitchDevice(int device);
	~SwitchDevice();
};
template <int Parts>
_CCCL_HOST_DEVICE cudaError_t AliasTemporaries(
	void *d_temp_storage, size_t &temp_storage_bytes, void *(&parts)[Parts], const size_t (&sizes)[Parts]);
} // namespace cub

#endif
