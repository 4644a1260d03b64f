/* Pointers to device memory, and the references that they give. */
#ifndef THRUST_DEVICE_PTR_H
#define THRUST_DEVICE_PTR_H

#include <thrust/iterator/iterator_traits.h>
#include <thrust/memory.h>

namespace thrust
{
template <class T> class device_reference;

template <class T> class device_ptr
{
	T *raw;

      public:
	using element_type = T;
	using value_type = ::cuda::std::remove_cv_t<T>;
	using difference_type = ::cuda::std::ptrdiff_t;
	using reference = device_reference<T>;
	using pointer = device_ptr;
	using raw_pointer = T *;
	using iterator_category = ::cuda::std::random_access_iterator_tag;

	_CCCL_HOST_DEVICE device_ptr() : raw(nullptr) {}
	_CCCL_HOST_DEVICE device_ptr(::cuda::std::nullptr_t) : raw(nullptr) {}
	template <class U> explicit _CCCL_HOST_DEVICE device_ptr(U *p) : raw(static_cast<T *>(p)) {}
	template <class U, class = ::cuda::std::enable_if_t<::cuda::std::is_convertible_v<U *, T *>>>
	_CCCL_HOST_DEVICE device_ptr(const device_ptr<U> &other) : raw(other.get())
	{
	}

	_CCCL_HOST_DEVICE T *get() const { return raw; }
	_CCCL_HOST_DEVICE reference operator*() const { return reference(*this); }
	_CCCL_HOST_DEVICE reference operator[](difference_type i) const { return reference(*this + i); }
	_CCCL_HOST_DEVICE T *operator->() const { return raw; }
	explicit _CCCL_HOST_DEVICE operator bool() const { return raw != nullptr; }
	_CCCL_HOST_DEVICE device_ptr &operator++()
	{
		++raw;
		return *this;
	}
	_CCCL_HOST_DEVICE device_ptr operator++(int) { return device_ptr(raw++); }
	_CCCL_HOST_DEVICE device_ptr &operator--()
	{
		--raw;
		return *this;
	}
	_CCCL_HOST_DEVICE device_ptr operator--(int) { return device_ptr(raw--); }
	_CCCL_HOST_DEVICE device_ptr &operator+=(difference_type n)
	{
		raw += n;
		return *this;
	}
	_CCCL_HOST_DEVICE device_ptr &operator-=(difference_type n)
	{
		raw -= n;
		return *this;
	}
	_CCCL_HOST_DEVICE device_ptr operator+(difference_type n) const { return device_ptr(raw + n); }
	_CCCL_HOST_DEVICE device_ptr operator-(difference_type n) const { return device_ptr(raw - n); }
	friend _CCCL_HOST_DEVICE device_ptr operator+(difference_type n, const device_ptr &p) { return p + n; }
	template <class U> _CCCL_HOST_DEVICE difference_type operator-(const device_ptr<U> &other) const
	{
		return raw - other.get();
	}
	template <class U> _CCCL_HOST_DEVICE bool operator==(const device_ptr<U> &other) const
	{
		return raw == other.get();
	}
	template <class U> _CCCL_HOST_DEVICE bool operator!=(const device_ptr<U> &other) const
	{
		return raw != other.get();
	}
	template <class U> _CCCL_HOST_DEVICE bool operator<(const device_ptr<U> &other) const
	{
		return raw < other.get();
	}
	template <class U> _CCCL_HOST_DEVICE bool operator>(const device_ptr<U> &other) const
	{
		return raw > other.get();
	}
	template <class U> _CCCL_HOST_DEVICE bool operator<=(const device_ptr<U> &other) const
	{
		return raw <= other.get();
	}
	template <class U> _CCCL_HOST_DEVICE bool operator>=(const device_ptr<U> &other) const
	{
		return raw >= other.get();
	}
};
/* Memory of unknown type: neither dereferenced nor moved. */
template <> class device_ptr<void>
{
	void *raw;

      public:
	_CCCL_HOST_DEVICE device_ptr() : raw(nullptr) {}
	explicit _CCCL_HOST_DEVICE device_ptr(void *p) : raw(p) {}
	template <class U> _CCCL_HOST_DEVICE device_ptr(const device_ptr<U> &other) : raw(other.get()) {}
	_CCCL_HOST_DEVICE void *get() const { return raw; }
};

/* An element of device memory: reading or writing it on the host is a copy. */
template <class T> class device_reference
{
	device_ptr<T> place;

      public:
	using value_type = ::cuda::std::remove_cv_t<T>;
	using pointer = device_ptr<T>;
	explicit _CCCL_HOST_DEVICE device_reference(const device_ptr<T> &p) : place(p) {}
	template <class U> _CCCL_HOST_DEVICE device_reference(const device_reference<U> &other) : place(&other) {}
	device_reference(const device_reference &) = default;
	_CCCL_HOST_DEVICE device_ptr<T> operator&() const { return place; }
	_CCCL_HOST_DEVICE operator value_type() const;
	_CCCL_HOST_DEVICE const device_reference &operator=(const value_type &value) const;
	_CCCL_HOST_DEVICE const device_reference &operator=(const device_reference &other) const;
	template <class U> _CCCL_HOST_DEVICE const device_reference &operator=(const device_reference<U> &other) const;
	_CCCL_HOST_DEVICE value_type operator++(int) const;
	_CCCL_HOST_DEVICE const device_reference &operator++() const;
	_CCCL_HOST_DEVICE value_type operator--(int) const;
	_CCCL_HOST_DEVICE const device_reference &operator--() const;
	_CCCL_HOST_DEVICE const device_reference &operator+=(const value_type &value) const;
	_CCCL_HOST_DEVICE const device_reference &operator-=(const value_type &value) const;
	_CCCL_HOST_DEVICE const device_reference &operator*=(const value_type &value) const;
	_CCCL_HOST_DEVICE const device_reference &operator/=(const value_type &value) const;
	_CCCL_HOST_DEVICE const device_reference &operator%=(const value_type &value) const;
	_CCCL_HOST_DEVICE const device_reference &operator&=(const value_type &value) const;
	_CCCL_HOST_DEVICE const device_reference &operator|=(const value_type &value) const;
	_CCCL_HOST_DEVICE const device_reference &operator^=(const value_type &value) const;
	_CCCL_HOST_DEVICE void swap(device_reference &other) const;
	template <class Stream> friend Stream &operator<<(Stream &stream, const device_reference &r)
	{
		stream << static_cast<value_type>(r);
		return stream;
	}
};
using ::cuda::std::swap;
template <class T> _CCCL_HOST_DEVICE void swap(device_reference<T> a, device_reference<T> b);

template <class T> _CCCL_HOST_DEVICE device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <class T> _CCCL_HOST_DEVICE device_ptr<T> device_pointer_cast(const device_ptr<T> &p) { return p; }
template <class T> _CCCL_HOST_DEVICE T *raw_pointer_cast(const device_ptr<T> &p) { return p.get(); }
template <class T> _CCCL_HOST_DEVICE T &raw_reference_cast(const device_reference<T> &r) { return *(&r).get(); }
} // namespace thrust

#endif
