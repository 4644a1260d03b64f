/* DRAM and L2: streams, strides, partial sectors, capacity. Rates count the sectors touched, 32 bytes each.
 */
#include "cost.cuh"

static const size_t GIGABYTE = (size_t)1 << 30;

/* ---- DRAM ---- */

template <typename T> __global__ void read_stream(const T *in, float *out, size_t count)
{
	float sum = 0.0f;
	const size_t step = (size_t)gridDim.x * blockDim.x;
#pragma unroll 4
	for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
		const T value = in[i];
		sum += *(const float *)&value;
	}
	if (sum == 12345.0f) {
		*out = sum;
	}
}

template <typename T> __global__ void write_stream(T *out, size_t count, T value)
{
	const size_t step = (size_t)gridDim.x * blockDim.x;
	for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
		out[i] = value;
	}
}

template <typename T> __global__ void copy_one(const T *in, T *out)
{
	const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i];
}

template <typename T> __global__ void copy_stream(const T *in, T *out, size_t count)
{
	const size_t step = (size_t)gridDim.x * blockDim.x;
#pragma unroll 4
	for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
		out[i] = in[i];
	}
}

/* A thread reads (writes) one word; the words lie `stride` apart. */
__global__ void read_stride(const float *in, float *out, int stride)
{
	const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	const float value = in[i * stride];
	if (value == 12345.0f) {
		*out = value;
	}
}

__global__ void write_stride(float *out, int stride)
{
	const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	out[i * stride] = 1.0f;
}

/* Every sector whole, but the sectors `stride` words apart. */
__global__ void write_sectors(float *out, int stride)
{
	const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	out[i / 8 * stride + i % 8] = 1.0f;
}

static void dram(const device &gpu, float *a, float *b)
{
	const int grid = gpu.sms * 8;
	const size_t words = GIGABYTE / 4;
	const double gb = (double)GIGABYTE * 1e-9;
	double us = launch_us([&] { read_stream<<<grid, THREADS>>>((const float *)a, b, words); });
	report("dram_read_float", -1, gb / us * 1e6, "GB/s");
	us = launch_us([&] { read_stream<<<grid, THREADS>>>((const float4 *)a, b, words / 4); });
	report("dram_read_float4", -1, gb / us * 1e6, "GB/s");
	us = launch_us([&] { write_stream<<<grid, THREADS>>>(a, words, 1.0f); });
	report("dram_write_float", -1, gb / us * 1e6, "GB/s");
	us = launch_us([&] { write_stream<<<grid, THREADS>>>((float4 *)a, words / 4, float4{1, 2, 3, 4}); });
	report("dram_write_float4", -1, gb / us * 1e6, "GB/s");
	us = launch_us([&] { copy_one<<<words / THREADS, THREADS>>>((const float *)a, b); });
	report("dram_copy_one_float", -1, 2 * gb / us * 1e6, "GB/s");
	us = launch_us([&] { copy_one<<<words / 4 / THREADS, THREADS>>>((const float4 *)a, (float4 *)b); });
	report("dram_copy_one_float4", -1, 2 * gb / us * 1e6, "GB/s");
	us = launch_us([&] { copy_stream<<<grid, THREADS>>>((const float4 *)a, (float4 *)b, words / 4); });
	report("dram_copy_stream_float4", -1, 2 * gb / us * 1e6, "GB/s");
	us = launch_us([&] { read_stride<<<words / THREADS, THREADS>>>(a, b, 1); });
	report("dram_read_one_float", -1, gb / us * 1e6, "GB/s");
	us = launch_us([&] { write_stride<<<words / THREADS, THREADS>>>(a, 1); });
	report("dram_write_one_float", -1, gb / us * 1e6, "GB/s");
	for (int stride = 8; stride <= 64; stride *= 2) {
		const int count = (int)(words / 64);
		const double sectors = (double)count * 32 * 1e-9;
		us = launch_us([&] { read_stride<<<count / THREADS, THREADS>>>(a, b, stride); });
		report("dram_read_stride", stride, sectors / us * 1e6, "GB/s of sectors");
		us = launch_us([&] { write_stride<<<count / THREADS, THREADS>>>(a, stride); });
		report("dram_write_partial_stride", stride, sectors / us * 1e6, "GB/s of sectors");
		us = launch_us([&] { write_sectors<<<count / THREADS * 8, THREADS>>>(a, stride); });
		report("dram_write_whole_stride", stride, sectors / us * 1e6, "GB/s of sectors");
	}
}

/* ---- L2: a warp's base moves over a resident range; L1 is passed by ---- */

/* Lane's word of a turn: rows of `group` neighbouring words, `stride` words apart. */
__device__ unsigned word_of(unsigned warp, unsigned turn, unsigned stride, unsigned group, unsigned mask)
{
	const unsigned lane = threadIdx.x % 32;
	const unsigned base = (warp * 2654435769u + turn * 40503u * 64u) & ~31u;
	return (base + lane / group * stride + lane % group) & mask;
}

template <typename T>
__global__ void l2_read(const T *in, float *out, unsigned stride, unsigned group, unsigned mask, int turns)
{
	const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	float sum = 0.0f;
#pragma unroll 8
	for (int turn = 0; turn < turns; turn++) {
		const T value = __ldcg(&in[word_of(warp, (unsigned)turn, stride, group, mask)]);
		sum += *(const float *)&value;
	}
	if (sum == 12345.0f) {
		*out = sum;
	}
}

template <typename T>
__global__ void l2_write(T *out, unsigned stride, unsigned group, unsigned mask, int turns, T value)
{
	const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
#pragma unroll 8
	for (int turn = 0; turn < turns; turn++) {
		out[word_of(warp, (unsigned)turn, stride, group, mask)] = value;
	}
}

/* Stride and group of a request, in words, and the sectors that it touches. */
static const struct {
	const char *name;
	unsigned stride, group, sectors;
} shapes[] = {
	{"whole", 32, 32, 4},
	{"stride2", 2, 1, 8},
	{"stride4", 4, 1, 16},
	{"stride8", 8, 1, 32},
	{"stride16", 16, 1, 32},
	{"stride32", 32, 1, 32},
	{"column2048", 2048, 1, 32},
	{"column8192", 8192, 1, 32},
	{"rows2", 8192, 2, 16},
	{"rows4", 8192, 4, 8},
	{"rows8", 8192, 8, 4},
	{"rows16", 8192, 16, 4},
};

static void l2(const device &gpu, float *a, float *b)
{
	const int grid = gpu.sms * 8, turns = 128;
	const unsigned mask = (1u << 22) - 1; /* 16 MB */
	const double requests = (double)grid * THREADS / 32 * turns;
	char name[64];
	for (const auto &shape : shapes) {
		double us = launch_us([&] {
			l2_read<<<grid, THREADS>>>(
				(const float *)a, b, shape.stride, shape.group, mask, turns);
		});
		snprintf(name, sizeof(name), "l2_read_%s", shape.name);
		report(name, -1, 32 * shape.sectors / sm_cycles(gpu, us, requests), "bytes per cycle and SM");
		us = launch_us([&] {
			l2_write<<<grid, THREADS>>>(a, shape.stride, shape.group, mask, turns, 1.0f);
		});
		snprintf(name, sizeof(name), "l2_write_%s", shape.name);
		report(name, -1, 32 * shape.sectors / sm_cycles(gpu, us, requests), "bytes per cycle and SM");
	}
	const unsigned wide = mask / 4;
	double us = launch_us([&] { l2_read<<<grid, THREADS>>>((const float4 *)a, b, 32, 32, wide, turns); });
	report("l2_read_float4", -1, 512 / sm_cycles(gpu, us, requests), "bytes per cycle and SM");
	us = launch_us([&] {
		l2_write<<<grid, THREADS>>>((float4 *)a, 32, 32, wide, turns, float4{1, 2, 3, 4});
	});
	report("l2_write_float4", -1, 512 / sm_cycles(gpu, us, requests), "bytes per cycle and SM");
}

/* One multiprocessor, or a few, alone: what their way to L2 carries. */
static void port(const device &gpu, float *a, float *b)
{
	const unsigned wide = (1u << 20) - 1;
	const int turns = 4096;
	for (int blocks = 1; blocks <= 16; blocks *= 4) {
		const double bytes = 512.0 * 32 * turns; /* of one block */
		double us = launch_us(
			[&] { l2_read<<<blocks, 1024>>>((const float4 *)a, b, 32, 32, wide, turns); });
		report("port_read", blocks, bytes / (us * 1e3 * gpu.ghz), "bytes per cycle and SM");
		us = launch_us([&] {
			l2_write<<<blocks, 1024>>>((float4 *)a, 32, 32, wide, turns, float4{1, 2, 3, 4});
		});
		report("port_write", blocks, bytes / (us * 1e3 * gpu.ghz), "bytes per cycle and SM");
		us = launch_us(
			[&] { l2_read<<<blocks, 1024>>>((const float *)a, b, 8, 1, wide * 4, turns / 4); });
		report("port_read_stride8", blocks, bytes / 2 / (us * 1e3 * gpu.ghz),
			"bytes per cycle and SM");
	}
}

/* The same range again and again: where L2 stops to hold it. */
static void fade(const device &gpu, float *a, float *b)
{
	for (int mb = 8; mb <= 96; mb += mb < 64 ? 8 : 16) {
		const size_t count = ((size_t)mb << 20) / 16;
		const double us = launch_us(
			[&] { read_stream<<<gpu.sms * 8, THREADS>>>((const float4 *)a, b, count); }, 21);
		report("l2_again_mb", mb, (double)count * 16e-9 / us * 1e6, "GB/s");
	}
	for (int mb = 8; mb <= 64; mb += 8) {
		const size_t count = ((size_t)mb << 20) / 4;
		const double us =
			launch_us([&] { copy_one<<<count / THREADS, THREADS>>>((const float *)a, b); }, 21);
		report("l2_copy_again_mb", mb, 2 * (double)count * 4e-9 / us * 1e6, "GB/s");
	}
}

int main()
{
	const device gpu = look();
	float *a = filled<float>(GIGABYTE / 4);
	float *b = filled<float>(GIGABYTE / 4);
	dram(gpu, a, b);
	l2(gpu, a, b);
	port(gpu, a, b);
	fade(gpu, a, b);
	return 0;
}
