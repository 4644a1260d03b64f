/* A list that grows, and frees the memory it had. */
#include "../check.cuh"

struct List {
	int *data = nullptr;
	size_t room = 0, count = 0;

	void grow()
	{
		size_t more = room ? 2 * room : 16;
		int *bigger;
		CHECK(cudaMalloc(&bigger, more * sizeof(int)));
		if (count)
			CHECK(cudaMemcpy(bigger, data, count * sizeof(int), cudaMemcpyDeviceToDevice));
		CHECK(cudaFree(data));
		data = bigger;
		room = more;
	}

	void push(int value)
	{
		if (count == room)
			grow();
		CHECK(cudaMemcpy(data + count++, &value, sizeof value, cudaMemcpyHostToDevice));
	}

	~List() { cudaFree(data); }
};

int main()
{
	List list;
	for (int i = 0; i < 100; i++)
		list.push(i);
	return list.room == 128 ? 0 : 1;
}
