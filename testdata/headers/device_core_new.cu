// Placement new in device and host code, with nothing included.
struct counter {
	int count;
	__host__ __device__ explicit counter(int start) : count(start) {}
};

__global__ void device_side(int *out)
{
	__shared__ char buffer[64];
	counter *first = new (buffer) counter(3);
	int *more = new (out) int[4];
	counter *heap = new counter(4);
	out[0] = first->count + more[1];
	delete heap;
}

void host_side(void *memory)
{
	counter *first = new (memory) counter(5);
	first->count++;
}
