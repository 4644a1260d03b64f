/* Nodes of a list that are never given back. */
#include "../check.cuh"

struct Node {
	int value;
	Node *next;
};

__global__ void build(int *out)
{
	Node *head = nullptr;
	for (int k = 0; k < 4; k++) {
		Node *node = new Node; // expect: CU141
		if (!node)
			return;
		node->value = k;
		node->next = head;
		head = node;
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
