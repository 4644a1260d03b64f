/*
 * One 16-bit real type and its pair, included once by cuda_fp16.h and once by cuda_bf16.h. The includer defines
 * CL_TYPE and CL_PAIR (the classes), CL_OTHER (the other 16-bit type), CL_CONVERT (1: implicit conversions),
 * CL_OPERATORS and CL_PAIR_OPERATORS (1: with operators).
 */
#define CL_FN extern __host__ __device__
#define CL_IN __host__ __device__
#define CL_JOIN_(a, b) a##b
#define CL_JOIN(a, b) CL_JOIN_(a, b)
#define CL_RAW CL_JOIN(CL_TYPE, _raw)
#define CL_PAIR_RAW CL_JOIN(CL_PAIR, _raw)
#define CL_INTEGERS(X) \
	X(short) X(unsigned short) X(int) X(unsigned int) X(long) X(unsigned long) X(long long) X(unsigned long long)

struct __align__(2) CL_RAW {
	unsigned short x;
};
struct __align__(4) CL_PAIR_RAW {
	unsigned short x, y;
};

#ifndef CUDALINT_ARITHMETIC
#define CUDALINT_ARITHMETIC
template <typename T, bool is_arithmetic>
struct cudalint_arithmetic {
};
template <typename T>
struct cudalint_arithmetic<T, true> {
	typedef T type;
};
#endif

struct CL_OTHER;
struct __align__(2) CL_TYPE {
protected:
	unsigned short __x;

public:
	CL_TYPE() = default;
	CL_IN constexpr CL_TYPE(const CL_RAW &raw) : __x(raw.x)
	{
	}
	CL_IN CL_TYPE &operator=(const CL_RAW &raw);
	CL_IN operator CL_RAW() const;
	CL_IN explicit CL_TYPE(CL_OTHER value);
#if CL_CONVERT
	CL_IN CL_TYPE(float value);
	CL_IN CL_TYPE(double value);
	CL_IN CL_TYPE &operator=(float value);
	CL_IN CL_TYPE &operator=(double value);
#define CL_X(T) \
	CL_IN CL_TYPE(T value); \
	CL_IN CL_TYPE &operator=(T value);
	CL_INTEGERS(CL_X)
#undef CL_X
#endif
#if CL_CONVERT && CL_OPERATORS
	/* The toolkit has a function for each type. For each, all built-in operators would be candidates of
	 * `a + b`: 361 of them, tried with 14 conversions a side. Of a template nobody asks that. */
	template <typename T, typename = typename cudalint_arithmetic<T, __is_arithmetic(T)>::type>
	CL_IN operator T() const;
#elif CL_CONVERT
	CL_IN operator float() const;
#define CL_X(T) CL_IN operator T() const;
	CL_INTEGERS(CL_X)
#undef CL_X
	CL_IN operator char() const;
	CL_IN operator signed char() const;
	CL_IN operator unsigned char() const;
	CL_IN constexpr operator bool() const
	{
		return (__x & 0x7fff) != 0;
	}
#endif
};

struct __align__(4) CL_PAIR {
	CL_TYPE x, y;
	CL_PAIR() = default;
	CL_PAIR(const CL_PAIR &) = default;
	CL_PAIR &operator=(const CL_PAIR &) = default;
	CL_IN constexpr CL_PAIR(const CL_TYPE &low, const CL_TYPE &high) : x(low), y(high)
	{
	}
	CL_IN CL_PAIR(const CL_PAIR_RAW &raw);
	CL_IN CL_PAIR &operator=(const CL_PAIR_RAW &raw);
	CL_IN operator CL_PAIR_RAW() const;
};

#define CL_ARITHMETIC(T) \
	CL_FN T operator+(const T &a, const T &b); \
	CL_FN T operator-(const T &a, const T &b); \
	CL_FN T operator*(const T &a, const T &b); \
	CL_FN T operator/(const T &a, const T &b); \
	CL_FN T &operator+=(T &a, const T &b); \
	CL_FN T &operator-=(T &a, const T &b); \
	CL_FN T &operator*=(T &a, const T &b); \
	CL_FN T &operator/=(T &a, const T &b); \
	CL_FN T &operator++(T &a); \
	CL_FN T &operator--(T &a); \
	CL_FN T operator++(T &a, int); \
	CL_FN T operator--(T &a, int); \
	CL_FN T operator+(const T &a); \
	CL_FN T operator-(const T &a); \
	CL_FN bool operator==(const T &a, const T &b); \
	CL_FN bool operator!=(const T &a, const T &b); \
	CL_FN bool operator<(const T &a, const T &b); \
	CL_FN bool operator<=(const T &a, const T &b); \
	CL_FN bool operator>(const T &a, const T &b); \
	CL_FN bool operator>=(const T &a, const T &b);
#if CL_OPERATORS
CL_ARITHMETIC(CL_TYPE)
#endif
#if CL_PAIR_OPERATORS
CL_ARITHMETIC(CL_PAIR)
#endif
#undef CL_ARITHMETIC
