/* Runs written out. */
#ifndef CUB_BLOCK_BLOCK_RUN_LENGTH_DECODE_CUH
#define CUB_BLOCK_BLOCK_RUN_LENGTH_DECODE_CUH

#include <cub/util_type.cuh>

namespace cub
{
template <class T, int DimX, int Runs, int DecodedItems, class Offset = unsigned int, int DimY = 1, int DimZ = 1>
class BlockRunLengthDecode
{
      public:
	using TempStorage = detail::temp_storage<T, DimX * DimY * DimZ * Runs * 2>;
	template <class Length, class Total>
	_CCCL_DEVICE BlockRunLengthDecode(
		TempStorage &temp_storage, T (&values)[Runs], Length (&lengths)[Runs], Total &decoded);
	template <class O>
	_CCCL_DEVICE BlockRunLengthDecode(TempStorage &temp_storage, T (&values)[Runs], O (&offsets)[Runs]);
	_CCCL_DEVICE void RunLengthDecode(T (&items)[DecodedItems], Offset from = 0);
	template <class Relative>
	_CCCL_DEVICE void RunLengthDecode(T (&items)[DecodedItems], Relative (&offsets)[DecodedItems], Offset from = 0);
};
} // namespace cub

#endif
