#define FIRST(value) __shfl(value, 0)
#define SECOND(value) \
	__shfl(value, 1) /* cudalint: ignore[CU401] */

__global__ void f(int *out, int value)
{
	out[0] = FIRST(value) + SECOND(value);
	out[1] = FIRST(value); // cudalint: ignore[CU401]
}
