// Conditions that aren't known, double buffers, and a switch: what happens on which way.
#include <utility>

__global__ void step(float *to, const float *from)
{
	to[threadIdx.x] = from[threadIdx.x] + 1;
}

static void launch(bool on_stream, cudaStream_t stream, float *to, const float *from)
{
	if (on_stream)
		step<<<1, 256, 0, stream>>>(to, from);
	else
		step<<<1, 256>>>(to, from);
}

static float *allocate(size_t bytes)
{
	float *data = nullptr;
	if (cudaMalloc(&data, bytes) != cudaSuccess)
		return nullptr;
	return data;
}

int run(int mode, bool on_stream, int steps)
{
	cudaStream_t stream;
	cudaStreamCreate(&stream);
	cudaEvent_t done[2];
	for (int i = 0; i < 2; i++)
		cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
	float *now = allocate(1024), *next = allocate(1024);
	for (int i = 0; i < steps; i++) {
		if (i >= 2)
			cudaEventSynchronize(done[i % 2]);
		launch(on_stream, stream, next, now);
		cudaEventRecord(done[i % 2], stream);
		std::swap(now, next);
	}
	if (on_stream)
		cudaStreamSynchronize(stream);
	switch (mode) {
	case 1:
		step<<<1, 1>>>(next, now);
		break;
	case 2:
		return 1;
	default:
		step<<<2, 2>>>(next, now);
	}
	cudaFree(now);
	return 0;
}
