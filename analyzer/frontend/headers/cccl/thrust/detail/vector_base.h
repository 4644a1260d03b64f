/* What vectors in host and in device memory have in common. */
#ifndef THRUST_DETAIL_VECTOR_BASE_H
#define THRUST_DETAIL_VECTOR_BASE_H

#include <thrust/device_allocator.h>
#include <thrust/advance.h>
#include <thrust/copy.h>
#include <thrust/distance.h>
#include <thrust/equal.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/generate.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/swap.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>
#if __has_include(<vector>)
#include <iterator>
#include <vector>
#endif

namespace thrust::detail
{
template <class T, class Pointer, class ConstPointer, class Reference, class ConstReference, class Allocator>
class vector_base
{
	Pointer storage;
	::cuda::std::size_t length, room;
	template <class I>
	using if_iterator = ::cuda::std::enable_if_t<!::cuda::std::is_arithmetic_v<I> && !::cuda::std::is_enum_v<I>>;

      public:
	using value_type = T;
	using pointer = Pointer;
	using const_pointer = ConstPointer;
	using reference = Reference;
	using const_reference = ConstReference;
	using iterator = Pointer;
	using const_iterator = ConstPointer;
	using reverse_iterator = thrust::reverse_iterator<iterator>;
	using const_reverse_iterator = thrust::reverse_iterator<const_iterator>;
	using size_type = ::cuda::std::size_t;
	using difference_type = ::cuda::std::ptrdiff_t;
	using allocator_type = Allocator;

	vector_base();
	explicit vector_base(const Allocator &allocator);
	explicit vector_base(size_type n);
	vector_base(size_type n, const Allocator &allocator);
	vector_base(size_type n, const T &value);
	vector_base(size_type n, const T &value, const Allocator &allocator);
	template <class I, class = if_iterator<I>> vector_base(I first, I last);
	template <class I, class = if_iterator<I>> vector_base(I first, I last, const Allocator &allocator);
	vector_base(const vector_base &other);
	vector_base(vector_base &&other);
	template <class... O> vector_base(const vector_base<O...> &other);
#if __has_include(<vector>)
	template <class U, class A> vector_base(const ::std::vector<U, A> &other);
	vector_base(::std::initializer_list<T> list);
	template <class U, class A> vector_base &operator=(const ::std::vector<U, A> &other);
	vector_base &operator=(::std::initializer_list<T> list);
	void assign(::std::initializer_list<T> list);
#endif
	~vector_base();
	vector_base &operator=(const vector_base &other);
	vector_base &operator=(vector_base &&other);
	template <class... O> vector_base &operator=(const vector_base<O...> &other);

	iterator begin();
	const_iterator begin() const;
	const_iterator cbegin() const;
	iterator end();
	const_iterator end() const;
	const_iterator cend() const;
	reverse_iterator rbegin();
	const_reverse_iterator rbegin() const;
	reverse_iterator rend();
	const_reverse_iterator rend() const;
	Reference operator[](size_type i);
	ConstReference operator[](size_type i) const;
	Reference front();
	ConstReference front() const;
	Reference back();
	ConstReference back() const;
	Pointer data();
	ConstPointer data() const;

	size_type size() const;
	size_type max_size() const;
	size_type capacity() const;
	bool empty() const;
	void reserve(size_type n);
	void resize(size_type n);
	void resize(size_type n, const T &value);
	void shrink_to_fit();
	void clear();
	void push_back(const T &value);
	template <class... A> void emplace_back(A &&...arguments);
	void pop_back();
	iterator erase(iterator at);
	iterator erase(iterator first, iterator last);
	iterator insert(iterator at, const T &value);
	void insert(iterator at, size_type n, const T &value);
	template <class I, class = if_iterator<I>> void insert(iterator at, I first, I last);
	void assign(size_type n, const T &value);
	template <class I, class = if_iterator<I>> void assign(I first, I last);
	void swap(vector_base &other);
	Allocator get_allocator() const;
};
template <class... O, class... P> bool operator==(const vector_base<O...> &a, const vector_base<P...> &b);
template <class... O, class... P> bool operator!=(const vector_base<O...> &a, const vector_base<P...> &b);
#if __has_include(<vector>)
template <class... O, class T, class A> bool operator==(const vector_base<O...> &a, const ::std::vector<T, A> &b);
#endif
template <class... O> void swap(vector_base<O...> &a, vector_base<O...> &b);
} // namespace thrust::detail

#endif
