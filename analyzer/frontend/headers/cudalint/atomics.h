/* Atomic functions: the classic ones in their three scopes, and the __nv_atomic_* built-ins. */
#ifndef __DEVICE_ATOMIC_FUNCTIONS_H__
#define __DEVICE_ATOMIC_FUNCTIONS_H__
#define __SM_20_ATOMIC_FUNCTIONS_H__
#define __SM_32_ATOMIC_FUNCTIONS_H__
#define __SM_35_ATOMIC_FUNCTIONS_H__
#define __SM_60_ATOMIC_FUNCTIONS_H__

#include "vector_types.h"
#include "mark.h"

/* T name(T *address, T value) at device, block and system scope. */
#define CL_SCOPES(T, name, arch) \
	extern __device__ arch T name(T *address, T value); \
	extern __device__ CUDALINT_ARCH(60) arch T name##_block(T *address, T value); \
	extern __device__ CUDALINT_ARCH(60) arch T name##_system(T *address, T value);
#define CL_CAS(T, arch) \
	extern __device__ arch T atomicCAS(T *address, T compare, T value); \
	extern __device__ CUDALINT_ARCH(60) arch T atomicCAS_block(T *address, T compare, T value); \
	extern __device__ CUDALINT_ARCH(60) arch T atomicCAS_system(T *address, T compare, T value);
#define CL_WORDS(X) X(int) X(unsigned int) X(unsigned long long int)

#define CL_X(T) \
	CL_SCOPES(T, atomicAdd, ) CL_SCOPES(T, atomicExch, ) CL_SCOPES(T, atomicMin, ) CL_SCOPES(T, atomicMax, ) \
	CL_SCOPES(T, atomicAnd, ) CL_SCOPES(T, atomicOr, ) CL_SCOPES(T, atomicXor, ) CL_CAS(T, )
CL_WORDS(CL_X)
#undef CL_X
CL_SCOPES(int, atomicSub, ) CL_SCOPES(unsigned int, atomicSub, )
CL_SCOPES(unsigned int, atomicInc, ) CL_SCOPES(unsigned int, atomicDec, )
CL_SCOPES(long long int, atomicMin, ) CL_SCOPES(long long int, atomicMax, )
CL_SCOPES(float, atomicAdd, ) CL_SCOPES(float, atomicExch, )
/* Old code brings its own for old hardware, often static. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
static __device__ CUDALINT_ARCH(60) double atomicAdd(double *address, double value);
#else
CL_SCOPES(double, atomicAdd, CUDALINT_ARCH(60))
#endif
CL_SCOPES(float2, atomicAdd, CUDALINT_ARCH(90)) CL_SCOPES(float4, atomicAdd, CUDALINT_ARCH(90))
CL_CAS(unsigned short int, CUDALINT_ARCH(70))

/* 128-bit exchange and compare-and-swap, for any type of that size. */
template <bool, class T_> struct cudalint_enable {};
template <class T_> struct cudalint_enable<true, T_> {
	using type = T_;
};
template <class T_> using cudalint_16_bytes = typename cudalint_enable<sizeof(T_) == 16, T_>::type;
#define CL_X(suffix) \
	template <class T_> \
	extern __device__ CUDALINT_ARCH(90) cudalint_16_bytes<T_> atomicExch##suffix(T_ *address, T_ value); \
	template <class T_> \
	extern __device__ CUDALINT_ARCH(90) cudalint_16_bytes<T_> atomicCAS##suffix(T_ *address, T_ compare, T_ value);
CL_X() CL_X(_block) CL_X(_system)
#undef CL_X
#undef CL_SCOPES
#undef CL_CAS
#undef CL_WORDS

/* Atomic operations with an explicit order and scope. */
enum {
	__NV_ATOMIC_RELAXED,
	__NV_ATOMIC_CONSUME,
	__NV_ATOMIC_ACQUIRE,
	__NV_ATOMIC_RELEASE,
	__NV_ATOMIC_ACQ_REL,
	__NV_ATOMIC_SEQ_CST
};
enum {
	__NV_THREAD_SCOPE_THREAD,
	__NV_THREAD_SCOPE_BLOCK,
	__NV_THREAD_SCOPE_CLUSTER,
	__NV_THREAD_SCOPE_DEVICE,
	__NV_THREAD_SCOPE_SYSTEM
};
template <class T_> struct cudalint_same {
	using type = T_;
};
template <class T_> using cudalint_value = typename cudalint_same<T_>::type;

#define CL_FN template <class T_> extern __device__ CUDALINT_ARCH(60)
#define CL_HOW int order, int scope = __NV_THREAD_SCOPE_SYSTEM
extern __device__ CUDALINT_ARCH(60) void __nv_atomic_thread_fence(CL_HOW);
CL_FN void __nv_atomic_load(const volatile T_ *ptr, T_ *result, CL_HOW);
CL_FN T_ __nv_atomic_load_n(const volatile T_ *ptr, CL_HOW);
CL_FN void __nv_atomic_store(volatile T_ *ptr, T_ *value, CL_HOW);
CL_FN void __nv_atomic_store_n(volatile T_ *ptr, cudalint_value<T_> value, CL_HOW);
CL_FN void __nv_atomic_exchange(volatile T_ *ptr, T_ *value, T_ *result, CL_HOW);
CL_FN T_ __nv_atomic_exchange_n(volatile T_ *ptr, cudalint_value<T_> value, CL_HOW);
CL_FN bool __nv_atomic_compare_exchange(volatile T_ *ptr, T_ *expected, T_ *desired, bool weak, int success,
	int failure, int scope = __NV_THREAD_SCOPE_SYSTEM);
CL_FN bool __nv_atomic_compare_exchange_n(volatile T_ *ptr, T_ *expected, cudalint_value<T_> desired, bool weak,
	int success, int failure, int scope = __NV_THREAD_SCOPE_SYSTEM);
#define CL_X(op) \
	CL_FN T_ __nv_atomic_fetch_##op(volatile T_ *ptr, cudalint_value<T_> value, CL_HOW); \
	CL_FN void __nv_atomic_##op(volatile T_ *ptr, cudalint_value<T_> value, CL_HOW);
CL_X(add) CL_X(sub) CL_X(and) CL_X(or) CL_X(xor) CL_X(min) CL_X(max)
#undef CL_X
#undef CL_HOW
#undef CL_FN

#endif
