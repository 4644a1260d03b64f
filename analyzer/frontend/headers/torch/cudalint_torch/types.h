/* PyTorch, thin: what extensions use of ATen and c10 beside tensors. Used where the real headers aren't there. */
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>
#if __cplusplus >= 201703L
#include <optional>
#include <string_view>
#endif

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define C10_HOST_DEVICE __host__ __device__
#define C10_HOST __host__
#define C10_DEVICE __device__
#define C10_ALWAYS_INLINE inline __attribute__((always_inline))
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(threads)
#define C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__(threads, blocks)
#define C10_LAUNCH_BOUNDS(...) __launch_bounds__(__VA_ARGS__)
#define C10_WARP_SIZE 32
#define C10_RESTRICT __restrict__
#define C10_UNUSED __attribute__((unused))
#define C10_NODISCARD
#define C10_EXPORT
#define C10_API
#define C10_LIKELY(expr) (expr)
#define C10_UNLIKELY(expr) (expr)
#define C10_DEFAULT default
#define TORCH_API
#define TORCH_CUDA_CU_API
#define GPU_LAMBDA __host__ __device__

namespace c10 {

class Error : public std::exception {
public:
	Error();
	Error(const std::string &);
	const char *what() const noexcept override;
};

enum class ScalarType : signed char {
	Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat, ComplexDouble, Bool,
	QInt8, QUInt8, QInt32, BFloat16, QUInt4x2, QUInt2x4, Bits1x8, Bits2x4, Bits4x2, Bits8, Bits16,
	Float8_e5m2, Float8_e4m3fn, Float8_e5m2fnuz, Float8_e4m3fnuz, UInt16, UInt32, UInt64, Undefined
};
constexpr ScalarType kByte = ScalarType::Byte, kUInt8 = kByte, kChar = ScalarType::Char, kInt8 = kChar,
		     kShort = ScalarType::Short, kInt16 = kShort, kInt = ScalarType::Int, kInt32 = kInt,
		     kLong = ScalarType::Long, kInt64 = kLong, kHalf = ScalarType::Half, kFloat16 = kHalf,
		     kFloat = ScalarType::Float, kFloat32 = kFloat, kDouble = ScalarType::Double,
		     kFloat64 = kDouble, kBool = ScalarType::Bool, kBFloat16 = ScalarType::BFloat16,
		     kFloat8_e5m2 = ScalarType::Float8_e5m2, kFloat8_e4m3fn = ScalarType::Float8_e4m3fn,
		     kUInt16 = ScalarType::UInt16, kUInt32 = ScalarType::UInt32,
		     kUInt64 = ScalarType::UInt64, kComplexFloat = ScalarType::ComplexFloat,
		     kComplexDouble = ScalarType::ComplexDouble;
const char *toString(ScalarType);
size_t elementSize(ScalarType);
bool isFloatingType(ScalarType);
bool isIntegralType(ScalarType, bool);
std::ostream &operator<<(std::ostream &, ScalarType);

enum class DeviceType : signed char { CPU = 0, CUDA = 1, HIP = 6, Meta = 15 };
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA, kMeta = DeviceType::Meta;
typedef signed char DeviceIndex;

struct Device {
	Device(DeviceType, DeviceIndex = -1);
	Device(const std::string &);
	DeviceType type() const;
	DeviceIndex index() const;
	bool is_cuda() const;
	bool is_cpu() const;
	bool is_meta() const;
	bool operator==(const Device &) const;
	bool operator!=(const Device &) const;
};
std::ostream &operator<<(std::ostream &, const Device &);

enum class Layout : signed char { Strided, Sparse };
enum class MemoryFormat : signed char { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
constexpr Layout kStrided = Layout::Strided, kSparse = Layout::Sparse;

#define CUDALINT_TORCH_HALF(Name, Native)                                                                    \
	struct alignas(2) Name {                                                                             \
		unsigned short x;                                                                            \
		Name() = default;                                                                            \
		__host__ __device__ Name(float);                                                             \
		__host__ __device__ Name(const Native &);                                                    \
		__host__ __device__ operator float() const;                                                  \
		__host__ __device__ explicit operator Native() const;                                        \
	};                                                                                                   \
	__host__ __device__ Name operator+(const Name &, const Name &);                                      \
	__host__ __device__ Name operator-(const Name &, const Name &);                                      \
	__host__ __device__ Name operator*(const Name &, const Name &);                                      \
	__host__ __device__ Name operator/(const Name &, const Name &);                                      \
	__host__ __device__ Name operator-(const Name &);                                                    \
	__host__ __device__ Name &operator+=(Name &, const Name &);                                          \
	__host__ __device__ Name &operator-=(Name &, const Name &);                                          \
	__host__ __device__ Name &operator*=(Name &, const Name &);                                          \
	__host__ __device__ Name &operator/=(Name &, const Name &);
CUDALINT_TORCH_HALF(Half, __half)
CUDALINT_TORCH_HALF(BFloat16, __nv_bfloat16)
#undef CUDALINT_TORCH_HALF

template <class T> struct alignas(sizeof(T) * 2) complex {
	T real_, imag_;
	__host__ __device__ complex(T = T(), T = T());
	__host__ __device__ T real() const;
	__host__ __device__ T imag() const;
};

template <class T> class ArrayRef {
public:
	ArrayRef();
	ArrayRef(const T &);
	ArrayRef(const T *, size_t);
	ArrayRef(const std::vector<T> &);
	ArrayRef(const std::initializer_list<T> &);
	template <size_t N> ArrayRef(const T (&)[N]);
	template <size_t N> ArrayRef(const std::array<T, N> &);
	const T *begin() const;
	const T *end() const;
	const T *data() const;
	size_t size() const;
	bool empty() const;
	const T &operator[](size_t) const;
	const T &front() const;
	const T &back() const;
	ArrayRef slice(size_t, size_t) const;
	std::vector<T> vec() const;
	bool equals(ArrayRef) const;
	bool operator==(ArrayRef) const;
	bool operator!=(ArrayRef) const;
};
template <class T> std::ostream &operator<<(std::ostream &, const ArrayRef<T> &);
typedef ArrayRef<int64_t> IntArrayRef;
typedef int64_t SymInt;

struct Scalar {
	Scalar();
	template <class T> Scalar(T);
	template <class T> T to() const;
	double toDouble() const;
	float toFloat() const;
	int64_t toLong() const;
	bool toBool() const;
};

#if __cplusplus >= 201703L
using std::make_optional;
using std::nullopt;
using std::nullopt_t;
using std::optional;
using std::string_view;
#endif

template <class T> class SmallVector : public std::vector<T> {};

namespace util {
template <class T> const char *get_fully_qualified_type_name();
}

template <class T> struct CppTypeToScalarType;
inline int64_t divup(int64_t a, int64_t b)
{
	return (a + b - 1) / b;
}
} // namespace c10

typedef c10::Half c10_half_t;

/* A check that fails leaves by an exception; some write it without a semicolon. */
#define TORCH_CHECK(cond, ...)                                                                               \
	if (!(cond)) {                                                                                       \
		throw ::c10::Error();                                                                        \
	}
#define TORCH_INTERNAL_ASSERT(...) TORCH_CHECK(__VA_ARGS__)
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(...) ((void)0)
#define TORCH_CHECK_EQ(a, b) TORCH_CHECK((a) == (b))
#define TORCH_CHECK_NE(a, b) TORCH_CHECK((a) != (b))
#define TORCH_CHECK_GT(a, b) TORCH_CHECK((a) > (b))
#define TORCH_CHECK_GE(a, b) TORCH_CHECK((a) >= (b))
#define TORCH_CHECK_LT(a, b) TORCH_CHECK((a) < (b))
#define TORCH_CHECK_LE(a, b) TORCH_CHECK((a) <= (b))
#define TORCH_CHECK_VALUE TORCH_CHECK
#define TORCH_CHECK_TYPE TORCH_CHECK
#define TORCH_CHECK_INDEX TORCH_CHECK
#define TORCH_CHECK_NOT_IMPLEMENTED TORCH_CHECK
#define TORCH_WARN(...) ((void)0)
#define TORCH_WARN_ONCE(...) ((void)0)
#define AT_ASSERT TORCH_CHECK
#define AT_ASSERTM TORCH_CHECK
#define AT_CHECK TORCH_CHECK
#define AT_ERROR(...) throw ::c10::Error()
#define C10_THROW_ERROR(type, ...) throw ::c10::Error()

#define C10_CUDA_CHECK(expr)                                                                                 \
	do {                                                                                                 \
		const cudaError_t error_ = (expr);                                                           \
		if (error_ != cudaSuccess)                                                                   \
			throw ::c10::Error();                                                                \
	} while (0)
#define C10_CUDA_CHECK_WARN(expr) C10_CUDA_CHECK(expr)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define TORCH_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define AT_CUDA_CHECK(expr) C10_CUDA_CHECK(expr)
#define THCudaCheck(expr) C10_CUDA_CHECK(expr)
#define TORCH_CUDABLAS_CHECK(expr) TORCH_CHECK((expr) == CUBLAS_STATUS_SUCCESS)
#define TORCH_CUSPARSE_CHECK(expr) TORCH_CHECK((expr) == CUSPARSE_STATUS_SUCCESS)
#define AT_CUDA_DRIVER_CHECK(expr) TORCH_CHECK((expr) == CUDA_SUCCESS)

#define CUDA_KERNEL_LOOP_TYPE(i, n, index_type)                                                              \
	for (index_type i = (index_type)blockIdx.x * blockDim.x + threadIdx.x; i < (n);                      \
		i += (index_type)blockDim.x * gridDim.x)
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)
