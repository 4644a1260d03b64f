/*
 * What nvcc predefines: its own macros, and the qualifiers of functions and variables.
 * Qualifiers that clang lacks become annotate attributes, whose arguments stay visible in instantiated templates.
 */
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __NVCC__
#define __NVCC__ 1
#endif
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ 13
#endif
#ifndef __CUDACC_VER_MINOR__
#define __CUDACC_VER_MINOR__ 0
#endif
#ifndef __CUDACC_VER_BUILD__
#define __CUDACC_VER_BUILD__ 88
#endif
#ifndef CUDART_VERSION
#define CUDART_VERSION (__CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10)
#endif
#ifndef CUDA_VERSION
#define CUDA_VERSION CUDART_VERSION
#endif
#ifndef CUDA_API_PER_THREAD_DEFAULT_STREAM
#ifdef __CUDA_API_PER_THREAD_DEFAULT_STREAM
#define CUDA_API_PER_THREAD_DEFAULT_STREAM 1
#endif
#endif
/* Built into nvcc. Here no type of a lambda is extended: what asks does so to refuse it. */
#define __nv_is_extended_device_lambda_closure_type(type) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(type) false
#define __nv_is_extended_host_device_lambda_closure_type(type) false
#ifndef __CUDACC_EXTENDED_LAMBDA__
#define __CUDACC_EXTENDED_LAMBDA__ 1
#endif
#ifndef __CUDACC_RELAXED_CONSTEXPR__
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#endif
#ifndef __CUDACC_RDC__
#define __CUDACC_RDC__ 1
#endif
#define __CUDACC_DEVICE_ATOMIC_BUILTINS__ 1
#ifdef __CUDA_ARCH__
#ifndef __CUDA_ARCH_LIST__
#define __CUDA_ARCH_LIST__ __CUDA_ARCH__
#endif
#elif !defined(__CUDA_ARCH_LIST__)
#define __CUDA_ARCH_LIST__ 750
#endif

/* Where a function runs and where a variable lives. */
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __constant__ __attribute__((constant))
/* of static duration, so that lambdas see it without a capture, and beside `extern` */
#define __shared__ thread_local __attribute__((annotate("shared")))
#define __managed__ __attribute__((device)) __attribute__((annotate("managed")))
#define __grid_constant__ __attribute__((annotate("grid_constant")))

/* A function that the C library has too: ours serves the host as well where there is no such library. */
#if __has_include(<stdlib.h>)
#define CUDALINT_LIBC __device__
#else
#define CUDALINT_LIBC __host__ __device__
#endif

/* How a kernel is launched. __block_size__((x, y, z), (cx, cy, cz)) splits into its two tuples; with the second one,
 * launches count clusters. */
#define __launch_bounds__(...) __attribute__((annotate("launch_bounds", ##__VA_ARGS__)))
#define __maxnreg__(...) __attribute__((annotate("maxnreg", ##__VA_ARGS__)))
#define __cluster_dims__(...) __attribute__((annotate("cluster_dims", ##__VA_ARGS__)))
#define __block_size__(...) CUDALINT_PICK_(__VA_ARGS__, CUDALINT_BLOCK_2_, CUDALINT_BLOCK_1_, )(__VA_ARGS__)
#define CUDALINT_BLOCK_1_(block) __attribute__((annotate("block_size", CUDALINT_OPEN_(block))))
#define CUDALINT_BLOCK_2_(block, cluster) \
	CUDALINT_BLOCK_1_(block) __attribute__((annotate("cluster_dims", CUDALINT_OPEN_(cluster)))) \
	__attribute__((annotate("blocks_as_clusters")))
#define CUDALINT_PICK_(first, second, which, ...) which
#define CUDALINT_OPEN_(item) CUDALINT_PASTE_(CUDALINT_OPEN_, CUDALINT_IS_TUPLE_(item))(item)
#define CUDALINT_OPEN_0(item) item
#define CUDALINT_OPEN_1(item) CUDALINT_ITEMS_ item
#define CUDALINT_ITEMS_(...) __VA_ARGS__
#define CUDALINT_IS_TUPLE_(item) CUDALINT_SECOND_(CUDALINT_PROBE_ item, 0, )
#define CUDALINT_PROBE_(...) , 1
#define CUDALINT_SECOND_(...) CUDALINT_SECOND_OF_(__VA_ARGS__)
#define CUDALINT_SECOND_OF_(first, second, ...) second
#define CUDALINT_PASTE_(left, right) CUDALINT_PASTE_BOTH_(left, right)
#define CUDALINT_PASTE_BOTH_(left, right) left##right

/* How a function is compiled. __noinline__ stays clang's keyword: a macro of that name breaks <memory>. */
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__ __attribute__((annotate("inline_hint")))
#define __no_return__ __attribute__((noreturn))
#define __nv_pure__ __attribute__((pure))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __CUDA_ALIGN__(n) __attribute__((aligned(n)))
#define __thread__ __thread
#define __annotate__(a) __attribute__((a))
#define __location__(a) __annotate__(a)
#define __specialization_static static
#define __import__
#define __export__
#define __no_sc__
#define __nv_register_params__
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDAAPI
#define CUDA_CB
#define CUDART_CB

#endif
