/* Tiles stored by a warp. */
#ifndef CUB_WARP_WARP_STORE_CUH
#define CUB_WARP_WARP_STORE_CUH

#include <cub/thread/thread_store.cuh>

namespace cub
{
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };

template <class T, int Items, WarpStoreAlgorithm Algorithm = WARP_STORE_DIRECT, int LogicalThreads = 32,
	int LegacyArch = 0>
class WarpStore
{
      public:
	using TempStorage = detail::temp_storage < T, Algorithm<WARP_STORE_TRANSPOSE ? 0 : LogicalThreads * Items>;
	_CCCL_DEVICE WarpStore();
	_CCCL_DEVICE WarpStore(TempStorage &temp_storage);

	template <class O> _CCCL_DEVICE void Store(O to, T (&items)[Items]);
	template <class O> _CCCL_DEVICE void Store(O to, T (&items)[Items], int valid_items);
};
} // namespace cub

#endif
