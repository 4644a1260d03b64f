/* Items moved between the threads of a block. */
#ifndef CUB_BLOCK_BLOCK_EXCHANGE_CUH
#define CUB_BLOCK_BLOCK_EXCHANGE_CUH

#include <cub/util_type.cuh>

namespace cub
{
template <class T, int DimX, int Items, bool TimeSlicing = false, int DimY = 1, int DimZ = 1, int LegacyArch = 0>
class BlockExchange
{
      public:
	using TempStorage = detail::temp_storage<T, DimX * DimY * DimZ * Items * 9 / 8>;
	_CCCL_DEVICE BlockExchange();
	_CCCL_DEVICE BlockExchange(TempStorage &temp_storage);

	_CCCL_DEVICE void StripedToBlocked(T (&items)[Items]);
	template <class O> _CCCL_DEVICE void StripedToBlocked(const T (&in)[Items], O (&out)[Items]);
	_CCCL_DEVICE void BlockedToStriped(T (&items)[Items]);
	template <class O> _CCCL_DEVICE void BlockedToStriped(const T (&in)[Items], O (&out)[Items]);
	_CCCL_DEVICE void WarpStripedToBlocked(T (&items)[Items]);
	template <class O> _CCCL_DEVICE void WarpStripedToBlocked(const T (&in)[Items], O (&out)[Items]);
	_CCCL_DEVICE void BlockedToWarpStriped(T (&items)[Items]);
	template <class O> _CCCL_DEVICE void BlockedToWarpStriped(const T (&in)[Items], O (&out)[Items]);
	template <class R> _CCCL_DEVICE void ScatterToBlocked(T (&items)[Items], R (&ranks)[Items]);
	template <class O, class R>
	_CCCL_DEVICE void ScatterToBlocked(const T (&in)[Items], O (&out)[Items], R (&ranks)[Items]);
	template <class R> _CCCL_DEVICE void ScatterToStriped(T (&items)[Items], R (&ranks)[Items]);
	template <class O, class R>
	_CCCL_DEVICE void ScatterToStriped(const T (&in)[Items], O (&out)[Items], R (&ranks)[Items]);
	template <class R> _CCCL_DEVICE void ScatterToStripedGuarded(T (&items)[Items], R (&ranks)[Items]);
	template <class O, class R>
	_CCCL_DEVICE void ScatterToStripedGuarded(const T (&in)[Items], O (&out)[Items], R (&ranks)[Items]);
	template <class R, class Flag>
	_CCCL_DEVICE void ScatterToStripedFlagged(T (&items)[Items], R (&ranks)[Items], Flag (&valid)[Items]);
};
} // namespace cub

#endif
