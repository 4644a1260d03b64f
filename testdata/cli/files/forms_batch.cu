/* Batched copies. Each namespace is one form; the comment above it says what is wrong with it. */
#include <vector>

/* Right: pinned memory of the host, one attribute for all copies. */
namespace pinned
{
void run(size_t count, const std::vector<size_t> &sizes, cudaStream_t stream)
{
	std::vector<void *> from(count), to(count);
	for (size_t i = 0; i < count; i++) {
		cudaMallocHost(&from[i], sizes[i]);
		cudaMalloc(&to[i], sizes[i]);
		memset(from[i], 7, sizes[i]);
	}
	cudaMemcpyAttributes how = {};
	how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	size_t first = 0;
	cudaMemcpyBatchAsync(to.data(), from.data(), sizes.data(), count, &how, &first, 1, nullptr, stream);
	cudaStreamSynchronize(stream);
}
}

/* Right: the last copies read a local array, and so during the call. */
namespace local_array
{
void run(size_t count, size_t bytes, cudaStream_t stream)
{
	std::vector<void *> from(count), to(count);
	std::vector<size_t> sizes(count, bytes);
	for (size_t i = 0; i < count - 6; i++) {
		cudaMallocHost(&from[i], sizes[i]);
		cudaMalloc(&to[i], sizes[i]);
	}
	int values[6] = {1, 2, 3, 4, 5, 6};
	for (size_t i = count - 6; i < count; i++) {
		sizes[i] = sizeof(int);
		from[i] = &values[i - (count - 6)];
		cudaMalloc(&to[i], sizes[i]);
	}
	cudaMemcpyAttributes how[2] = {};
	how[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	how[1].srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
	size_t first[2];
	first[0] = 0;
	first[1] = count - 6;
	cudaMemcpyBatchAsync(to.data(), from.data(), sizes.data(), count, how, first, 2, nullptr, stream);
}
}

/* A local array that is read when the stream gets there. */
namespace local_array_in_stream_order
{
void run(cudaStream_t stream)
{
	int values[4] = {1, 2, 3, 4};
	void *from[2] = {&values[0], &values[2]}, *to[2];
	size_t sizes[2] = {2 * sizeof(int), 2 * sizeof(int)};
	cudaMalloc(&to[0], sizes[0]);
	cudaMalloc(&to[1], sizes[1]);
	cudaMemcpyAttributes how = {};
	how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	size_t first = 0;
	cudaMemcpyBatchAsync(to, from, sizes, 2, &how, &first, 1, nullptr, stream);
}
}

/* The second attribute begins where there is no copy any more; then, the first doesn't begin with the first copy. */
namespace wrong_indices
{
void run(void **to, void **from, size_t *sizes, size_t count, cudaStream_t stream)
{
	cudaMemcpyAttributes how[2] = {};
	how[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	how[1].srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
	size_t behind[2] = {0, count};
	cudaMemcpyBatchAsync(to, from, sizes, count, how, behind, 2, nullptr, stream);
	size_t late[2] = {1, 2};
	cudaMemcpyBatchAsync(to, from, sizes, count, how, late, 2, nullptr, stream);
}
}

/* No order is set. */
namespace no_order
{
void run(void **to, void **from, size_t *sizes, size_t count, cudaStream_t stream)
{
	cudaMemcpyAttributes how = {};
	size_t first = 0;
	cudaMemcpyBatchAsync(to, from, sizes, count, &how, &first, 1, nullptr, stream);
}
}

/* Right: memory of the heap that outlives the copy, in any order. */
namespace heap
{
void run(void *to0, void *to1, cudaStream_t stream)
{
	float *values = (float *)malloc(2048);
	for (int i = 0; i < 512; i++)
		values[i] = i;
	void *from[2] = {values, values + 256}, *to[2] = {to0, to1};
	size_t sizes[2] = {1024, 1024}, first = 0;
	cudaMemcpyAttributes how = {};
	how.srcAccessOrder = cudaMemcpySrcAccessOrderAny;
	cudaMemcpyBatchAsync(to, from, sizes, 2, &how, &first, 1, nullptr, stream);
	cudaStreamSynchronize(stream);
	free(values);
}
}

/* Memory of the heap that is freed while the copy may still read it. */
namespace heap_freed
{
void run(void *to0, void *to1, cudaStream_t stream)
{
	float *values = (float *)malloc(2048);
	for (int i = 0; i < 512; i++)
		values[i] = i;
	void *from[2] = {values, values + 256}, *to[2] = {to0, to1};
	size_t sizes[2] = {1024, 1024}, first = 0;
	cudaMemcpyAttributes how = {};
	how.srcAccessOrder = cudaMemcpySrcAccessOrderAny;
	cudaMemcpyBatchAsync(to, from, sizes, 2, &how, &first, 1, nullptr, stream);
	free(values);
}
}

/* Right: managed memory, brought to where the copies read and write it, and said so. */
namespace managed_with_places
{
void run(size_t count, const std::vector<size_t> &sizes, int device, int node, cudaStream_t stream)
{
	std::vector<void *> from(count), to(count);
	cudaMemLocation here = {cudaMemLocationTypeDevice, device};
	cudaMemLocation there = {cudaMemLocationTypeHostNuma, node};
	for (size_t i = 0; i < count; i++) {
		cudaMallocManaged(&from[i], sizes[i]);
		cudaMallocManaged(&to[i], sizes[i]);
		cudaMemPrefetchAsync(from[i], sizes[i], here, 0, stream);
		cudaMemPrefetchAsync(to[i], sizes[i], there, 0, stream);
		cudaMemsetAsync(from[i], 7, sizes[i], stream);
	}
	cudaMemcpyAttributes how = {};
	how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	how.srcLocHint = here;
	how.dstLocHint = there;
	size_t first = 0;
	cudaMemcpyBatchAsync(to.data(), from.data(), sizes.data(), count, &how, &first, 1, nullptr, stream);
	cudaStreamSynchronize(stream);
}
}

/* Memory that the stream still fills is read out of its order. */
namespace managed_out_of_order
{
void run(size_t bytes, cudaStream_t stream)
{
	void *from[2], *to[2];
	size_t sizes[2] = {bytes, bytes}, first = 0;
	for (int i = 0; i < 2; i++) {
		cudaMallocManaged(&from[i], bytes);
		cudaMallocManaged(&to[i], bytes);
		cudaMemsetAsync(from[i], 7, bytes, stream);
	}
	cudaMemcpyAttributes how = {};
	how.srcAccessOrder = cudaMemcpySrcAccessOrderAny;
	cudaMemcpyBatchAsync(to, from, sizes, 2, &how, &first, 1, nullptr, stream);
	cudaStreamSynchronize(stream);
}
}

/* Small copies, one call each. */
namespace one_by_one
{
void run(float **to, float **from, int count, cudaStream_t stream)
{
	for (int i = 0; i < count; i++)
		cudaMemcpyAsync(to[i], from[i], 256, cudaMemcpyHostToDevice, stream);
	cudaStreamSynchronize(stream);
}
}
