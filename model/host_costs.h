/* What the host pays for calls of the runtime, and chains of short kernels for how they are issued.
 *
 * Measured on the host of an H100 by measured/costs/host.cu (costs-h100.tsv; the names in brackets), and on
 * an H200 by measured/costs/heap.cu where it says so (costs-h200.tsv). Other hosts differ by their processor;
 * ratios carry over better than times. */
#ifndef CUDALINT_MODEL_HOST_COSTS_H
#define CUDALINT_MODEL_HOST_COSTS_H

#include <stdint.h>

/* The memory that copies and managed memory were measured with: 64 MB. */
#define MODEL_HOST_BYTES ((int64_t)64 << 20)

struct model_host_costs {
	double launch_us;       /* a launch, for the host (call_launch) */
	double chain_launch_us; /* per empty kernel of a chain, launched one by one (chain_launches_ns_0) */
	double chain_sync_us;   /* the same with a wait after each (chain_sync_each_ns_0) */
	double chain_graph_us;  /* the same as a graph (chain_graph_ns_0) */
	double instantiate_us;  /* instantiation of a graph of 20 kernels (instantiate_20_ns_0) */
	double record_timed_us; /* cudaEventRecord with timing (call_record_timed) */
	double record_us;       /* without (call_record_untimed) */
	double malloc_us;       /* cudaMalloc and cudaFree of a megabyte (malloc_free_mb_1) */
	double malloc_async_us; /* cudaMallocAsync and cudaFreeAsync (malloc_free_async_mb_1) */
	double malloc_host_us;  /* cudaMallocHost and cudaFreeHost of a megabyte (malloc_host_mb_1) */
	double register_us;     /* cudaHostRegister and cudaHostUnregister of 16 megabytes (register_mb_16) */
	double stream_us;       /* creation and end of a stream (setup_stream) */
	double event_us;        /* of an event (setup_event) */
	double properties_us;   /* cudaGetDeviceProperties (setup_properties) */
	double attribute_us;    /* cudaFuncSetAttribute (setup_function_attribute) */
	double small_copy_us;   /* per asynchronous copy of 4 KB, of 100 (copies_loop_100x4k / 100) */
	double batched_copy_us; /* the same in a batch (copies_batch_100x4k / 100) */
	double pinned_us;       /* copy of 64 MB to the device from pinned memory (copy_to_pinned_kb_65536) */
	double pageable_us;     /* from pageable memory (copy_to_pageable_kb_65536) */
	/* A kernel that touches 64 MB of managed memory which the host has written, on an H200: page by page,
	 * and after a prefetch, which is included (managed_faults_mb_64, managed_prefetched_mb_64). */
	double managed_faults_us, managed_prefetched_us;
	/* An allocation of up to 128 bytes from the device's heap and its end, for each thread, on an H200:
	 * the threads of a grid have them one after the other (heap_64_threads_16384 to _262144: 0.15 to
	 * 0.21; larger ones take longer, heap_16384_bytes_1024). A single one, with its launch
	 * (heap_64_threads_256). */
	double heap_us, heap_alone_us;
};

extern const struct model_host_costs model_host_costs;

#endif
