// Tensor core fragments, pipelines, split barriers, complex numbers, constants.
#include <mma.h>
#include <cuda_pipeline.h>
#include <cuda_awbarrier.h>
#include <cuComplex.h>
#include <math_constants.h>
#include <library_types.h>
using namespace nvcuda;

__global__ void multiply(const half *a, const half *b, float *c, int lda)
{
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc, fd;
	wmma::fill_fragment(fc, 0.0f);
	wmma::fill_fragment(fd, 0);
	wmma::load_matrix_sync(fa, a, lda);
	wmma::load_matrix_sync(fb, b + 256, 16);
	wmma::mma_sync(fc, fa, fb, fc);
	for (int i = 0; i < fc.num_elements; i++)
		fc.x[i] *= 2.f;
	for (float &x : fd.x)
		x = 1;
	wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
	wmma::load_matrix_sync(fc, c, 16, wmma::mem_col_major);
	static_assert(decltype(fa)::num_elements == 16 && decltype(fc)::num_elements == 8, "elements");
}

template <class T, class S, int M, int N, int K, class L> __device__ void shape(const T *p, S *q)
{
	using namespace nvcuda::wmma;
	fragment<matrix_a, M, N, K, L, row_major> a;
	fragment<matrix_b, M, N, K, L, col_major> b;
	fragment<accumulator, M, N, K, S> c;
	fill_fragment(c, S(0));
	load_matrix_sync(a, p, K);
	load_matrix_sync(b, p, K);
	mma_sync(c, a, b, c);
	store_matrix_sync(q, c, N, mem_row_major);
}
template __device__ void shape<signed char, int, 32, 8, 16, signed char>(const signed char *, int *);
template __device__ void shape<double, double, 8, 8, 4, double>(const double *, double *);
template __device__ void shape<float, float, 16, 16, 8, wmma::precision::tf32>(const float *, float *);
template __device__ void shape<__nv_bfloat16, float, 8, 32, 16, __nv_bfloat16>(const __nv_bfloat16 *, float *);
template __device__ void shape<half, half, 16, 16, 16, half>(const half *, half *);
template __device__ void shape<int, int, 8, 8, 32, wmma::experimental::precision::s4>(const int *, int *);

__global__ void tf32_and_bits(float *p, unsigned int *bits, int *out)
{
	using namespace nvcuda::wmma;
	fragment<matrix_a, 16, 16, 8, precision::tf32, row_major> a;
	load_matrix_sync(a, p, 8);
	for (int t = 0; t < a.num_elements; t++)
		a.x[t] = __float_to_tf32(a.x[t]) + wmma::__float_to_tf32(1.f);
	fragment<matrix_a, 8, 8, 128, wmma::experimental::precision::b1, row_major> ba;
	fragment<matrix_b, 8, 8, 128, wmma::experimental::precision::b1, col_major> bb;
	fragment<accumulator, 8, 8, 128, int> bc;
	load_matrix_sync(ba, bits, 128);
	load_matrix_sync(bb, bits, 128);
	bmma_sync(bc, ba, bb, bc);
	bmma_sync(bc, ba, bb, bc, wmma::experimental::bmmaBitOpAND);
	store_matrix_sync(out, bc, 8, mem_row_major);
}

__global__ void copies(const float4 *in, float *out)
{
	__shared__ float4 tile[2][128];
	__shared__ __mbarrier_t barrier;
	__pipeline_memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], sizeof(float4));
	__pipeline_memcpy_async(&tile[1][threadIdx.x], &in[threadIdx.x], 16, 8);
	__pipeline_commit();
	__pipeline_wait_prior(1);
	__mbarrier_init(&barrier, 128);
	__mbarrier_token_t token = __mbarrier_arrive(&barrier);
	while (!__mbarrier_test_wait(&barrier, token))
		;
	nvcuda::experimental::pipeline pipe;
	nvcuda::experimental::memcpy_async(tile[0][threadIdx.x], in[threadIdx.x], pipe);
	pipe.commit();
	pipe.wait_prior<0>();
	pipe.commit_and_wait();
	__shared__ nvcuda::experimental::awbarrier split;
	nvcuda::experimental::init(&split, 128);
	auto arrival = split.arrive();
	split.wait(arrival);
	out[0] = tile[0][threadIdx.x].x + CUDART_PI_F + CUDART_INF_F + CUDART_NAN;
}

__global__ void complex(cuComplex *z, cuDoubleComplex *w)
{
	z[0] = cuCaddf(cuCmulf(z[0], z[1]), make_cuComplex(1, 2));
	z[1] = cuConjf(cuCdivf(z[0], make_cuFloatComplex(cuCabsf(z[0]), cuCimagf(z[1]))));
	w[0] = cuCfma(w[0], cuCsub(w[1], w[2]), cuComplexFloatToDouble(z[0]));
	w[1].x = cuCreal(w[0]) + cuCabs(w[1]);
}

int main()
{
	return CUDA_R_16F + MAJOR_VERSION;
}
