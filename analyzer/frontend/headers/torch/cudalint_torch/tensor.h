/* PyTorch, thin: tensors, and the functions that make them. */
#pragma once

#include "types.h"

#include "accessor.h"

namespace at {
using namespace c10;
class Tensor;
typedef ArrayRef<Tensor> TensorList;

struct TensorOptions {
	TensorOptions();
	TensorOptions(ScalarType);
	TensorOptions(Device);
	TensorOptions(DeviceType);
	TensorOptions dtype(ScalarType) const;
	TensorOptions device(Device) const;
	TensorOptions device(DeviceType, int = -1) const;
	TensorOptions layout(Layout) const;
	TensorOptions requires_grad(bool) const;
	TensorOptions memory_format(MemoryFormat) const;
	TensorOptions pinned_memory(bool) const;
	ScalarType dtype() const;
	Device device() const;
};
std::ostream &operator<<(std::ostream &, const TensorOptions &);

namespace indexing {
struct Slice {
	template <class... A> Slice(A...);
};
enum class TensorIndexType { None, Ellipsis };
constexpr TensorIndexType None = TensorIndexType::None, Ellipsis = TensorIndexType::Ellipsis;
struct TensorIndex {
	template <class T> TensorIndex(T);
};
} // namespace indexing

struct Generator {};
struct Storage {
	void *data() const;
	size_t nbytes() const;
};

class Tensor {
public:
	Tensor();
	bool defined() const;
	int64_t size(int64_t) const;
	IntArrayRef sizes() const;
	int64_t stride(int64_t) const;
	IntArrayRef strides() const;
	int64_t dim() const;
	int64_t ndimension() const;
	int64_t numel() const;
	size_t nbytes() const;
	int64_t element_size() const;
	size_t itemsize() const;
	int64_t storage_offset() const;
	Storage storage() const;
	ScalarType scalar_type() const;
	ScalarType dtype() const;
	ScalarType type() const;
	TensorOptions options() const;
	Device device() const;
	DeviceIndex get_device() const;
	Layout layout() const;
	bool is_cuda() const;
	bool is_cpu() const;
	bool is_meta() const;
	bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
	bool is_floating_point() const;
	bool is_sparse() const;
	bool requires_grad() const;
	bool is_same(const Tensor &) const;
	bool has_value() const;
	void *data_ptr() const;
	template <class T> T *data_ptr() const;
	const void *const_data_ptr() const;
	template <class T> const T *const_data_ptr() const;
	void *mutable_data_ptr() const;
	template <class T> T *mutable_data_ptr() const;
	template <class T> T *data() const;
	template <class T> T item() const;
	Scalar item() const;
	template <class T, size_t N> TensorAccessor<T, N> accessor() const;
	template <class T, size_t N, template <class> class P = DefaultPtrTraits>
	PackedTensorAccessor32<T, N, P> packed_accessor32() const;
	template <class T, size_t N, template <class> class P = DefaultPtrTraits>
	PackedTensorAccessor64<T, N, P> packed_accessor64() const;
	template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
	GenericPackedTensorAccessor<T, N, P, I> packed_accessor() const;
	template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
	GenericPackedTensorAccessor<T, N, P, I> generic_packed_accessor() const;
	Tensor contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
	Tensor to(TensorOptions, bool = false, bool = false) const;
	Tensor to(ScalarType, bool = false, bool = false) const;
	Tensor to(Device, ScalarType, bool = false, bool = false) const;
	Tensor cuda() const;
	Tensor cpu() const;
	Tensor view(IntArrayRef) const;
	Tensor view(ScalarType) const;
	Tensor reshape(IntArrayRef) const;
	Tensor expand(IntArrayRef) const;
	Tensor permute(IntArrayRef) const;
	Tensor operator[](int64_t) const;
	Tensor operator[](const Tensor &) const;
	Tensor index(std::initializer_list<indexing::TensorIndex>) const;
	template <class V> Tensor index_put_(std::initializer_list<indexing::TensorIndex>, const V &);
	Tensor operator-() const;
	Tensor &operator+=(const Tensor &);
	Tensor &operator-=(const Tensor &);
	Tensor &operator*=(const Tensor &);
	Tensor &operator/=(const Tensor &);
	Tensor &operator+=(Scalar);
	Tensor &operator*=(Scalar);
/* with the indices of the values, along one dimension */
#define CUDALINT_TORCH_PAIR(name)                                                                            \
	template <class D, class = typename std::enable_if<std::is_integral<D>::value>::type>                \
	std::tuple<Tensor, Tensor> name(D, bool = false) const;
	CUDALINT_TORCH_PAIR(max) CUDALINT_TORCH_PAIR(min) CUDALINT_TORCH_PAIR(median)
	CUDALINT_TORCH_PAIR(mode)
#undef CUDALINT_TORCH_PAIR
	template <class... A> std::tuple<Tensor, Tensor> sort(A &&...) const;
	template <class... A> std::tuple<Tensor, Tensor> topk(A &&...) const;
#define CUDALINT_TORCH_METHOD(name) template <class... A> Tensor name(A &&...) const;
	CUDALINT_TORCH_METHOD(abs) CUDALINT_TORCH_METHOD(add) CUDALINT_TORCH_METHOD(add_)
	CUDALINT_TORCH_METHOD(all) CUDALINT_TORCH_METHOD(amax) CUDALINT_TORCH_METHOD(any)
	CUDALINT_TORCH_METHOD(argmax) CUDALINT_TORCH_METHOD(bitwise_and) CUDALINT_TORCH_METHOD(clamp)
	CUDALINT_TORCH_METHOD(clone) CUDALINT_TORCH_METHOD(copy_) CUDALINT_TORCH_METHOD(cumsum)
	CUDALINT_TORCH_METHOD(detach) CUDALINT_TORCH_METHOD(div) CUDALINT_TORCH_METHOD(div_)
	CUDALINT_TORCH_METHOD(eq) CUDALINT_TORCH_METHOD(exp) CUDALINT_TORCH_METHOD(expand_as)
	CUDALINT_TORCH_METHOD(fill_) CUDALINT_TORCH_METHOD(flatten) CUDALINT_TORCH_METHOD(flip)
	CUDALINT_TORCH_METHOD(gather) CUDALINT_TORCH_METHOD(grad) CUDALINT_TORCH_METHOD(index_select)
	CUDALINT_TORCH_METHOD(log) CUDALINT_TORCH_METHOD(masked_fill_) CUDALINT_TORCH_METHOD(matmul)
	CUDALINT_TORCH_METHOD(max) CUDALINT_TORCH_METHOD(mean) CUDALINT_TORCH_METHOD(min)
	CUDALINT_TORCH_METHOD(mm) CUDALINT_TORCH_METHOD(mul) CUDALINT_TORCH_METHOD(mul_)
	CUDALINT_TORCH_METHOD(narrow) CUDALINT_TORCH_METHOD(ne) CUDALINT_TORCH_METHOD(new_empty)
	CUDALINT_TORCH_METHOD(new_zeros) CUDALINT_TORCH_METHOD(nonzero) CUDALINT_TORCH_METHOD(norm)
	CUDALINT_TORCH_METHOD(pow) CUDALINT_TORCH_METHOD(repeat) CUDALINT_TORCH_METHOD(resize_)
	CUDALINT_TORCH_METHOD(scatter_) CUDALINT_TORCH_METHOD(select) CUDALINT_TORCH_METHOD(set_)
	CUDALINT_TORCH_METHOD(slice) CUDALINT_TORCH_METHOD(sqrt)
	CUDALINT_TORCH_METHOD(squeeze) CUDALINT_TORCH_METHOD(squeeze_) CUDALINT_TORCH_METHOD(sub)
	CUDALINT_TORCH_METHOD(sub_) CUDALINT_TORCH_METHOD(sum) CUDALINT_TORCH_METHOD(t)
	CUDALINT_TORCH_METHOD(toType) CUDALINT_TORCH_METHOD(transpose) CUDALINT_TORCH_METHOD(type_as)
	CUDALINT_TORCH_METHOD(unsqueeze) CUDALINT_TORCH_METHOD(unsqueeze_) CUDALINT_TORCH_METHOD(view_as)
	CUDALINT_TORCH_METHOD(zero_)
#undef CUDALINT_TORCH_METHOD
};
std::ostream &operator<<(std::ostream &, const Tensor &);

#define CUDALINT_TORCH_OPERATOR(op)                                                                          \
	Tensor operator op(const Tensor &, const Tensor &);                                                  \
	Tensor operator op(const Tensor &, Scalar);                                                          \
	Tensor operator op(Scalar, const Tensor &);
CUDALINT_TORCH_OPERATOR(+)
CUDALINT_TORCH_OPERATOR(-)
CUDALINT_TORCH_OPERATOR(*)
CUDALINT_TORCH_OPERATOR(/)
CUDALINT_TORCH_OPERATOR(<)
CUDALINT_TORCH_OPERATOR(>)
CUDALINT_TORCH_OPERATOR(<=)
CUDALINT_TORCH_OPERATOR(>=)
CUDALINT_TORCH_OPERATOR(==)
CUDALINT_TORCH_OPERATOR(!=)
#undef CUDALINT_TORCH_OPERATOR

Tensor empty(IntArrayRef, TensorOptions = {});
Tensor zeros(IntArrayRef, TensorOptions = {});
Tensor ones(IntArrayRef, TensorOptions = {});
Tensor rand(IntArrayRef, TensorOptions = {});
Tensor randn(IntArrayRef, TensorOptions = {});
Tensor randint(int64_t, IntArrayRef, TensorOptions = {});
Tensor full(IntArrayRef, Scalar, TensorOptions = {});
Tensor empty_strided(IntArrayRef, IntArrayRef, TensorOptions = {});
Tensor empty_like(const Tensor &, TensorOptions = {});
Tensor zeros_like(const Tensor &, TensorOptions = {});
Tensor ones_like(const Tensor &, TensorOptions = {});
Tensor full_like(const Tensor &, Scalar, TensorOptions = {});
Tensor from_blob(void *, IntArrayRef, TensorOptions = {});
Tensor cat(TensorList, int64_t = 0);
Tensor stack(TensorList, int64_t = 0);
template <class T> Tensor tensor(std::initializer_list<T>, TensorOptions = {});
template <class T> Tensor tensor(const T &, TensorOptions = {});
template <class... A> Tensor arange(A &&...);
template <class... A> Tensor linspace(A &&...);
#define CUDALINT_TORCH_PAIR(name)                                                                            \
	template <class D, class = typename std::enable_if<std::is_integral<D>::value>::type>                \
	std::tuple<Tensor, Tensor> name(const Tensor &, D, bool = false);
CUDALINT_TORCH_PAIR(max)
CUDALINT_TORCH_PAIR(min)
CUDALINT_TORCH_PAIR(median)
CUDALINT_TORCH_PAIR(mode)
#undef CUDALINT_TORCH_PAIR
template <class... A> std::tuple<Tensor, Tensor> sort(const Tensor &, A &&...);
template <class... A> std::tuple<Tensor, Tensor> topk(const Tensor &, A &&...);
#define CUDALINT_TORCH_FUNCTION(name) template <class... A> Tensor name(const Tensor &, A &&...);
CUDALINT_TORCH_FUNCTION(abs)
CUDALINT_TORCH_FUNCTION(add)
CUDALINT_TORCH_FUNCTION(bmm)
CUDALINT_TORCH_FUNCTION(clamp)
CUDALINT_TORCH_FUNCTION(cumsum)
CUDALINT_TORCH_FUNCTION(exp)
CUDALINT_TORCH_FUNCTION(log)
CUDALINT_TORCH_FUNCTION(matmul)
CUDALINT_TORCH_FUNCTION(max)
CUDALINT_TORCH_FUNCTION(mean)
CUDALINT_TORCH_FUNCTION(min)
CUDALINT_TORCH_FUNCTION(mm)
CUDALINT_TORCH_FUNCTION(mul)
CUDALINT_TORCH_FUNCTION(relu)
CUDALINT_TORCH_FUNCTION(sigmoid)
CUDALINT_TORCH_FUNCTION(softmax)
CUDALINT_TORCH_FUNCTION(sqrt)
CUDALINT_TORCH_FUNCTION(sub)
CUDALINT_TORCH_FUNCTION(sum)
CUDALINT_TORCH_FUNCTION(tanh)
CUDALINT_TORCH_FUNCTION(transpose)
CUDALINT_TORCH_FUNCTION(where)
#undef CUDALINT_TORCH_FUNCTION

struct OptionalTensorRef {};
struct OptionalDeviceGuard {
	OptionalDeviceGuard(...);
};
struct DeviceGuard {
	DeviceGuard(Device);
};
typedef OptionalDeviceGuard device_guard_t;
inline Device device_of(const Tensor &tensor)
{
	return tensor.device();
}
template <class T, bool = true> struct acc_type_ {
	typedef T type;
};
template <class T, bool is_cuda> using acc_type =
	typename std::conditional<std::is_same<T, Half>::value || std::is_same<T, BFloat16>::value, float, T>::type;
template <class T> using opmath_type = acc_type<T, true>;
template <class T> T ceil_div(T a, T b)
{
	return (a + b - 1) / b;
}
} // namespace at

namespace torch {
using namespace at;
using at::Tensor;
typedef at::TensorOptions TensorOptions;
typedef at::ScalarType Dtype;
TensorOptions dtype(ScalarType);
TensorOptions device(Device);
template <class T> ScalarType CppTypeToScalarType();
struct NoGradGuard {};
namespace cuda {
bool is_available();
int64_t device_count();
void synchronize(int64_t = -1);
} // namespace cuda
namespace autograd {
typedef std::vector<Tensor> variable_list;
struct AutogradContext {
	void save_for_backward(variable_list);
	variable_list get_saved_variables() const;
	std::unordered_map<std::string, Scalar> saved_data;
};
template <class T> struct Function {
	template <class... A> static Tensor apply(A &&...);
};
} // namespace autograd
} // namespace torch
namespace at {
inline TensorOptions dtype(ScalarType type)
{
	return TensorOptions(type);
}
TensorOptions device(Device);
} // namespace at

/* The body for each type that may come; what it names scalar_t is that type. */
#define CUDALINT_TORCH_CASE(name, value, ctype, ...)                                                         \
	case value: {                                                                                        \
		using name = ctype;                                                                          \
		return __VA_ARGS__();                                                                        \
	}
#define AT_PRIVATE_CASE_TYPE(value, ctype, ...) CUDALINT_TORCH_CASE(scalar_t, value, ctype, __VA_ARGS__)
#define AT_DISPATCH_SWITCH(type, name, ...)                                                                  \
	[&] {                                                                                                \
		switch (type) {                                                                              \
			__VA_ARGS__                                                                          \
		default: throw ::c10::Error();                                                               \
		}                                                                                            \
	}()
#define CUDALINT_TORCH_FLOAT(...) CUDALINT_TORCH_CASE(scalar_t, ::at::ScalarType::Float, float, __VA_ARGS__)
#define CUDALINT_TORCH_DOUBLE(...) CUDALINT_TORCH_CASE(scalar_t, ::at::ScalarType::Double, double, __VA_ARGS__)
#define CUDALINT_TORCH_HALF16(...) CUDALINT_TORCH_CASE(scalar_t, ::at::ScalarType::Half, ::at::Half, __VA_ARGS__)
#define CUDALINT_TORCH_BF16(...)                                                                             \
	CUDALINT_TORCH_CASE(scalar_t, ::at::ScalarType::BFloat16, ::at::BFloat16, __VA_ARGS__)
#define CUDALINT_TORCH_INT(...) CUDALINT_TORCH_CASE(scalar_t, ::at::ScalarType::Int, int, __VA_ARGS__)
#define CUDALINT_TORCH_LONG(...) CUDALINT_TORCH_CASE(scalar_t, ::at::ScalarType::Long, int64_t, __VA_ARGS__)
#define CUDALINT_TORCH_BYTE(...) CUDALINT_TORCH_CASE(scalar_t, ::at::ScalarType::Byte, uint8_t, __VA_ARGS__)
#define AT_DISPATCH_CASE(value, ...)                                                                         \
	case value: {                                                                                        \
		using scalar_t = typename ::at::cudalint_type_of<value>::type;                               \
		return __VA_ARGS__();                                                                        \
	}
#define AT_DISPATCH_CASE_FLOATING_TYPES(...) CUDALINT_TORCH_FLOAT(__VA_ARGS__) CUDALINT_TORCH_DOUBLE(__VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)                                                                 \
	CUDALINT_TORCH_INT(__VA_ARGS__) CUDALINT_TORCH_LONG(__VA_ARGS__) CUDALINT_TORCH_BYTE(__VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...)                                                                      \
	AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES(type, name, ...)                                                          \
	AT_DISPATCH_SWITCH(type, name, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(type, name, ...)                                                 \
	AT_DISPATCH_SWITCH(type, name,                                                                       \
		AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) CUDALINT_TORCH_HALF16(__VA_ARGS__))
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(type, name, ...)                                                  \
	AT_DISPATCH_SWITCH(type, name, CUDALINT_TORCH_HALF16(__VA_ARGS__) CUDALINT_TORCH_BF16(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND(also, type, name, ...)                                                \
	AT_DISPATCH_SWITCH(type, name,                                                                       \
		AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(also, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(also, also2, type, name, ...)                                        \
	AT_DISPATCH_SWITCH(type, name,                                                                       \
		AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(also, __VA_ARGS__)             \
			AT_DISPATCH_CASE(also2, __VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(type, name, ...)                                                          \
	AT_DISPATCH_SWITCH(type, name, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(type, name, ...)                                                               \
	AT_DISPATCH_SWITCH(type, name, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND(also, type, name, ...)                                                     \
	AT_DISPATCH_SWITCH(                                                                                  \
		type, name, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(also, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND2(also, also2, type, name, ...)                                             \
	AT_DISPATCH_SWITCH(type, name,                                                                       \
		AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(also, __VA_ARGS__)                  \
			AT_DISPATCH_CASE(also2, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND3(also, also2, also3, type, name, ...)                                      \
	AT_DISPATCH_SWITCH(type, name,                                                                       \
		AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(also, __VA_ARGS__)                  \
			AT_DISPATCH_CASE(also2, __VA_ARGS__) AT_DISPATCH_CASE(also3, __VA_ARGS__))
#define AT_DISPATCH_INDEX_TYPES(type, name, ...)                                                             \
	AT_DISPATCH_SWITCH(type, name,                                                                       \
		CUDALINT_TORCH_CASE(index_t, ::at::ScalarType::Int, int32_t, __VA_ARGS__)                    \
			CUDALINT_TORCH_CASE(index_t, ::at::ScalarType::Long, int64_t, __VA_ARGS__))

namespace at {
template <ScalarType> struct cudalint_type_of;
#define CUDALINT_TORCH_TYPE(value, ctype)                                                                    \
	template <> struct cudalint_type_of<ScalarType::value> {                                             \
		typedef ctype type;                                                                          \
	};
CUDALINT_TORCH_TYPE(Byte, uint8_t)
CUDALINT_TORCH_TYPE(Char, int8_t)
CUDALINT_TORCH_TYPE(Short, int16_t)
CUDALINT_TORCH_TYPE(Int, int)
CUDALINT_TORCH_TYPE(Long, int64_t)
CUDALINT_TORCH_TYPE(Half, Half)
CUDALINT_TORCH_TYPE(Float, float)
CUDALINT_TORCH_TYPE(Double, double)
CUDALINT_TORCH_TYPE(Bool, bool)
CUDALINT_TORCH_TYPE(BFloat16, BFloat16)
#undef CUDALINT_TORCH_TYPE
} // namespace at
