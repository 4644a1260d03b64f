// libcu++: PTX as functions, and bulk copies.
#include <cuda/ptx>
#include <cuda/barrier>
#include <cuda/annotated_ptr>
namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void bulk(const int *p, int *q, const CUtensorMap *map)
{
	alignas(16) __shared__ int s[256];
	__shared__ barrier bar;
	if (threadIdx.x == 0) {
		init(&bar, blockDim.x);
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	barrier::arrival_token tok;
	if (threadIdx.x == 0) {
		cuda::memcpy_async(s, p, cuda::aligned_size_t<16>(sizeof(s)), bar);
		ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, p, sizeof(s),
			cuda::device::barrier_native_handle(bar));
		int32_t c[2] = {0, 0};
		ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, s, map, c,
			cuda::device::barrier_native_handle(bar));
		tok = cuda::device::barrier_arrive_tx(bar, 1, sizeof(s));
	} else
		tok = bar.arrive();
	bar.wait(std::move(tok));
	ptx::fence_proxy_async(ptx::space_shared);
	ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, q, s, sizeof(s));
	ptx::cp_async_bulk_commit_group();
	ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
	while (!ptx::mbarrier_try_wait(
		ptx::sem_acquire, ptx::scope_cta, cuda::device::barrier_native_handle(bar), tok))
		;
	cuda::annotated_ptr<int, cuda::access_property::persisting> ap{q};
	ap[threadIdx.x] = 3;
	cuda::access_property interleaved{
		cuda::access_property::persisting{}, 0.3, cuda::access_property::streaming{}};
	cuda::annotated_ptr<int, cuda::access_property> dp{q, interleaved};
	dp[threadIdx.x]++;
	cuda::apply_access_property(q, 32 * sizeof(int), cuda::access_property::persisting{});
	cuda::discard_memory(&ap[0], 128);
}
