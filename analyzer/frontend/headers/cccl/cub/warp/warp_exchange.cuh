/* Items moved between the lanes of a warp. */
#ifndef CUB_WARP_WARP_EXCHANGE_CUH
#define CUB_WARP_WARP_EXCHANGE_CUH

#include <cub/util_type.cuh>

namespace cub
{
enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };

template <class T, int Items, int LogicalThreads = 32, int LegacyArch = 0,
	WarpExchangeAlgorithm Algorithm = WARP_EXCHANGE_SMEM>
class WarpExchange
{
      public:
	using TempStorage = detail::temp_storage<T, LogicalThreads * Items>;
	_CCCL_DEVICE WarpExchange();
	_CCCL_DEVICE WarpExchange(TempStorage &temp_storage);

	template <class O> _CCCL_DEVICE void BlockedToStriped(const T (&in)[Items], O (&out)[Items]);
	template <class O> _CCCL_DEVICE void StripedToBlocked(const T (&in)[Items], O (&out)[Items]);
	template <class R> _CCCL_DEVICE void ScatterToStriped(T (&items)[Items], R (&ranks)[Items]);
	template <class O, class R>
	_CCCL_DEVICE void ScatterToStriped(const T (&in)[Items], O (&out)[Items], R (&ranks)[Items]);
};
} // namespace cub

#endif
