/* Nodes of a list lie in an array of the thread. */
#include "../check.cuh"

struct Node {
	int value;
	Node *next;
};

__global__ void build(int *out)
{
	Node nodes[4], *head = nullptr;
	for (int k = 0; k < 4; k++) {
		nodes[k].value = k;
		nodes[k].next = head;
		head = &nodes[k];
	}
	int sum = 0;
	for (Node *n = head; n; n = n->next)
		sum += n->value;
	out[threadIdx.x] = sum;
}

int main()
{
	int *out = device_array<int>(64);
	build<<<1, 64>>>(out);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(out));
	return 0;
}
