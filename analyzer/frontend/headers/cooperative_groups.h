/* Cooperative groups: group types, how they are made and split, and what their members do together. */
#define _COOPERATIVE_GROUPS_H_
#ifndef CUDALINT_COOPERATIVE_GROUPS_H
#define CUDALINT_COOPERATIVE_GROUPS_H

#include "cudalint/mark.h"

namespace cooperative_groups
{
class coalesced_group;

namespace details
{
template <class T> struct plain {
	using type = T;
};
template <class T> struct plain<T &> : plain<T> {
};
template <class T> struct plain<T &&> : plain<T> {
};
template <class T> struct plain<const T> : plain<T> {
};
template <class T> struct plain<volatile T> : plain<T> {
};
template <class T> struct plain<const volatile T> : plain<T> {
};
/* A value's type without reference and qualifiers: what shuffles and reductions return. */
template <class T> using remove_qual = typename plain<T>::type;
} // namespace details

/* Any group: all others convert to it. */
class thread_group
{
      protected:
	unsigned int _data[4];
	__device__ thread_group() {}

      public:
	__device__ unsigned long long size() const;
	__device__ unsigned long long num_threads() const;
	__device__ unsigned long long thread_rank() const;
	__device__ void sync() const;
	__device__ unsigned int get_type() const;
};

/* All threads of a cooperative launch. */
class grid_group : public thread_group
{
	__device__ grid_group() {}

      public:
	using arrival_token = unsigned int;

	__device__ bool is_valid() const;
	__device__ void sync() const;
	__device__ arrival_token barrier_arrive() const;
	__device__ void barrier_wait(arrival_token &&token) const;
	static __device__ unsigned long long size();
	static __device__ unsigned long long num_threads();
	static __device__ unsigned long long thread_rank();
	static __device__ dim3 thread_index();
	static __device__ dim3 dim_threads();
	static __device__ dim3 group_dim();
	static __device__ unsigned long long num_blocks();
	static __device__ unsigned long long block_rank();
	static __device__ dim3 block_index();
	static __device__ dim3 dim_blocks();
	CUDALINT_ARCH(90) static __device__ unsigned long long num_clusters();
	CUDALINT_ARCH(90) static __device__ unsigned long long cluster_rank();
	CUDALINT_ARCH(90) static __device__ dim3 cluster_index();
	CUDALINT_ARCH(90) static __device__ dim3 dim_clusters();
};

/* The grids of a launch on several devices. */
class CUDALINT_REMOVED("13.0", "") multi_grid_group : public thread_group
{
	__device__ multi_grid_group() {}

      public:
	__device__ bool is_valid() const;
	__device__ void sync() const;
	__device__ unsigned long long size() const;
	__device__ unsigned long long num_threads() const;
	__device__ unsigned long long thread_rank() const;
	__device__ unsigned int grid_rank() const;
	__device__ unsigned int num_grids() const;
};

/* The blocks of a cluster, which reach each other's shared memory. */
class CUDALINT_ARCH(90) cluster_group : public thread_group
{
	__device__ cluster_group() {}

      public:
	struct arrival_token {
	};

	static __device__ void sync();
	static __device__ arrival_token barrier_arrive();
	static __device__ void barrier_wait();
	static __device__ void barrier_wait(arrival_token &&token);
	static __device__ unsigned int query_shared_rank(const void *address);
	template <class T> static __device__ T *map_shared_rank(T *address, int rank);
	static __device__ unsigned int size();
	static __device__ unsigned int num_threads();
	static __device__ unsigned int thread_rank();
	static __device__ dim3 thread_index();
	static __device__ dim3 dim_threads();
	static __device__ unsigned int num_blocks();
	static __device__ unsigned int block_rank();
	static __device__ dim3 block_index();
	static __device__ dim3 dim_blocks();
};

/* Shared scratch that tiles of more than one warp need below compute capability 8.0. */
template <unsigned int MaxBlockSize = 1024> struct __align__(8) block_tile_memory
{
	char scratch[60 + MaxBlockSize / 4];
};

class thread_block : public thread_group
{
	__device__ thread_block() {}

      public:
	struct arrival_token {
	};

	static __device__ void sync();
	__device__ arrival_token barrier_arrive() const;
	__device__ void barrier_wait(arrival_token &&token) const;
	static __device__ unsigned int size();
	static __device__ unsigned int num_threads();
	static __device__ unsigned int thread_rank();
	static __device__ dim3 thread_index();
	static __device__ dim3 group_index();
	static __device__ dim3 dim_threads();
	static __device__ dim3 group_dim();
};

/* The lanes of a warp that were converged when it was made, or a part of a tile. */
class coalesced_group : public thread_group
{
      protected:
	__device__ coalesced_group() {}

      public:
	__device__ void sync() const;
	__device__ unsigned int size() const;
	__device__ unsigned int num_threads() const;
	__device__ unsigned int thread_rank() const;
	__device__ unsigned int meta_group_rank() const;
	__device__ unsigned int meta_group_size() const;

	template <class T, class R = details::remove_qual<T>> __device__ R shfl(T &&value, int rank) const;
	template <class T, class R = details::remove_qual<T>>
	__device__ R shfl_down(T &&value, unsigned int delta) const;
	template <class T, class R = details::remove_qual<T>> __device__ R shfl_up(T &&value, int delta) const;
	__device__ int any(int predicate) const;
	__device__ int all(int predicate) const;
	__device__ unsigned int ballot(int predicate) const;
	template <class T> CUDALINT_ARCH(70) __device__ unsigned int match_any(T value) const;
	template <class T> CUDALINT_ARCH(70) __device__ unsigned int match_all(T value, int &predicate) const;
};

/* Size threads of equal rank / Size in the parent. Sizes that the library refuses are for the rules to report. */
template <unsigned int Size, class Parent = void> class thread_block_tile : public thread_group
{
      protected:
	__device__ thread_block_tile() {}
	__device__ thread_block_tile(const Parent &parent);

      public:
	__device__ operator coalesced_group() const;

	__device__ void sync() const;
	static constexpr __device__ unsigned int size() { return Size; }
	static constexpr __device__ unsigned int num_threads() { return Size; }
	static __device__ unsigned int thread_rank();
	__device__ unsigned int meta_group_rank() const;
	__device__ unsigned int meta_group_size() const;

	template <class T, class R = details::remove_qual<T>> __device__ R shfl(T &&value, int rank) const;
	template <class T, class R = details::remove_qual<T>>
	__device__ R shfl_down(T &&value, unsigned int delta) const;
	template <class T, class R = details::remove_qual<T>> __device__ R shfl_up(T &&value, unsigned int delta) const;
	template <class T, class R = details::remove_qual<T>> __device__ R shfl_xor(T &&value, unsigned int mask) const;
	__device__ int any(int predicate) const;
	__device__ int all(int predicate) const;
	__device__ unsigned int ballot(int predicate) const;
	template <class T> CUDALINT_ARCH(70) __device__ unsigned int match_any(T value) const;
	template <class T> CUDALINT_ARCH(70) __device__ unsigned int match_all(T value, int &predicate) const;
};

template <unsigned int Size> class thread_block_tile<Size, void> : public thread_group
{
      protected:
	__device__ thread_block_tile() {}

      public:
	template <unsigned int OtherSize, class Parent>
	__device__ thread_block_tile(const thread_block_tile<OtherSize, Parent> &other);
	__device__ operator coalesced_group() const;

	__device__ void sync() const;
	static constexpr __device__ unsigned int size() { return Size; }
	static constexpr __device__ unsigned int num_threads() { return Size; }
	static __device__ unsigned int thread_rank();
	__device__ unsigned int meta_group_rank() const;
	__device__ unsigned int meta_group_size() const;

	template <class T, class R = details::remove_qual<T>> __device__ R shfl(T &&value, int rank) const;
	template <class T, class R = details::remove_qual<T>>
	__device__ R shfl_down(T &&value, unsigned int delta) const;
	template <class T, class R = details::remove_qual<T>> __device__ R shfl_up(T &&value, unsigned int delta) const;
	template <class T, class R = details::remove_qual<T>> __device__ R shfl_xor(T &&value, unsigned int mask) const;
	__device__ int any(int predicate) const;
	__device__ int all(int predicate) const;
	__device__ unsigned int ballot(int predicate) const;
	template <class T> CUDALINT_ARCH(70) __device__ unsigned int match_any(T value) const;
	template <class T> CUDALINT_ARCH(70) __device__ unsigned int match_all(T value, int &predicate) const;
};

/* The group that the calling thread is in. */
__device__ thread_block this_thread_block();
template <unsigned int MaxBlockSize>
__device__ thread_block this_thread_block(block_tile_memory<MaxBlockSize> &scratch);
__device__ grid_group this_grid();
CUDALINT_REMOVED("13.0", "") __device__ multi_grid_group this_multi_grid();
CUDALINT_ARCH(90) __device__ cluster_group this_cluster();
__device__ coalesced_group coalesced_threads();
__device__ thread_block_tile<1, void> this_thread();

/* A group split into parts. */
__device__ thread_group tiled_partition(const thread_group &parent, unsigned int size);
__device__ thread_group tiled_partition(const thread_block &parent, unsigned int size);
__device__ coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size);
template <unsigned int Size, class Parent>
__device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &parent);

__device__ coalesced_group binary_partition(const coalesced_group &parent, bool predicate);
template <unsigned int Size, class Parent>
__device__ coalesced_group binary_partition(const thread_block_tile<Size, Parent> &parent, bool predicate);

template <class Label>
CUDALINT_ARCH(70)
__device__ coalesced_group labeled_partition(const coalesced_group &parent, Label label);
template <class Label, unsigned int Size, class Parent>
CUDALINT_ARCH(70)
__device__ coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &parent, Label label);

/* Members as free functions. */
template <class Group> __device__ void sync(const Group &group);
template <class Group> __device__ auto thread_rank(const Group &group) -> decltype(group.thread_rank());
template <class Group> __device__ auto group_size(const Group &group) -> decltype(group.num_threads());

/* One member calls; invoke_one_broadcast hands its result to all. */
template <class Group, class Function, class... Arguments>
__device__ void invoke_one(const Group &group, Function &&function, Arguments &&...arguments)
{
	if (group.thread_rank() == 0)
		static_cast<Function &&>(function)(static_cast<Arguments &&>(arguments)...);
}
template <class Group, class Function, class... Arguments>
__device__ auto invoke_one_broadcast(const Group &group, Function &&function, Arguments &&...arguments)
	-> details::remove_qual<decltype(static_cast<Function &&>(function)(static_cast<Arguments &&>(arguments)...))>
{
	details::remove_qual<decltype(static_cast<Function &&>(function)(static_cast<Arguments &&>(arguments)...))>
		result;
	if (group.thread_rank() == 0)
		result = static_cast<Function &&>(function)(static_cast<Arguments &&>(arguments)...);
	return group.shfl(result, 0);
}

/* Operators for reductions and scans. */
template <class T> struct plus {
	__device__ T operator()(T a, T b) const { return a + b; }
};
template <class T> struct less {
	__device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct greater {
	__device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T> struct bit_and {
	__device__ T operator()(T a, T b) const { return a & b; }
};
template <class T> struct bit_or {
	__device__ T operator()(T a, T b) const { return a | b; }
};
template <class T> struct bit_xor {
	__device__ T operator()(T a, T b) const { return a ^ b; }
};
} // namespace cooperative_groups

#endif
