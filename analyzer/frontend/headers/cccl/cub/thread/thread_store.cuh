/* Stores with a cache modifier. */
#ifndef CUB_THREAD_THREAD_STORE_CUH
#define CUB_THREAD_THREAD_STORE_CUH

#include <cub/util_type.cuh>

namespace cub
{
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheStoreModifier Modifier, class I, class T> _CCCL_DEVICE void ThreadStore(I at, T value) { *at = value; }
} // namespace cub

#endif
