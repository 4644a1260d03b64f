__global__ void k(unsigned *p, unsigned long long *q)
{
	__shared__ unsigned long long bar;
	unsigned lane, r;
	asm("mov.u32 %0, %%laneid;" : "=r"(lane));
	asm volatile("{\n\t.reg .pred P;\n\tsetp.ne.u32 P, %1, 0;\n\t@P mov.u32 %0, 1;\n\t}" : "=r"(r) : "r"(lane));
	asm volatile("bar.sync 0;" ::: "memory");
	asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(&bar)), "r"(32));
	asm volatile("red.global.add.u32 [%0], %1;" ::"l"(p), "r"(r));
	asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 31, 0xffffffff;" : "=r"(r) : "r"(lane));
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(lane), "l"(q));
	asm volatile("cp.async.wait_all;");
	p[lane] = r;
}
