// Templates of kernels that nobody instantiates: types, sizes of blocks, a functor, what only another type suits.
namespace lib {
template <typename T, int BLOCK> __global__ void first(T *out) { out[blockIdx.x * BLOCK + threadIdx.x] = T(1); }
}

template <typename T, typename Op, int VEC_SIZE> __global__ void apply(T *data, Op op)
{
	for (int i = 0; i < VEC_SIZE; i++)
		data[i] = op(data[i], 2);
}

template <typename T> __global__ void bits(T *out) { out[threadIdx.x] = out[threadIdx.x] & 1; }

template <typename Traits> __global__ void traits(typename Traits::type *out) { out[threadIdx.x] = 0; }

template <int TILE> __global__ void tiles(float *out)
{
	__shared__ float tile[TILE][TILE];
	tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
}

template <typename T> __device__ T mask(T bits) { return bits - 1; }
template <typename T> __global__ void masks(T *out, T k) { out[threadIdx.x] = mask(k); }

template <typename T> __global__ void used(T *out) { out[0] = 1; }
void run(int *out) { used<<<1, 32>>>(out); }
