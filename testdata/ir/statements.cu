// Every statement form, with the parts that libclang leaves out when they are empty.
#define LOOP(i, n) for (int i = 0; i < (n); i++)
#define REVERSE(i, n) for (i = n; i; i--)

__device__ int twice(int x)
{
	return 2 * x;
}

__global__ void statements(int *p, int n)
{
	for (;;)
		break;
	for (int i = 0, j = 1; i < n && j; ++i, j <<= 1)
		continue;
	for (; n > 0;)
		n--;
	for (n = 3;; n++)
		if (n > 9)
			return;
	LOOP(k, n)
		p[k] = twice(k);
	LOOP(k, n) {
		p[k] = k;
	}
	int down = int();
	float zero = float( );
	REVERSE(down, n) {
		p[down] = n;
	}
	while (int q = p[0])
		p[q] = 0;
	do {
		n /= 2;
	} while (n);
	switch (n) {
	case 1: p[0] = 1; break;
	case 2 ... 4: p[1] = 2;
	default: p[2] = 3;
	}
	if (int r = twice(n); r > 2)
		p[3] = r;
	else if (n)
		;
	else
		p[4] = n ? 1 : 2;
#pragma unroll 4
	for (int i = 0; i < 4; i++)
		p[i] += i;
	unsigned lane;
	asm volatile("mov.u32 %0, %%laneid;\n\t"
		     "bar.sync 0;" : "=r"(lane) :: "memory");
	asm("prefetch.global.L2 [%0];" ::"l"(p));
	goto out;
out:
	__syncthreads();
}
