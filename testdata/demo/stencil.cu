// One time step, and several time steps in one launch.
#include "heat.cuh"

__global__ void __launch_bounds__(256)
relax_kernel(float *out, const float *in, const Plate &plate, Progress *progress)
{
	__shared__ float tile[kTile + 2][kTile + 2];
	int x = blockIdx.x * kTile + threadIdx.x;
	int y = blockIdx.y * kTile + threadIdx.y;
	int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
	bool inside = x < plate.nx && y < plate.ny;
	size_t cell = (size_t)y * plate.nx + x;

	if (inside) {
		tile[ty][tx] = in[cell];
		if (tx == 1)
			tile[ty][0] = x > 0 ? in[cell - 1] : plate.edge;
		if (tx == kTile || x == plate.nx - 1)
			tile[ty][tx + 1] = x < plate.nx - 1 ? in[cell + 1] : plate.edge;
		if (ty == 1)
			tile[0][tx] = y > 0 ? in[cell - plate.nx] : plate.edge;
		if (ty == kTile || y == plate.ny - 1)
			tile[ty + 1][tx] = y < plate.ny - 1 ? in[cell + plate.nx] : plate.edge;
	}
	__syncthreads();
	if (inside) {
		float sum = tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1];
		out[cell] = tile[ty][tx] + plate.alpha * (sum - 4.0f * tile[ty][tx]);
	}
	if (threadIdx.x == 0 && threadIdx.y == 0)
		progress->tick();
}

void relax(float *out, const float *in, Plate plate, Progress *progress, cudaStream_t stream)
{
	dim3 block(kTile, kTile);
	dim3 grid((plate.nx + kTile - 1) / kTile, (plate.ny + kTile - 1) / kTile);
	relax_kernel<<<grid, block, 0, stream>>>(out, in, plate, progress);
	CHECK(cudaGetLastError());
}

// A strip of the plate stays in shared memory for several steps: two copies, read and written in turn. Its outermost
// cells keep their values meanwhile.
constexpr int kStripWidth = 128, kStripRows = 64;
constexpr int kStripCells = kStripWidth * kStripRows;
constexpr size_t kStripBytes = 2 * kStripCells * sizeof(float);

// With sources of heat a third copy holds what they add in each step.
constexpr size_t kSourceBytes = 3 * kStripCells * sizeof(float);

template <bool Sources>
__device__ void relax_strip(float *strip, float *out, const float *in, const float *sources, Plate plate, int steps)
{
	float *now = strip, *next = strip + kStripCells, *source = strip + 2 * kStripCells;
	int x0 = blockIdx.x * kStripWidth, y0 = blockIdx.y * kStripRows;

	for (int i = threadIdx.x; i < kStripCells; i += blockDim.x) {
		int x = x0 + i % kStripWidth, y = y0 + i / kStripWidth;
		bool inside = x < plate.nx && y < plate.ny;
		now[i] = inside ? in[(size_t)y * plate.nx + x] : plate.edge;
		if (Sources)
			source[i] = inside ? sources[(size_t)y * plate.nx + x] : 0.0f;
	}
	__syncthreads();
	for (int step = 0; step < steps; step++) {
		for (int i = threadIdx.x; i < kStripCells; i += blockDim.x) {
			int column = i % kStripWidth, row = i / kStripWidth;
			float value = now[i];
			if (column > 0 && column < kStripWidth - 1 && row > 0 && row < kStripRows - 1) {
				float sum = now[i - 1] + now[i + 1] + now[i - kStripWidth] + now[i + kStripWidth];
				value += plate.alpha * (sum - 4.0f * value);
			}
			if (Sources)
				value += source[i];
			next[i] = value;
		}
		__syncthreads();
		float *swap = now;
		now = next;
		next = swap;
	}
	for (int i = threadIdx.x; i < kStripCells; i += blockDim.x) {
		int x = x0 + i % kStripWidth, y = y0 + i / kStripWidth;
		if (x < plate.nx && y < plate.ny)
			out[(size_t)y * plate.nx + x] = now[i];
	}
}

__global__ void strip_kernel(float *out, const float *in, Plate plate, int steps)
{
	extern __shared__ float strip[];
	relax_strip<false>(strip, out, in, nullptr, plate, steps);
}

__global__ void source_kernel(float *out, const float *in, const float *sources, Plate plate, int steps)
{
	extern __shared__ float strip[];
	relax_strip<true>(strip, out, in, sources, plate, steps);
}

void relax_steps(float *out, const float *in, const float *sources, Plate plate, int steps,
		 cudaStream_t stream)
{
	dim3 grid((plate.nx + kStripWidth - 1) / kStripWidth, (plate.ny + kStripRows - 1) / kStripRows);
	if (!sources) {
		strip_kernel<<<grid, 256, kStripBytes, stream>>>(out, in, plate, steps);
	} else {
		CHECK(cudaFuncSetAttribute(source_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
					   (int)kSourceBytes));
		source_kernel<<<grid, 256, kSourceBytes, stream>>>(out, in, sources, plate, steps);
	}
	CHECK(cudaGetLastError());
}

// What a cell of a tile counts for in the average of the tile.
__global__ void weights_kernel(float *weights)
{
	bool is_edge = threadIdx.x == 0 || threadIdx.y == 0 || threadIdx.x == kTile - 1 || threadIdx.y == kTile - 1;
	weights[threadIdx.y * kTile + threadIdx.x] = is_edge ? 0.5f : 1.0f;
}

float *tile_weights(cudaStream_t stream)
{
	float *weights;
	CHECK(cudaMalloc(&weights, 16 * 16 * sizeof(float)));
	weights_kernel<<<1, dim3(kTile, kTile), 0, stream>>>(weights);
	CHECK(cudaGetLastError());
	return weights;
}
