// Barriers, warp collectives, atomics, cached loads, clusters, the C library and the built-in variables.
__constant__ float table[16];
__device__ int counter;
__managed__ int shown;

template <class T> __device__ T shuffles(T v)
{
	v = __shfl_sync(0xffffffff, v, 0);
	v = __shfl_up_sync(0xffffffffu, v, 1, 16);
	v = __shfl_down_sync(__activemask(), v, 1);
	v = __shfl_xor_sync(0xffffffff, v, 1);
	return v + __match_any_sync(~0u, v);
}

__global__ void __launch_bounds__(256, 2) collectives(int *p, unsigned int *u, float *f, double *d)
{
	__shared__ int tile[256];
	__shared__ volatile float flags[32];
	extern __shared__ float4 dynamic[];
	const unsigned int lane = threadIdx.x % warpSize;
	tile[threadIdx.x] = p[blockIdx.x * blockDim.x + threadIdx.x];
	__syncthreads();
	int all;
	p[0] = shuffles(p[0]) + __syncthreads_count(lane) + __syncthreads_and(1) + __syncthreads_or(0);
	p[1] = shuffles(3L) + shuffles(3ull) + shuffles(1.f) + shuffles(1.) + __match_all_sync(~0u, 1.f, &all);
	u[0] = __ballot_sync(~0u, lane) + __any_sync(~0u, 1) + __all_sync(~0u, 1) + __uni_sync(~0u, 1) + __fns(1, 0, 1);
	u[1] = __reduce_add_sync(~0u, u[0]) + __reduce_min_sync(~0u, p[0]) + __reduce_xor_sync(~0u, u[0]);
	__syncwarp();
	__syncwarp(0xff);
	__threadfence();
	__threadfence_block();
	__threadfence_system();
	__nanosleep(100);
	__barrier_sync(1);
	__barrier_sync_count(1, 64);
	long long t = clock64() + clock();
	if (__isShared(tile) && __isGlobal(p) && !__isConstant(p) && !__isLocal(p))
		p[2] = (int)__cvta_generic_to_shared(tile) + (int)t;
	flags[lane] = table[lane % 16] + dynamic[0].x;

	atomicAdd(p, 1);
	atomicAdd(u, 1u);
	atomicAdd(u, 1);
	atomicAdd((unsigned long long *)d, 1ull);
	atomicAdd(f, 1.f);
	atomicAdd(f, 1);
	atomicAdd(d, 1.);
	atomicAdd_block(f, 1.f);
	atomicAdd((float4 *)f, float4{1, 2, 3, 4});
	atomicSub(p, 1);
	atomicExch(f, 1.f);
	atomicMin(u, 3u);
	atomicMax((long long *)d, 3ll);
	atomicInc(u, 7);
	atomicDec(u, 7u);
	atomicCAS(p, 0, 1);
	atomicCAS((unsigned long long *)d, 0ull, 1ull);
	atomicCAS((unsigned short *)d, (unsigned short)0, (unsigned short)1);
	atomicAnd(p, 1);
	atomicOr_system(u, 1u);
	atomicXor((unsigned long long *)d, 1ull);
	atomicExch((ulonglong2 *)d, ulonglong2{1, 2});
	atomicAdd(&counter, 1);
	atomicAdd(&tile[3], 1);
	__nv_atomic_fetch_add(p, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
	__nv_atomic_store_n(p, __nv_atomic_load_n(u, __NV_ATOMIC_ACQUIRE), __NV_ATOMIC_RELEASE);
	__nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
}

__global__ void memory(const float4 *__restrict__ in, float4 *out, const double *d, const unsigned char *c)
{
	float4 v = __ldg(in);
	v = __ldg(&in[threadIdx.x]);
	v.x += __ldg(d) + __ldcg(c) + __ldca(&in->y) + __ldcs(&in->z) + __ldlu(&in->w) + __ldcv(d);
	__stwb(out, v);
	__stcg(&out->x, 1.f);
	__stcs(out, v);
	__stwt(out, v);
	int *q = (int *)malloc(64);
	assert(q != nullptr);
	memset(q, 0, 64);
	memcpy(q, in, 64);
	printf("%d %f\n", q[0], v.x);
	free(q);
	int *r = new int[3];
	delete[] r;
	if (v.x < 0)
		__trap();
}

__global__ void __cluster_dims__(2, 1, 1) clusters(float *p)
{
	__shared__ float x;
	__cluster_barrier_arrive();
	__cluster_barrier_wait();
	p[__clusterIdx().x] = *(float *)__cluster_map_shared_rank(&x, __clusterRelativeBlockRank() ^ 1);
}
__global__ void __cluster_dims__((2, 2, 2)) comma(float *p);
__global__ void __block_size__((128, 1, 1), (2, 2, 2)) sized(float *p);
__global__ void __block_size__((128)) sized_alone(float *p);
__global__ void __maxnreg__(64) few_registers(float *p);
template <int N, class T> __global__ void __launch_bounds__(N *sizeof(T), 1, 2) bounds(const __grid_constant__ T t)
{
}
template <int N> __launch_bounds__(N) __global__ void before(float *p)
{
}
struct wide {
	int a;
	__align__(16) float v[4];
};
struct __align__(8) pair {
	float a, b;
};
static_assert(alignof(pair) == 8 && sizeof(wide) == 32 && alignof(float4) == 16 && sizeof(float3) == 12, "layout");
static_assert(alignof(long2) == 16 && alignof(uchar4) == 4 && alignof(double4_32a) == 32 && sizeof(dim3) == 12, "layout");
__forceinline__ __device__ int inlined()
{
	return 1;
}
__noinline__ __device__ int outlined()
{
	return 1;
}

int main()
{
	dim3 grid(4), block = 256, other = {1, 2, 3};
	dim3 from = make_uint3(1, 2, 3);
	cudaStream_t stream = 0;
	collectives<<<grid, block>>>(0, 0, 0, 0);
	collectives<<<4, 256, 1024, stream>>>(0, 0, 0, 0);
	sized<<<1>>>(0);
	bounds<32><<<1, 1>>>(1.f);
	before<32><<<dim3(1, 2), other.x>>>(0);
	float4 v = make_float4(1, 2, 3, 4);
	return (int)v.x + from.x + make_longlong4_32a(1, 2, 3, 4).x;
}
