/* nvcuda::wmma: fragments of the shapes and types that tensor cores take, and what loads, stores and multiplies them. */
#define __CUDA_MMA_H__
#include "cuda_fp16.h"
#include "cuda_bf16.h"
#ifndef CUDALINT_MMA_H
#define CUDALINT_MMA_H

extern __device__ CUDALINT_ARCH(80) float __float_to_tf32(float value);

namespace nvcuda
{
namespace wmma
{
using ::__float_to_tf32;

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };

namespace precision
{
struct tf32;
}
namespace experimental
{
namespace precision
{
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

/* What a lane holds: `count` elements, in `words` of the storage type, which memory holds as `memory`. */
template <class Element_, class Storage_, class Memory_, int count_, int words_> struct cudalint_fragment {
	using element_type = Element_;
	using storage_element_type = Storage_;
	using memory_type = Memory_;
	enum { num_elements = count_, num_storage_elements = words_ };
	Storage_ x[words_];
};

/* Shapes that there aren't are for the rules to report. */
template <class Use_, int m_, int n_, int k_, class T_, class Layout_ = void>
class fragment : public cudalint_fragment<T_, float, void, 8, 8>
{
};

#define CL_FRAGMENT(arch, use, m, n, k, T, layout, ...) \
	template <> \
	class CUDALINT_ARCH(arch) fragment<use, m, n, k, T, layout> : public cudalint_fragment<T, __VA_ARGS__> \
	{ \
	};
#define CL_INPUT(arch, use, m, n, k, T, ...) \
	CL_FRAGMENT(arch, use, m, n, k, T, row_major, __VA_ARGS__) \
	CL_FRAGMENT(arch, use, m, n, k, T, col_major, __VA_ARGS__)
#define CL_16(arch, T, ...) \
	CL_INPUT(arch, matrix_a, 16, 16, 16, T, T, T, __VA_ARGS__) \
	CL_INPUT(arch, matrix_b, 16, 16, 16, T, T, T, __VA_ARGS__)
#define CL_OBLONG(arch, T, wide, narrow) \
	CL_INPUT(arch, matrix_a, 32, 8, 16, T, T, T, wide, wide) \
	CL_INPUT(arch, matrix_b, 32, 8, 16, T, T, T, narrow, narrow) \
	CL_INPUT(arch, matrix_a, 8, 32, 16, T, T, T, narrow, narrow) \
	CL_INPUT(arch, matrix_b, 8, 32, 16, T, T, T, wide, wide)
#define CL_SUM(arch, m, n, k, T, count) CL_FRAGMENT(arch, accumulator, m, n, k, T, void, T, T, count, count)

CL_16(70, __half, 16, 16)
CL_OBLONG(70, __half, 16, 16)
CL_16(72, signed char, 8, 8)
CL_OBLONG(72, signed char, 16, 4)
CL_16(72, unsigned char, 8, 8)
CL_OBLONG(72, unsigned char, 16, 4)
CL_16(80, __nv_bfloat16, 8, 8)
CL_OBLONG(80, __nv_bfloat16, 16, 4)
CL_INPUT(80, matrix_a, 16, 16, 8, precision::tf32, float, float, 4, 4)
CL_INPUT(80, matrix_b, 16, 16, 8, precision::tf32, float, float, 4, 4)
CL_INPUT(80, matrix_a, 8, 8, 4, double, double, double, 1, 1)
CL_INPUT(80, matrix_b, 8, 8, 4, double, double, double, 1, 1)
CL_FRAGMENT(75, matrix_a, 8, 8, 32, experimental::precision::u4, row_major, unsigned int, void, 8, 1)
CL_FRAGMENT(75, matrix_b, 8, 8, 32, experimental::precision::u4, col_major, unsigned int, void, 8, 1)
CL_FRAGMENT(75, matrix_a, 8, 8, 32, experimental::precision::s4, row_major, int, void, 8, 1)
CL_FRAGMENT(75, matrix_b, 8, 8, 32, experimental::precision::s4, col_major, int, void, 8, 1)
CL_FRAGMENT(75, matrix_a, 8, 8, 128, experimental::precision::b1, row_major, unsigned int, void, 32, 1)
CL_FRAGMENT(75, matrix_b, 8, 8, 128, experimental::precision::b1, col_major, unsigned int, void, 32, 1)

#define CL_SUMS(arch, T) CL_SUM(arch, 16, 16, 16, T, 8) CL_SUM(arch, 32, 8, 16, T, 8) CL_SUM(arch, 8, 32, 16, T, 8)
CL_SUMS(70, __half)
CL_SUMS(70, float)
CL_SUMS(72, int)
CL_SUM(80, 16, 16, 8, float, 8)
CL_SUM(80, 8, 8, 4, double, 2)
CL_SUM(75, 8, 8, 32, int, 2)
CL_SUM(75, 8, 8, 128, int, 2)
#undef CL_SUMS
#undef CL_SUM
#undef CL_OBLONG
#undef CL_16
#undef CL_INPUT
#undef CL_FRAGMENT

/* All lanes of a warp call these together. `ldm` counts elements from one row (column) to the next. */
#define CL_FN template <class Use_, int m_, int n_, int k_, class T_, class Layout_> extern __device__ CUDALINT_ARCH(70)
#define CL_ANY fragment<Use_, m_, n_, k_, T_, Layout_>
#define CL_SUM fragment<accumulator, m_, n_, k_, T_>
CL_FN void fill_fragment(CL_ANY &a, const typename CL_ANY::storage_element_type &value);
CL_FN void load_matrix_sync(CL_ANY &a, const typename CL_ANY::memory_type *ptr, unsigned int ldm);
#undef CL_FN
#define CL_FN template <int m_, int n_, int k_, class T_> extern __device__ CUDALINT_ARCH(70)
CL_FN void load_matrix_sync(CL_SUM &a, const typename CL_SUM::memory_type *ptr, unsigned int ldm, layout_t layout);
CL_FN void store_matrix_sync(typename CL_SUM::memory_type *ptr, const CL_SUM &a, unsigned int ldm, layout_t layout);
#undef CL_FN
#undef CL_SUM
#undef CL_ANY

/* d = a * b + c; a and b have one type. */
#define CL_FN \
	template <int m_, int n_, int k_, class T_, class A_, class B_, class D_, class C_> \
	extern __device__ CUDALINT_ARCH(70)
#define CL_OPERANDS \
	fragment<accumulator, m_, n_, k_, D_> &d, const fragment<matrix_a, m_, n_, k_, T_, A_> &a, \
		const fragment<matrix_b, m_, n_, k_, T_, B_> &b, const fragment<accumulator, m_, n_, k_, C_> &c
CL_FN void mma_sync(CL_OPERANDS, bool saturate = false);
CL_FN CUDALINT_ARCH(75) void bmma_sync(CL_OPERANDS, experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
	experimental::bmmaAccumulateOp sum = experimental::bmmaAccumulateOpPOPC);
#undef CL_OPERANDS
#undef CL_FN
} // namespace wmma
} // namespace nvcuda

#endif
