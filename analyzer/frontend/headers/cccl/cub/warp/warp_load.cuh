/* Tiles loaded by a warp. */
#ifndef CUB_WARP_WARP_LOAD_CUH
#define CUB_WARP_WARP_LOAD_CUH

#include <cub/thread/thread_load.cuh>

namespace cub
{
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };

template <class T, int Items, WarpLoadAlgorithm Algorithm = WARP_LOAD_DIRECT, int LogicalThreads = 32,
	int LegacyArch = 0>
class WarpLoad
{
      public:
	using TempStorage = detail::temp_storage < T, Algorithm<WARP_LOAD_TRANSPOSE ? 0 : LogicalThreads * Items>;
	_CCCL_DEVICE WarpLoad();
	_CCCL_DEVICE WarpLoad(TempStorage &temp_storage);

	template <class I> _CCCL_DEVICE void Load(I from, T (&items)[Items]);
	template <class I> _CCCL_DEVICE void Load(I from, T (&items)[Items], int valid_items);
	template <class I, class Default>
	_CCCL_DEVICE void Load(I from, T (&items)[Items], int valid_items, Default value);
};
} // namespace cub

#endif
