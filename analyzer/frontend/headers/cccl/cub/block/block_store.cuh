/* Tiles stored by a block. */
#ifndef CUB_BLOCK_BLOCK_STORE_CUH
#define CUB_BLOCK_BLOCK_STORE_CUH

#include <cub/thread/thread_store.cuh>

namespace cub
{
enum BlockStoreAlgorithm {
	BLOCK_STORE_DIRECT,
	BLOCK_STORE_STRIPED,
	BLOCK_STORE_VECTORIZE,
	BLOCK_STORE_TRANSPOSE,
	BLOCK_STORE_WARP_TRANSPOSE,
	BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int DimX, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT, int DimY = 1, int DimZ = 1,
	int LegacyArch = 0>
class BlockStore
{
      public:
	using TempStorage = detail::temp_storage < T, Algorithm<BLOCK_STORE_TRANSPOSE ? 0 : DimX * DimY * DimZ * Items>;
	_CCCL_DEVICE BlockStore();
	_CCCL_DEVICE BlockStore(TempStorage &temp_storage);

	template <class O> _CCCL_DEVICE void Store(O to, T (&items)[Items]);
	template <class O> _CCCL_DEVICE void Store(O to, T (&items)[Items], int valid_items);
};

/* One thread's part of a tile, with no shared memory. */
template <class T, int N, class O> _CCCL_DEVICE void StoreDirectBlocked(int thread, O to, T (&items)[N]);
template <class T, int N, class O>
_CCCL_DEVICE void StoreDirectBlocked(int thread, O to, T (&items)[N], int valid_items);
template <int BlockThreads, class T, int N, class O>
_CCCL_DEVICE void StoreDirectStriped(int thread, O to, T (&items)[N]);
template <int BlockThreads, class T, int N, class O>
_CCCL_DEVICE void StoreDirectStriped(int thread, O to, T (&items)[N], int valid_items);
template <class T, int N, class O> _CCCL_DEVICE void StoreDirectWarpStriped(int thread, O to, T (&items)[N]);
template <class T, int N, class O>
_CCCL_DEVICE void StoreDirectWarpStriped(int thread, O to, T (&items)[N], int valid_items);
template <class T, int N> _CCCL_DEVICE void StoreDirectBlockedVectorized(int thread, T *block, T (&items)[N]);
} // namespace cub

#endif
