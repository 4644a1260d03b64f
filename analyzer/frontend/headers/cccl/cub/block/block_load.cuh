/* Tiles loaded by a block. */
#ifndef CUB_BLOCK_BLOCK_LOAD_CUH
#define CUB_BLOCK_BLOCK_LOAD_CUH

#include <cub/thread/thread_load.cuh>

namespace cub
{
enum BlockLoadAlgorithm {
	BLOCK_LOAD_DIRECT,
	BLOCK_LOAD_STRIPED,
	BLOCK_LOAD_VECTORIZE,
	BLOCK_LOAD_TRANSPOSE,
	BLOCK_LOAD_WARP_TRANSPOSE,
	BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int DimX, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT, int DimY = 1, int DimZ = 1,
	int LegacyArch = 0>
class BlockLoad
{
      public:
	using TempStorage = detail::temp_storage < T, Algorithm<BLOCK_LOAD_TRANSPOSE ? 0 : DimX * DimY * DimZ * Items>;
	_CCCL_DEVICE BlockLoad();
	_CCCL_DEVICE BlockLoad(TempStorage &temp_storage);

	template <class I> _CCCL_DEVICE void Load(I from, T (&items)[Items]);
	template <class I> _CCCL_DEVICE void Load(I from, T (&items)[Items], int valid_items);
	template <class I, class Default>
	_CCCL_DEVICE void Load(I from, T (&items)[Items], int valid_items, Default value);
};

/* One thread's part of a tile, with no shared memory. */
template <class T, int N, class I> _CCCL_DEVICE void LoadDirectBlocked(int thread, I from, T (&items)[N]);
template <class T, int N, class I>
_CCCL_DEVICE void LoadDirectBlocked(int thread, I from, T (&items)[N], int valid_items);
template <class T, class Default, int N, class I>
_CCCL_DEVICE void LoadDirectBlocked(int thread, I from, T (&items)[N], int valid_items, Default value);
template <int BlockThreads, class T, int N, class I>
_CCCL_DEVICE void LoadDirectStriped(int thread, I from, T (&items)[N]);
template <int BlockThreads, class T, int N, class I>
_CCCL_DEVICE void LoadDirectStriped(int thread, I from, T (&items)[N], int valid_items);
template <int BlockThreads, class T, class Default, int N, class I>
_CCCL_DEVICE void LoadDirectStriped(int thread, I from, T (&items)[N], int valid_items, Default value);
template <class T, int N, class I> _CCCL_DEVICE void LoadDirectWarpStriped(int thread, I from, T (&items)[N]);
template <class T, int N, class I>
_CCCL_DEVICE void LoadDirectWarpStriped(int thread, I from, T (&items)[N], int valid_items);
template <class T, class Default, int N, class I>
_CCCL_DEVICE void LoadDirectWarpStriped(int thread, I from, T (&items)[N], int valid_items, Default value);
template <class T, int N> _CCCL_DEVICE void LoadDirectBlockedVectorized(int thread, T *block, T (&items)[N]);
} // namespace cub

#endif
