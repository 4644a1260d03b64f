# Addresses that no memory has, in C++ and in inline assembly: each command comes to its end.
cat >far.cu <<'END'
#include <mma.h>
__constant__ int constants[4];
__device__ int globals[4];

__global__ void far(int *p, char *c, long long n, half *h)
{
	__shared__ int s[8];
	__shared__ half tile[256];
	int own[4] = {0};
	p[0x1fffffffffffffffLL] = 1;
	*(int *)(c + 0x7fffffffffffffffLL) += 1;
	*(int2 *)(c + 0x7ffffffffffffffcLL + threadIdx.x) = make_int2(1, 2);
	c[threadIdx.x * 0x7fffffffffffffffLL] = 1;
	s[0x1fffffffffffffffLL] = 1;
	s[threadIdx.x * 0x1ffffffffffffffLL] += 1;
	own[0x1fffffffffffffffLL] = 1;
	globals[0x1fffffffffffffffLL] = constants[0x1fffffffffffffffLL] + own[threadIdx.x & 3];
	atomicAdd((int *)(c + 0x7fffffffffffffffLL), 1);
	nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> a;
	nvcuda::wmma::load_matrix_sync(a, tile + 0x3fffffffffffffffLL, 16);
	nvcuda::wmma::load_matrix_sync(a, h + 0x3fffffffffffffffLL, 0xffffffffu);
	for (long long i = 0; i < 4; i++)
		c[i * 0x3fffffffffffffffLL + blockIdx.x * 0x7fffffffffffffffLL] = 2;
	memset(c + 0x7fffffffffffffffLL, 0, 0x7fffffffffffffffLL);
	asm volatile("st.global.v2.u32 [%0+9223372036854775800], {%1, %1};" ::"l"(p), "r"(1));
	asm volatile("ld.shared.u32 %0, [%1+9223372036854775807];" : "=r"(p[4]) : "r"((unsigned)__cvta_generic_to_shared(s)));
	asm volatile("mbarrier.arrive.shared.b64 _, [%0+9223372036854775807], 9223372036854775807;" ::"r"((unsigned)__cvta_generic_to_shared(s)));
	asm volatile("red.global.add.u32 [%0+9223372036854775807], 1;" ::"l"(p + n));
}

void run(int *p, char *c)
{
	far<<<1, 32>>>(p, c, 1, (half *)p);
	far<<<2147483647, 1024>>>(p, c - 0x7fffffffffffffffLL, 0x7fffffffffffffffLL, nullptr);
	cudaMemcpy(p + 0x1fffffffffffffffLL, c - 0x7fffffffffffffffLL, 0x7fffffffffffffffLL, cudaMemcpyDefault);
}
END
$C check --cuda-path=none --select=CU001,CU3,CU402 far.cu
$C predict --cuda-path=none far.cu >counts && grep -c '^far' counts
$C prove --cuda-path=none far.cu >proofs; echo $?
$C dev trace --cuda-path=none far.cu >trace && grep -c '^kernel' trace
$C dev host --cuda-path=none far.cu >host && grep -c launch host
