/* What each thread's own allocation from the device's heap takes, with its end: by threads and by size. And
 * what managed memory takes a kernel that touches it first on the device: page by page, and after a prefetch. */
#include "cost.cuh"

__global__ void allocate(int bytes, int *out)
{
	char *own = (char *)malloc((size_t)bytes);
	if (own) {
		own[0] = (char)threadIdx.x;
		if (out && own[0] == 77) {
			*out = 1;
		}
		free(own);
	}
}

__global__ void touch(float *data, size_t n)
{
	const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		data[i] += 1.0f;
	}
}

static void managed(size_t mb, bool prefetched)
{
	const size_t bytes = mb << 20, n = bytes / sizeof(float);
	std::vector<double> times;
	float *data;
	check(cudaMallocManaged(&data, bytes), "cudaMallocManaged");
	for (int round = 0; round < 7; round++) {
		for (size_t i = 0; i < n; i++) {
			data[i] = (float)i; /* on the host */
		}
		cudaEvent_t begin, end;
		float ms = 0;
		check(cudaEventCreate(&begin), "event");
		check(cudaEventCreate(&end), "event");
		check(cudaEventRecord(begin), "record");
		if (prefetched) {
			cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
			check(cudaMemPrefetchAsync(data, bytes, device, 0, 0), "prefetch");
		}
		touch<<<(unsigned)((n + 255) / 256), 256>>>(data, n);
		check(cudaEventRecord(end), "record");
		check(cudaEventSynchronize(end), "wait");
		check(cudaEventElapsedTime(&ms, begin, end), "time");
		times.push_back(1000.0 * ms);
	}
	std::sort(times.begin(), times.end());
	report(prefetched ? "managed_prefetched_mb" : "managed_faults_mb", (int)mb, times[times.size() / 2], "us");
	check(cudaFree(data), "free");
}

int main()
{
	int *out;
	check(cudaMalloc(&out, sizeof *out), "cudaMalloc");
	check(cudaDeviceSetLimit(cudaLimitMallocHeapSize, (size_t)1 << 30), "limit");
	for (int threads = 1 << 8; threads <= 1 << 18; threads <<= 2) {
		report("heap_64_threads", threads,
			launch_us([&] { allocate<<<(threads + 255) / 256, 256>>>(64, out); }), "us");
	}
	for (int bytes = 16; bytes <= 2048; bytes *= 8) {
		report("heap_16384_bytes", bytes, launch_us([&] { allocate<<<64, 256>>>(bytes, out); }), "us");
	}
	for (size_t mb = 1; mb <= 256; mb *= 8) {
		managed(mb, false);
		managed(mb, true);
	}
	return 0;
}
