// Heat on a plate: an explicit solver for the two-dimensional heat equation.
#pragma once

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                                      \
	do {                                                                             \
		cudaError_t status_ = (call);                                            \
		if (status_ != cudaSuccess) {                                            \
			std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,          \
				     cudaGetErrorString(status_));                       \
			std::exit(EXIT_FAILURE);                                         \
		}                                                                        \
	} while (0)

constexpr int kTile = 20;       // cells along one side of a block's tile
constexpr int kWarp = 32;
constexpr unsigned kAllLanes = 0xffffffffu;

struct Plate {
	int nx, ny;
	float alpha;            // diffusivity * dt / (dx * dx)
	float edge;             // temperature that the border is held at
};

// How far two grids are apart.
struct Change {
	float mean, peak;
};

// Counts finished blocks, so that the host can draw a progress bar. In pinned memory, used on both sides.
struct Progress {
	std::atomic<unsigned> blocks_done;

	__host__ __device__ void tick()
	{
		blocks_done.fetch_add(1, std::memory_order_relaxed);
	}
};

void relax(float *out, const float *in, Plate plate, Progress *progress, cudaStream_t stream);
void relax_steps(float *out, const float *in, const float *sources, Plate plate, int steps,
		 cudaStream_t stream);
float *tile_weights(cudaStream_t stream);
Change residual(const float *a, const float *b, float *partial, int n, cudaStream_t stream);
int hot_cells(const float *grid, int n, float threshold, int *counter, cudaStream_t stream);
void row_means(float *means, const float *grid, Plate plate, cudaStream_t stream);
void render(unsigned char *image, cudaArray_t heat, int width, int height);
