/* Loads with a cache modifier. */
#ifndef CUB_THREAD_THREAD_LOAD_CUH
#define CUB_THREAD_THREAD_LOAD_CUH

#include <cub/util_type.cuh>

namespace cub
{
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };

template <CacheLoadModifier Modifier, class I> _CCCL_DEVICE detail::it_value_t<I> ThreadLoad(I at) { return *at; }
} // namespace cub

#endif
