/* Work divided among blocks. */
#ifndef CUB_GRID_GRID_EVEN_SHARE_CUH
#define CUB_GRID_GRID_EVEN_SHARE_CUH

#include <cub/config.cuh>

namespace cub
{
enum GridMappingStrategy { GRID_MAPPING_RAKE, GRID_MAPPING_STRIP_MINE, GRID_MAPPING_DYNAMIC };
template <class Offset> struct GridEvenShare {
	Offset num_items, block_offset, block_end, block_stride;
	int grid_size;
	_CCCL_HOST_DEVICE void DispatchInit(Offset items, int max_grid_size, int tile_items);
	template <int TileItems, GridMappingStrategy Strategy> _CCCL_DEVICE void BlockInit();
};
template <class Offset> class GridQueue
{
      public:
	static _CCCL_HOST_DEVICE size_t AllocationSize();
	_CCCL_HOST_DEVICE explicit GridQueue(void *storage);
	_CCCL_HOST_DEVICE cudaError_t FillAndResetDrain(Offset fill, cudaStream_t stream = 0);
	_CCCL_DEVICE Offset Drain(Offset n);
	_CCCL_DEVICE Offset Fill(Offset n);
};
} // namespace cub

#endif
