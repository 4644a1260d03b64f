/* Items shifted along the threads of a block. */
#ifndef CUB_BLOCK_BLOCK_SHUFFLE_CUH
#define CUB_BLOCK_BLOCK_SHUFFLE_CUH

#include <cub/util_type.cuh>

namespace cub
{
template <class T, int DimX, int DimY = 1, int DimZ = 1, int LegacyArch = 0> class BlockShuffle
{
      public:
	using TempStorage = detail::temp_storage<T, DimX * DimY * DimZ>;
	_CCCL_DEVICE BlockShuffle();
	_CCCL_DEVICE BlockShuffle(TempStorage &temp_storage);

	_CCCL_DEVICE void Offset(T input, T &output, int distance = 1);
	_CCCL_DEVICE void Rotate(T input, T &output, unsigned int distance = 1);
	template <int N> _CCCL_DEVICE void Up(T (&input)[N], T (&prev)[N]);
	template <int N> _CCCL_DEVICE void Up(T (&input)[N], T (&prev)[N], T &suffix);
	template <int N> _CCCL_DEVICE void Down(T (&input)[N], T (&next)[N]);
	template <int N> _CCCL_DEVICE void Down(T (&input)[N], T (&next)[N], T &prefix);
};
} // namespace cub

#endif
