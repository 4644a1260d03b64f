/* Thread, lane and warp ids, and small bit operations. */
#ifndef CUB_UTIL_PTX_CUH
#define CUB_UTIL_PTX_CUH

#include <cub/util_type.cuh>

namespace cub
{
_CCCL_DEVICE int RowMajorTid(int block_dim_x, int block_dim_y, int block_dim_z);
CUDALINT_DEPRECATED("12.9", "cuda::ptx::get_sreg_laneid") _CCCL_DEVICE unsigned int LaneId();
CUDALINT_DEPRECATED("12.9", "cuda::ptx::get_sreg_warpid") _CCCL_DEVICE unsigned int WarpId();
_CCCL_DEVICE unsigned int LaneMaskLt();
_CCCL_DEVICE unsigned int LaneMaskLe();
_CCCL_DEVICE unsigned int LaneMaskGt();
_CCCL_DEVICE unsigned int LaneMaskGe();
template <int Threads, int Arch = 0> _CCCL_HOST_DEVICE unsigned int WarpMask(unsigned int warp);
template <class T> _CCCL_DEVICE unsigned int BFE(T source, unsigned int start, unsigned int bits);
_CCCL_DEVICE unsigned int PRMT(unsigned int a, unsigned int b, unsigned int index);
_CCCL_DEVICE void CTA_SYNC();
_CCCL_DEVICE int CTA_SYNC_AND(int predicate);
_CCCL_DEVICE int CTA_SYNC_OR(int predicate);
_CCCL_DEVICE void WARP_SYNC(unsigned int mask);
_CCCL_DEVICE void ThreadExit();
template <int Threads, class T> _CCCL_DEVICE T ShuffleUp(T value, int delta, int first_thread, unsigned int mask);
template <int Threads, class T> _CCCL_DEVICE T ShuffleDown(T value, int delta, int last_thread, unsigned int mask);
template <int Threads, class T> _CCCL_DEVICE T ShuffleIndex(T value, int lane, unsigned int mask);
template <int Bits> _CCCL_DEVICE unsigned int MatchAny(unsigned int label);
} // namespace cub

#endif
