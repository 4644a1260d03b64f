/* What calls of the runtime cost the host, and what waiting, graphs and copies cost a chain of short kernels.
 * The figures are those of this machine's processor, too. */
#include "cost.cuh"

#include <chrono>
#include <cstdlib>
#include <cstring>

__global__ void tiny(int *out)
{
	if (out && threadIdx.x == 0) {
		*out = (int)blockIdx.x;
	}
}

/* Some five microseconds on any device. */
__global__ void brief(int *out, long long nanoseconds)
{
	unsigned long long begin, now;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
	do {
		asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
	} while ((long long)(now - begin) < nanoseconds);
	if (out && threadIdx.x == 0) {
		*out = (int)now;
	}
}

/* Median microseconds of the host for each of `calls` that `body` makes. */
template <typename F> static double host_us(int calls, F body, int repeats = 15)
{
	std::vector<double> times;
	for (int i = 0; i < repeats + 2; i++) {
		check(cudaDeviceSynchronize(), "before");
		const auto begin = std::chrono::steady_clock::now();
		body();
		const auto end = std::chrono::steady_clock::now();
		check(cudaDeviceSynchronize(), "after");
		if (i >= 2) {
			times.push_back(
				std::chrono::duration<double, std::micro>(end - begin).count() / calls);
		}
	}
	std::sort(times.begin(), times.end());
	return times[times.size() / 2];
}

static void calls(cudaStream_t stream, cudaEvent_t timed, cudaEvent_t untimed)
{
	const int n = 100;
	report("call_launch", -1,
		host_us(n,
			[&] {
				for (int i = 0; i < n; i++) {
					tiny<<<1, 32, 0, stream>>>(nullptr);
				}
			}),
		"us");
	report("call_stream_sync_idle", -1,
		host_us(n,
			[&] {
				for (int i = 0; i < n; i++) {
					cudaStreamSynchronize(stream);
				}
			}),
		"us");
	report("call_device_sync_idle", -1,
		host_us(n,
			[&] {
				for (int i = 0; i < n; i++) {
					cudaDeviceSynchronize();
				}
			}),
		"us");
	report("call_record_timed", -1,
		host_us(n,
			[&] {
				for (int i = 0; i < n; i++) {
					cudaEventRecord(timed, stream);
				}
			}),
		"us");
	report("call_record_untimed", -1,
		host_us(n,
			[&] {
				for (int i = 0; i < n; i++) {
					cudaEventRecord(untimed, stream);
				}
			}),
		"us");
	report("call_stream_wait", -1,
		host_us(n,
			[&] {
				for (int i = 0; i < n; i++) {
					cudaStreamWaitEvent(stream, untimed, 0);
				}
			}),
		"us");
	report("call_stream_query", -1,
		host_us(n,
			[&] {
				for (int i = 0; i < n; i++) {
					cudaStreamQuery(stream);
				}
			}),
		"us");
}

static void setup()
{
	const int n = 20;
	report("setup_stream", -1,
		host_us(n,
			[&] {
				for (int i = 0; i < n; i++) {
					cudaStream_t stream;
					cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
					cudaStreamDestroy(stream);
				}
			}),
		"us");
	report("setup_event", -1,
		host_us(n,
			[&] {
				for (int i = 0; i < n; i++) {
					cudaEvent_t event;
					cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
					cudaEventDestroy(event);
				}
			}),
		"us");
	report("setup_properties", -1,
		host_us(n,
			[&] {
				for (int i = 0; i < n; i++) {
					cudaDeviceProp properties;
					cudaGetDeviceProperties(&properties, 0);
				}
			}),
		"us");
	report("setup_function_attribute", -1,
		host_us(n,
			[&] {
				for (int i = 0; i < n; i++) {
					cudaFuncSetAttribute(
						tiny, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
				}
			}),
		"us");
	for (int mb = 1; mb <= 256; mb *= 16) {
		const size_t bytes = (size_t)mb << 20;
		report("malloc_free_mb", mb,
			host_us(n,
				[&] {
					for (int i = 0; i < n; i++) {
						void *data;
						cudaMalloc(&data, bytes);
						cudaFree(data);
					}
				}),
			"us");
		report("malloc_free_async_mb", mb,
			host_us(n,
				[&] {
					for (int i = 0; i < n; i++) {
						void *data;
						cudaMallocAsync(&data, bytes, 0);
						cudaFreeAsync(data, 0);
					}
				}),
			"us");
		report("malloc_host_mb", mb,
			host_us(
				n,
				[&] {
					for (int i = 0; i < n; i++) {
						void *data;
						cudaMallocHost(&data, bytes);
						cudaFreeHost(data);
					}
				},
				3),
			"us");
	}
	void *data = malloc(16 << 20);
	report("register_mb_16", -1,
		host_us(1,
			[&] {
				cudaHostRegister(data, 16 << 20, cudaHostRegisterDefault);
				cudaHostUnregister(data);
			}),
		"us");
	free(data);
}

/* A chain of kernels: as launches, with a wait after each, as a graph; and two events of which one has no
 * timing. */
static void chains(cudaStream_t stream, cudaEvent_t timed, cudaEvent_t untimed)
{
	const int n = 20;
	for (int ns = 0; ns <= 8000; ns += 4000) {
		const auto one = [&] { brief<<<1, 32, 0, stream>>>(nullptr, ns); };
		const auto chain = [&] {
			for (int i = 0; i < n; i++) {
				one();
			}
		};
		cudaGraph_t graph;
		cudaGraphExec_t exec;
		check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "begin");
		chain();
		check(cudaStreamEndCapture(stream, &graph), "end");
		check(cudaGraphInstantiate(&exec, graph, 0), "instantiate");
		report("chain_launches_ns", ns,
			host_us(n,
				[&] {
					chain();
					cudaStreamSynchronize(stream);
				}),
			"us per kernel");
		report("chain_sync_each_ns", ns,
			host_us(n,
				[&] {
					for (int i = 0; i < n; i++) {
						one();
						cudaStreamSynchronize(stream);
					}
				}),
			"us per kernel");
		report("chain_graph_ns", ns,
			host_us(n,
				[&] {
					cudaGraphLaunch(exec, stream);
					cudaStreamSynchronize(stream);
				}),
			"us per kernel");
		report("chain_event_timed_ns", ns,
			host_us(n,
				[&] {
					for (int i = 0; i < n; i++) {
						one();
						cudaEventRecord(timed, stream);
					}
					cudaStreamSynchronize(stream);
				}),
			"us per kernel");
		report("chain_event_untimed_ns", ns,
			host_us(n,
				[&] {
					for (int i = 0; i < n; i++) {
						one();
						cudaEventRecord(untimed, stream);
					}
					cudaStreamSynchronize(stream);
				}),
			"us per kernel");
		report("instantiate_20_ns", ns,
			host_us(1,
				[&] {
					cudaGraphExec_t again;
					cudaGraphInstantiate(&again, graph, 0);
					cudaGraphExecDestroy(again);
				}),
			"us");
		cudaGraphExecDestroy(exec);
		cudaGraphDestroy(graph);
	}
}

static void copies(cudaStream_t stream)
{
	const size_t most = 64 << 20;
	char *device_memory, *pinned, *pageable = (char *)malloc(most);
	check(cudaMalloc(&device_memory, most), "cudaMalloc");
	check(cudaMallocHost(&pinned, most), "cudaMallocHost");
	memset(pageable, 1, most);
	memset(pinned, 1, most);
	for (size_t bytes = 4096; bytes <= most; bytes *= 128) {
		const double kb = (double)(bytes >> 10);
		report("copy_to_pinned_kb", kb,
			host_us(1,
				[&] {
					cudaMemcpyAsync(
						device_memory, pinned, bytes, cudaMemcpyHostToDevice, stream);
					cudaStreamSynchronize(stream);
				}),
			"us");
		report("copy_to_pageable_kb", kb,
			host_us(1,
				[&] {
					cudaMemcpyAsync(device_memory, pageable, bytes,
						cudaMemcpyHostToDevice, stream);
					cudaStreamSynchronize(stream);
				}),
			"us");
		report("copy_from_pinned_kb", kb,
			host_us(1,
				[&] {
					cudaMemcpyAsync(
						pinned, device_memory, bytes, cudaMemcpyDeviceToHost, stream);
					cudaStreamSynchronize(stream);
				}),
			"us");
		report("copy_from_pageable_kb", kb,
			host_us(1,
				[&] {
					cudaMemcpyAsync(pageable, device_memory, bytes,
						cudaMemcpyDeviceToHost, stream);
					cudaStreamSynchronize(stream);
				}),
			"us");
	}
	const size_t n = 100, bytes = 4096;
	std::vector<void *> to(n), from(n);
	std::vector<size_t> sizes(n, bytes);
	for (size_t i = 0; i < n; i++) {
		to[i] = device_memory + i * bytes;
		from[i] = pinned + i * bytes;
	}
	report("copies_loop_100x4k", -1,
		host_us(1,
			[&] {
				for (size_t i = 0; i < n; i++) {
					cudaMemcpyAsync(
						to[i], from[i], bytes, cudaMemcpyHostToDevice, stream);
				}
				cudaStreamSynchronize(stream);
			}),
		"us");
#if CUDART_VERSION >= 13000
	cudaMemcpyAttributes attributes = {};
	attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	size_t first = 0;
	report("copies_batch_100x4k", -1,
		host_us(1,
			[&] {
				check(cudaMemcpyBatchAsync(to.data(), (const void **)from.data(),
					      sizes.data(), n, &attributes, &first, 1, stream),
					"batch");
				cudaStreamSynchronize(stream);
			}),
		"us");
#endif
	report("copies_one_400k", -1,
		host_us(1,
			[&] {
				cudaMemcpyAsync(
					device_memory, pinned, n * bytes, cudaMemcpyHostToDevice, stream);
				cudaStreamSynchronize(stream);
			}),
		"us");
	free(pageable);
	cudaFreeHost(pinned);
	cudaFree(device_memory);
}

/* Two streams of which one is waited for: with the device, the host waits for the longer one, too. */
static void waits(cudaStream_t stream)
{
	cudaStream_t other;
	check(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking), "stream");
	report("wait_stream", -1,
		host_us(1,
			[&] {
				brief<<<1, 32, 0, stream>>>(nullptr, 10000);
				brief<<<1, 32, 0, other>>>(nullptr, 200000);
				cudaStreamSynchronize(stream);
			}),
		"us");
	report("wait_device", -1,
		host_us(1,
			[&] {
				brief<<<1, 32, 0, stream>>>(nullptr, 10000);
				brief<<<1, 32, 0, other>>>(nullptr, 200000);
				cudaDeviceSynchronize();
			}),
		"us");
	cudaStreamDestroy(other);
}

int main()
{
	cudaStream_t stream;
	cudaEvent_t timed, untimed;
	check(cudaFree(nullptr), "context");
	check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "stream");
	check(cudaEventCreate(&timed), "event");
	check(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming), "event");
	calls(stream, timed, untimed);
	setup();
	chains(stream, timed, untimed);
	copies(stream);
	waits(stream);
	return 0;
}
