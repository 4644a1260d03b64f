/* Types that the collectives share. */
#ifndef CUB_UTIL_TYPE_CUH
#define CUB_UTIL_TYPE_CUH

#include <cub/config.cuh>
#include <cuda/std/iterator>
#include <cuda/std/limits>

namespace cub
{
struct NullType {
	template <class T> _CCCL_HOST_DEVICE NullType &operator=(const T &) { return *this; }
	_CCCL_HOST_DEVICE bool operator==(const NullType &) const { return true; }
	_CCCL_HOST_DEVICE bool operator!=(const NullType &) const { return false; }
};
template <int V> struct Int2Type {
	static constexpr int VALUE = V;
};
template <class K, class V> struct KeyValuePair {
	using Key = K;
	using Value = V;
	K key;
	V value;
	_CCCL_HOST_DEVICE KeyValuePair() {}
	_CCCL_HOST_DEVICE KeyValuePair(const K &k, const V &v) : key(k), value(v) {}
	_CCCL_HOST_DEVICE bool operator==(const KeyValuePair &o) const { return key == o.key && value == o.value; }
	_CCCL_HOST_DEVICE bool operator!=(const KeyValuePair &o) const { return !(*this == o); }
};
/* Two buffers of which one is current. */
template <class T> struct DoubleBuffer {
	T *d_buffers[2];
	int selector;
	_CCCL_HOST_DEVICE DoubleBuffer() : d_buffers(), selector(0) {}
	_CCCL_HOST_DEVICE DoubleBuffer(T *current, T *alternate) : d_buffers{current, alternate}, selector(0) {}
	_CCCL_HOST_DEVICE T *Current() { return d_buffers[selector]; }
	_CCCL_HOST_DEVICE T *Alternate() { return d_buffers[selector ^ 1]; }
};
/* Storage without construction; reinterpreted when used. */
template <class T> struct Uninitialized {
	alignas(T) unsigned char storage[sizeof(T)];
	_CCCL_HOST_DEVICE T &Alias() { return reinterpret_cast<T &>(*this); }
};
template <class T> struct FutureValue {
	T *place;
	_CCCL_HOST_DEVICE FutureValue(T *p) : place(p) {}
	_CCCL_HOST_DEVICE operator T() { return *place; }
};
enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };
namespace detail
{
template <unsigned long Size> struct bits_of;
template <> struct bits_of<1> { typedef unsigned char type; };
template <> struct bits_of<2> { typedef unsigned short type; };
template <> struct bits_of<4> { typedef unsigned int type; };
template <> struct bits_of<8> { typedef unsigned long long type; };
template <class T, bool IsNumber> struct key_bits {
	static constexpr Category CATEGORY = NOT_A_NUMBER;
	enum { PRIMITIVE = false, NULL_TYPE = false };
};
template <class T> struct key_bits<T, true> {
	typedef typename bits_of<sizeof(T)>::type UnsignedBits;
	static constexpr bool is_float = T(1) / T(2) != T(0);
	static constexpr Category CATEGORY = is_float	    ? FLOATING_POINT
					     : T(-1) < T(0) ? SIGNED_INTEGER
							    : UNSIGNED_INTEGER;
	enum { PRIMITIVE = true, NULL_TYPE = false };
	static constexpr UnsignedBits HIGH_BIT = UnsignedBits(1) << (sizeof(T) * 8 - 1);
	static constexpr UnsignedBits LOWEST_KEY = CATEGORY == SIGNED_INTEGER ? HIGH_BIT
						   : CATEGORY == UNSIGNED_INTEGER
							   ? UnsignedBits(0)
							   : UnsignedBits(-1);
	static constexpr UnsignedBits MAX_KEY = UnsignedBits(-1) ^ LOWEST_KEY;
	/* an order of unsigned numbers that is the keys' order, and back */
	static _CCCL_HOST_DEVICE UnsignedBits TwiddleIn(UnsignedBits key)
	{
		return CATEGORY == SIGNED_INTEGER     ? key ^ HIGH_BIT
		       : CATEGORY == UNSIGNED_INTEGER ? key
		       : key & HIGH_BIT		      ? ~key
						      : key ^ HIGH_BIT;
	}
	static _CCCL_HOST_DEVICE UnsignedBits TwiddleOut(UnsignedBits key)
	{
		return CATEGORY == SIGNED_INTEGER     ? key ^ HIGH_BIT
		       : CATEGORY == UNSIGNED_INTEGER ? key
		       : key & HIGH_BIT		      ? key ^ HIGH_BIT
						      : ~key;
	}
};
} // namespace detail
template <class T> struct Traits : detail::key_bits<T, __is_arithmetic(T)> {
	static _CCCL_HOST_DEVICE T Max() { return ::cuda::std::numeric_limits<T>::max(); }
	static _CCCL_HOST_DEVICE T Lowest() { return ::cuda::std::numeric_limits<T>::lowest(); }
};
template <class T> struct NumericTraits : Traits<T> {
};
template <class A, class B> struct Equals {
	static constexpr bool VALUE = __is_same(A, B);
};
template <int N> struct Log2 {
	static constexpr int VALUE = 31 - __builtin_clz(N) + ((N & (N - 1)) != 0);
};
template <int N> struct PowerOfTwo {
	static constexpr bool VALUE = (N & (N - 1)) == 0;
};

namespace detail
{
template <class I> using it_value_t = typename ::cuda::std::iterator_traits<I>::value_type;
/* Shared memory of a collective: its size is that of the common algorithm. */
template <class T, int N> struct temp_storage {
	alignas(T) unsigned char bytes[(N > 0 ? N : 1) * sizeof(T)];
};
} // namespace detail
} // namespace cub

#endif
