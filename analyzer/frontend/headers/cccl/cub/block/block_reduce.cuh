/* Reductions over a block; thread 0 has the result. */
#ifndef CUB_BLOCK_BLOCK_REDUCE_CUH
#define CUB_BLOCK_BLOCK_REDUCE_CUH

#include <cub/thread/thread_operators.cuh>
#include <cub/warp/warp_reduce.cuh>

namespace cub
{
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };

template <class T, int DimX, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int DimY = 1, int DimZ = 1,
	int LegacyArch = 0>
class BlockReduce
{
      public:
	using TempStorage =
		detail::temp_storage<T, Algorithm == BLOCK_REDUCE_WARP_REDUCTIONS ? (DimX *DimY *DimZ + 31) / 32 + 1
										  : DimX * DimY * DimZ * 9 / 8>;
	_CCCL_DEVICE BlockReduce();
	_CCCL_DEVICE BlockReduce(TempStorage &temp_storage);

	template <class F> _CCCL_DEVICE T Reduce(T input, F f);
	template <int N, class F> _CCCL_DEVICE T Reduce(T (&inputs)[N], F f);
	template <class F> _CCCL_DEVICE T Reduce(T input, F f, int num_valid);
	_CCCL_DEVICE T Sum(T input);
	template <int N> _CCCL_DEVICE T Sum(T (&inputs)[N]);
	_CCCL_DEVICE T Sum(T input, int num_valid);
};
} // namespace cub

#endif
