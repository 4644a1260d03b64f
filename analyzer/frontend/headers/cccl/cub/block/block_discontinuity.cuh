/* Flags where neighbours differ. */
#ifndef CUB_BLOCK_BLOCK_DISCONTINUITY_CUH
#define CUB_BLOCK_BLOCK_DISCONTINUITY_CUH

#include <cub/util_type.cuh>

namespace cub
{
template <class T, int DimX, int DimY = 1, int DimZ = 1, int LegacyArch = 0> class BlockDiscontinuity
{
      public:
	using TempStorage = detail::temp_storage<T, 2 * DimX * DimY * DimZ>;
	_CCCL_DEVICE BlockDiscontinuity();
	_CCCL_DEVICE BlockDiscontinuity(TempStorage &temp_storage);

	template <int N, class Flag, class F> _CCCL_DEVICE void FlagHeads(Flag (&flags)[N], T (&input)[N], F differ);
	template <int N, class Flag, class F>
	_CCCL_DEVICE void FlagHeads(Flag (&flags)[N], T (&input)[N], F differ, T predecessor);
	template <int N, class Flag, class F> _CCCL_DEVICE void FlagTails(Flag (&flags)[N], T (&input)[N], F differ);
	template <int N, class Flag, class F>
	_CCCL_DEVICE void FlagTails(Flag (&flags)[N], T (&input)[N], F differ, T successor);
	template <int N, class Flag, class F>
	_CCCL_DEVICE void FlagHeadsAndTails(Flag (&heads)[N], Flag (&tails)[N], T (&input)[N], F differ);
	template <int N, class Flag, class F>
	_CCCL_DEVICE void FlagHeadsAndTails(Flag (&heads)[N], Flag (&tails)[N], T successor, T (&input)[N], F differ);
	template <int N, class Flag, class F>
	_CCCL_DEVICE void FlagHeadsAndTails(Flag (&heads)[N], T predecessor, Flag (&tails)[N], T (&input)[N], F differ);
	template <int N, class Flag, class F>
	_CCCL_DEVICE void FlagHeadsAndTails(
		Flag (&heads)[N], T predecessor, Flag (&tails)[N], T successor, T (&input)[N], F differ);
};
} // namespace cub

#endif
