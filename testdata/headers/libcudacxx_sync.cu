// libcu++: atomics, barriers, pipelines, semaphores, latches and copies.
#include <cooperative_groups.h>
#include <cuda/annotated_ptr>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/atomic>
#include <cuda/std/chrono>

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__device__ cuda::atomic<int, cuda::thread_scope_device> counter{0};
__device__ cuda::std::atomic<unsigned> system_counter;

__host__ __device__ void write_then_signal(
	cuda::atomic<bool, cuda::thread_scope_device> &flag, int &data, int value)
{
	data = value;
	flag.store(true, cuda::memory_order_release);
	flag.notify_all();
	flag = true;
}

__host__ __device__ int poll_then_read(cuda::std::atomic<bool> &flag, int &data)
{
	while (!flag.load())
		;
	while (!flag)
		;
	flag.wait(false, cuda::std::memory_order_acquire);
	return data;
}

__global__ void atomics(int *data, float *sum, unsigned long long *wide)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> cell(data[0]);
	cell.fetch_add(1, cuda::memory_order_relaxed);
	cell.fetch_max(3);
	int expected = cell;
	while (!cell.compare_exchange_weak(
		expected, expected + 1, cuda::std::memory_order_acq_rel, cuda::std::memory_order_relaxed))
		;
	cuda::atomic_ref<float> total{*sum};
	total += 1.f;
	counter++;
	++counter;
	system_counter.fetch_add(1);
	__shared__ cuda::atomic<int, cuda::thread_scope_block> local;
	if (threadIdx.x == 0)
		local.store(0, cuda::memory_order_relaxed);
	cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
	cuda::std::atomic_thread_fence(cuda::std::memory_order_release);
	local |= 1;
	data[1] = local.exchange(2) + cuda::std::atomic_fetch_add(&local, 1);
	cuda::std::atomic_flag *flag = nullptr;
	while (flag->test_and_set(cuda::std::memory_order_acquire))
		;
	flag->clear();
	cuda::atomic_ref<unsigned long long, cuda::thread_scope_system>(*wide).fetch_add(1);
}

__global__ void locks(cuda::std::binary_semaphore *semaphore,
	cuda::counting_semaphore<cuda::thread_scope_device, 8> *many,
	cuda::latch<cuda::thread_scope_device> *latch)
{
	semaphore->acquire();
	semaphore->release();
	many->acquire();
	many->release(1);
	latch->arrive_and_wait();
	if (!semaphore->try_acquire_for(cuda::std::chrono::microseconds(5)))
		return;
}

__global__ void copies(float *out, const float *in)
{
	__shared__ float stage[2][256];
	__shared__ barrier bar;
	auto block = cg::this_thread_block();
	if (block.thread_rank() == 0)
		init(&bar, block.size());
	block.sync();
	cuda::memcpy_async(block, stage[0], in, sizeof(float) * 256, bar);
	cuda::memcpy_async(block, stage[1], in + 256, cuda::aligned_size_t<16>(sizeof(float) * 256), bar);
	bar.arrive_and_wait();
	barrier::arrival_token token = bar.arrive();
	bar.wait(std::move(token));
	bar.wait(bar.arrive());
	cuda::memcpy_async(&stage[0][threadIdx.x], &in[threadIdx.x], sizeof(float), bar);
	bar.arrive_and_drop();
	out[threadIdx.x] = stage[0][threadIdx.x] + stage[1][threadIdx.x];
}

template <int Stages> __global__ void staged(int *out, const int *in, int n)
{
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state;
	extern __shared__ int buffer[];
	auto block = cg::this_thread_block();
	auto pipeline = cuda::make_pipeline(block, &state);
	for (int compute = 0, fetch = 0; compute < n; compute++) {
		for (; fetch < n && fetch < compute + Stages; fetch++) {
			pipeline.producer_acquire();
			cuda::memcpy_async(block, buffer + fetch % Stages * block.size(),
				in + fetch * block.size(), sizeof(int) * block.size(), pipeline);
			pipeline.producer_commit();
		}
		pipeline.consumer_wait();
		out[compute * block.size() + threadIdx.x] =
			buffer[compute % Stages * block.size() + threadIdx.x];
		pipeline.consumer_release();
	}
	auto roles = cuda::make_pipeline(block, &state,
		threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
	cuda::pipeline<cuda::thread_scope_thread> own = cuda::make_pipeline();
	cuda::memcpy_async(&buffer[threadIdx.x], &in[threadIdx.x], sizeof(int), own);
	own.producer_commit();
	cuda::pipeline_consumer_wait_prior<0>(own);
}

__global__ void cached(int *global, size_t bytes)
{
	cuda::annotated_ptr<int, cuda::access_property::persisting> kept{global};
	kept[threadIdx.x] = 42;
	cuda::access_property mixed{
		cuda::access_property::persisting{}, 0.3f, cuda::access_property::streaming{}};
	cuda::annotated_ptr<int, cuda::access_property> hinted{global, mixed};
	int value = hinted[threadIdx.x];
	if (threadIdx.x == 0) {
		cuda::apply_access_property(global, 32 * sizeof(int), cuda::access_property::persisting{});
		cuda::apply_access_property(global, bytes, cuda::access_property::normal{});
		cuda::discard_memory(&kept[value], 32 * sizeof(int));
	}
}

void host()
{
	cuda::std::binary_semaphore *semaphore;
	cudaMallocManaged(&semaphore, sizeof(cuda::std::binary_semaphore));
	new (semaphore) cuda::std::binary_semaphore(1);
	staged<2><<<1, 128, 1024>>>(nullptr, nullptr, 4);
}
