/* Iterators that cub brings, and the names that thrust has taken over. */
#ifndef CUB_ITERATOR_CACHE_MODIFIED_INPUT_ITERATOR_CUH
#define CUB_ITERATOR_CACHE_MODIFIED_INPUT_ITERATOR_CUH

#include <cub/thread/thread_load.cuh>
#include <cub/thread/thread_store.cuh>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace cub
{
template <CacheLoadModifier Modifier, class T, class Offset = ptrdiff_t>
class CacheModifiedInputIterator
    : public thrust::iterator_adaptor<CacheModifiedInputIterator<Modifier, T, Offset>, T *, T, void, void, T>
{
      public:
	_CCCL_HOST_DEVICE CacheModifiedInputIterator(T *p)
	    : thrust::iterator_adaptor<CacheModifiedInputIterator<Modifier, T, Offset>, T *, T, void, void, T>(p)
	{
	}
};
template <CacheStoreModifier Modifier, class T, class Offset = ptrdiff_t>
class CacheModifiedOutputIterator
    : public thrust::iterator_adaptor<CacheModifiedOutputIterator<Modifier, T, Offset>, T *>
{
      public:
	_CCCL_HOST_DEVICE CacheModifiedOutputIterator(T *p)
	    : thrust::iterator_adaptor<CacheModifiedOutputIterator<Modifier, T, Offset>, T *>(p)
	{
	}
};
template <class I, class Offset = ptrdiff_t, class T = detail::it_value_t<I>>
class ArgIndexInputIterator : public thrust::iterator_adaptor<ArgIndexInputIterator<I, Offset, T>, I,
				      KeyValuePair<Offset, T>, void, void, KeyValuePair<Offset, T>>
{
      public:
	_CCCL_HOST_DEVICE ArgIndexInputIterator(I i, Offset = 0)
	    : thrust::iterator_adaptor<ArgIndexInputIterator<I, Offset, T>, I, KeyValuePair<Offset, T>, void, void,
		      KeyValuePair<Offset, T>>(i)
	{
	}
};
template <class T, class Offset = ptrdiff_t> class TexObjInputIterator
{
      public:
	using value_type = T;
	using reference = T;
	using pointer = T *;
	using difference_type = Offset;
	using iterator_category = ::cuda::std::random_access_iterator_tag;
	cudaError_t BindTexture(const T *p, size_t bytes, size_t offset = 0);
	cudaError_t UnbindTexture();
	_CCCL_HOST_DEVICE T operator*() const;
	_CCCL_HOST_DEVICE T operator[](Offset n) const;
	_CCCL_HOST_DEVICE TexObjInputIterator operator+(Offset n) const;
};

/* Gone: use thrust's. */
template <class T, class Offset = ptrdiff_t>
class CUDALINT_REMOVED("13.0", "thrust::counting_iterator") CountingInputIterator : public thrust::counting_iterator<T>
{
      public:
	_CCCL_HOST_DEVICE CountingInputIterator(T start) : thrust::counting_iterator<T>(start) {}
};
template <class T, class Offset = ptrdiff_t>
class CUDALINT_REMOVED("13.0", "thrust::constant_iterator") ConstantInputIterator : public thrust::constant_iterator<T>
{
      public:
	_CCCL_HOST_DEVICE ConstantInputIterator(T value, Offset = 0) : thrust::constant_iterator<T>(value) {}
};
template <class T, class F, class I, class Offset = ptrdiff_t>
class CUDALINT_REMOVED("13.0", "thrust::transform_iterator") TransformInputIterator
    : public thrust::transform_iterator<F, I, T, T>
{
      public:
	_CCCL_HOST_DEVICE TransformInputIterator(I i, F f) : thrust::transform_iterator<F, I, T, T>(i, f) {}
};
template <class Offset = ptrdiff_t>
class CUDALINT_REMOVED("13.0", "thrust::discard_iterator") DiscardOutputIterator : public thrust::discard_iterator<>
{
      public:
	_CCCL_HOST_DEVICE DiscardOutputIterator(Offset n = 0) : thrust::discard_iterator<>(n) {}
};
} // namespace cub

#endif
