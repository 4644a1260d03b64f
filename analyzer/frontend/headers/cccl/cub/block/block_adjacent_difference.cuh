/* Differences of neighbours within a block. */
#ifndef CUB_BLOCK_BLOCK_ADJACENT_DIFFERENCE_CUH
#define CUB_BLOCK_BLOCK_ADJACENT_DIFFERENCE_CUH

#include <cub/util_type.cuh>

namespace cub
{
template <class T, int DimX, int DimY = 1, int DimZ = 1, int LegacyArch = 0> class BlockAdjacentDifference
{
      public:
	using TempStorage = detail::temp_storage<T, 2 * DimX * DimY * DimZ>;
	_CCCL_DEVICE BlockAdjacentDifference();
	_CCCL_DEVICE BlockAdjacentDifference(TempStorage &temp_storage);

	template <int N, class O, class F> _CCCL_DEVICE void SubtractLeft(T (&in)[N], O (&out)[N], F f);
	template <int N, class O, class F> _CCCL_DEVICE void SubtractLeft(T (&in)[N], O (&out)[N], F f, T predecessor);
	template <int N, class O, class F>
	_CCCL_DEVICE void SubtractLeftPartialTile(T (&in)[N], O (&out)[N], F f, int valid_items);
	template <int N, class O, class F> _CCCL_DEVICE void SubtractRight(T (&in)[N], O (&out)[N], F f);
	template <int N, class O, class F> _CCCL_DEVICE void SubtractRight(T (&in)[N], O (&out)[N], F f, T successor);
	template <int N, class O, class F>
	_CCCL_DEVICE void SubtractRightPartialTile(T (&in)[N], O (&out)[N], F f, int valid_items);
};
} // namespace cub

#endif
