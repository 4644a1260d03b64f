/* What a kernel indexes a tensor with. With bodies: they say which element `a[n][c][i]` is. */
#pragma once

#include <cstddef>
#include <cstdint>

namespace at {
template <class T> struct DefaultPtrTraits {
	typedef T *PtrType;
};
template <class T> struct RestrictPtrTraits {
	typedef T *__restrict__ PtrType;
};

template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
class TensorAccessor {
public:
	__host__ __device__ TensorAccessor(T *data, const I *sizes, const I *strides)
		: data_(data), sizes_(sizes), strides_(strides)
	{
	}
	__host__ __device__ TensorAccessor<T, N - 1, P, I> operator[](I i)
	{
		return TensorAccessor<T, N - 1, P, I>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
	}
	__host__ __device__ const TensorAccessor<T, N - 1, P, I> operator[](I i) const
	{
		return TensorAccessor<T, N - 1, P, I>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
	}
	__host__ __device__ I size(I i) const { return sizes_[i]; }
	__host__ __device__ I stride(I i) const { return strides_[i]; }
	__host__ __device__ T *data() const { return data_; }

private:
	T *data_;
	const I *sizes_, *strides_;
};

template <class T, template <class> class P, class I> class TensorAccessor<T, 1, P, I> {
public:
	__host__ __device__ TensorAccessor(T *data, const I *sizes, const I *strides)
		: data_(data), sizes_(sizes), strides_(strides)
	{
	}
	__host__ __device__ T &operator[](I i) const { return data_[strides_[0] * i]; }
	__host__ __device__ I size(I i) const { return sizes_[i]; }
	__host__ __device__ I stride(I i) const { return strides_[i]; }
	__host__ __device__ T *data() const { return data_; }

private:
	T *data_;
	const I *sizes_, *strides_;
};

template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
class GenericPackedTensorAccessor {
public:
	GenericPackedTensorAccessor(T *data, const I *sizes, const I *strides);
	__host__ __device__ TensorAccessor<T, N - 1, P, I> operator[](I i)
	{
		return TensorAccessor<T, N - 1, P, I>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
	}
	__host__ __device__ const TensorAccessor<T, N - 1, P, I> operator[](I i) const
	{
		return TensorAccessor<T, N - 1, P, I>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
	}
	__host__ __device__ I size(I i) const { return sizes_[i]; }
	__host__ __device__ I stride(I i) const { return strides_[i]; }
	__host__ __device__ T *data() const { return data_; }

private:
	T *data_;
	I sizes_[N], strides_[N];
};

template <class T, template <class> class P, class I> class GenericPackedTensorAccessor<T, 1, P, I> {
public:
	GenericPackedTensorAccessor(T *data, const I *sizes, const I *strides);
	__host__ __device__ T &operator[](I i) const { return data_[strides_[0] * i]; }
	__host__ __device__ I size(I i) const { return sizes_[i]; }
	__host__ __device__ I stride(I i) const { return strides_[i]; }
	__host__ __device__ T *data() const { return data_; }

private:
	T *data_;
	I sizes_[1], strides_[1];
};

template <class T, size_t N, template <class> class P = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, P, int32_t>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, P, int64_t>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, P, I>;
} // namespace at
