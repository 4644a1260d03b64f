/* Barriers, fences, warp collectives, clusters, timers, address-space queries. */
#ifndef CUDALINT_WARP_H
#define CUDALINT_WARP_H
#define __SM_20_INTRINSICS_H__
#define __SM_30_INTRINSICS_H__

#include "builtins.h"
#include "mark.h"

#define CL_FN extern __device__
#define CL_TYPES(X) \
	X(int) X(unsigned int) X(long) X(unsigned long) X(long long) X(unsigned long long) X(float) X(double)

/* Block barriers and fences. */
extern "C" {
CL_FN void __syncthreads();
CL_FN void __threadfence();
CL_FN void __threadfence_block();
CL_FN void __threadfence_system();
CL_FN void __trap();
CL_FN void __brkpt();
extern CUDALINT_LIBC long clock() noexcept;
}
CL_FN int __syncthreads_count(int predicate);
CL_FN int __syncthreads_and(int predicate);
CL_FN int __syncthreads_or(int predicate);
CL_FN void __barrier_sync(unsigned int id);
CL_FN void __barrier_sync_count(unsigned int id, unsigned int count);
CL_FN CUDALINT_ARCH(70) void __nanosleep(unsigned int ns);
CL_FN void __prof_trigger(int counter);
CL_FN void __pm0();
CL_FN void __pm1();
CL_FN void __pm2();
CL_FN void __pm3();
CL_FN long long int clock64();

/* Warp barriers and votes. */
CL_FN unsigned int __activemask();
CL_FN void __syncwarp(unsigned int mask = 0xffffffff);
CL_FN int __all_sync(unsigned int mask, int predicate);
CL_FN int __any_sync(unsigned int mask, int predicate);
CL_FN int __uni_sync(unsigned int mask, int predicate);
CL_FN unsigned int __ballot_sync(unsigned int mask, int predicate);
CL_FN unsigned int __fns(unsigned int mask, unsigned int base, int offset);

/* Shuffles and matches. */
#define CL_X(T) \
	CL_FN T __shfl_sync(unsigned int mask, T var, int srcLane, int width = 32); \
	CL_FN T __shfl_up_sync(unsigned int mask, T var, unsigned int delta, int width = 32); \
	CL_FN T __shfl_down_sync(unsigned int mask, T var, unsigned int delta, int width = 32); \
	CL_FN T __shfl_xor_sync(unsigned int mask, T var, int laneMask, int width = 32); \
	CL_FN CUDALINT_ARCH(70) unsigned int __match_any_sync(unsigned int mask, T value); \
	CL_FN CUDALINT_ARCH(70) unsigned int __match_all_sync(unsigned int mask, T value, int *predicate);
CL_TYPES(CL_X)
#undef CL_X

/* Reductions. */
#define CL_X(T) \
	CL_FN CUDALINT_ARCH(80) T __reduce_add_sync(unsigned int mask, T value); \
	CL_FN CUDALINT_ARCH(80) T __reduce_min_sync(unsigned int mask, T value); \
	CL_FN CUDALINT_ARCH(80) T __reduce_max_sync(unsigned int mask, T value);
CL_X(int) CL_X(unsigned int)
#undef CL_X
CL_FN CUDALINT_ARCH(80) unsigned int __reduce_and_sync(unsigned int mask, unsigned int value);
CL_FN CUDALINT_ARCH(80) unsigned int __reduce_or_sync(unsigned int mask, unsigned int value);
CL_FN CUDALINT_ARCH(80) unsigned int __reduce_xor_sync(unsigned int mask, unsigned int value);

/* Without a mask: deprecated by CUDA 9.0, don't compile for compute capability 7.0 and later. */
#define CL_OLD(use) extern __device__ CUDALINT_MASKLESS(use) CUDALINT_DEPRECATED("9.0", use)
CL_OLD("__all_sync") int __all(int predicate);
CL_OLD("__any_sync") int __any(int predicate);
CL_OLD("__ballot_sync") unsigned int __ballot(int predicate);
#define CL_X(T) \
	CL_OLD("__shfl_sync") T __shfl(T var, int srcLane, int width = 32); \
	CL_OLD("__shfl_up_sync") T __shfl_up(T var, unsigned int delta, int width = 32); \
	CL_OLD("__shfl_down_sync") T __shfl_down(T var, unsigned int delta, int width = 32); \
	CL_OLD("__shfl_xor_sync") T __shfl_xor(T var, int laneMask, int width = 32);
CL_TYPES(CL_X)
#undef CL_X
#undef CL_OLD
#undef CL_TYPES

/* Thread block clusters. */
#define CL_CLUSTER extern __device__ CUDALINT_ARCH(90)
CL_CLUSTER dim3 __clusterDim();
CL_CLUSTER unsigned int __clusterDimIsSpecified();
CL_CLUSTER dim3 __clusterRelativeBlockIdx();
CL_CLUSTER unsigned int __clusterRelativeBlockRank();
CL_CLUSTER dim3 __clusterGridDimInClusters();
CL_CLUSTER dim3 __clusterIdx();
CL_CLUSTER unsigned int __clusterSizeInBlocks();
CL_CLUSTER void __cluster_barrier_arrive();
CL_CLUSTER void __cluster_barrier_arrive_relaxed();
CL_CLUSTER void __cluster_barrier_wait();
CL_CLUSTER void __threadfence_cluster();
CL_CLUSTER void *__cluster_map_shared_rank(const void *ptr, unsigned int rank);
CL_CLUSTER unsigned int __cluster_query_shared_rank(const void *ptr);
CL_CLUSTER uint2 __cluster_map_shared_multicast(const void *ptr, unsigned int mask);
CL_CLUSTER unsigned int __isCtaShared(const void *ptr);
CL_CLUSTER unsigned int __isClusterShared(const void *ptr);
#undef CL_CLUSTER

/* Address spaces of generic pointers. */
#define CL_X(space, query) \
	CL_FN unsigned int query(const void *ptr); \
	CL_FN __SIZE_TYPE__ __cvta_generic_to_##space(const void *ptr); \
	CL_FN void *__cvta_##space##_to_generic(__SIZE_TYPE__ address);
CL_X(global, __isGlobal)
CL_X(shared, __isShared)
CL_X(constant, __isConstant)
CL_X(local, __isLocal)
CL_X(grid_constant, __isGridConstant)
#undef CL_X
#undef CL_FN

#endif
