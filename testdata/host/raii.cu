// Wrappers: streams and buffers that constructors make and destructors end, in members, vectors and smart pointers.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#define CHECK(call)                                                        \
	do {                                                               \
		cudaError_t error = (call);                                \
		if (error != cudaSuccess) {                                \
			fprintf(stderr, "%s\n", cudaGetErrorString(error)); \
			exit(1);                                           \
		}                                                          \
	} while (0)

__global__ void scale(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= 2;
}

class Stream {
public:
	Stream() { CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
	~Stream() { cudaStreamDestroy(stream_); }
	operator cudaStream_t() const { return stream_; }
	void wait() const { CHECK(cudaStreamSynchronize(stream_)); }

private:
	cudaStream_t stream_;
};

template <class T> struct Buffer {
	explicit Buffer(size_t n) : size(n) { CHECK(cudaMalloc(&data, n * sizeof(T))); }
	~Buffer() { cudaFree(data); }
	T *data = nullptr;
	size_t size;
};

static float total(const float *values, int n)
{
	float sum = 0;
	for (int i = 0; i < n; i++)
		sum += values[i];
	return sum;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	Stream first;
	Buffer<float> buffer(n);
	auto owned = std::make_unique<Buffer<float>>(1024);
	std::vector<cudaStream_t> streams(3);
	for (auto &stream : streams)
		CHECK(cudaStreamCreate(&stream));
	for (int i = 0; i < 3; i++)
		scale<<<n / 256, 256, 0, streams[i]>>>(buffer.data + i * n, n);
	auto run = [&](cudaStream_t stream) { scale<<<4, 256, 0, stream>>>(buffer.data, n); };
	run(first);
	float *host;
	CHECK(cudaMallocHost(&host, 4096));
	cudaMemcpyAsync(host, buffer.data, 4096, cudaMemcpyDeviceToHost, first);
	first.wait();
	printf("%f\n", total(host, 1024));
	cudaFreeHost(host);
	for (auto stream : streams)
		cudaStreamDestroy(stream);
	return 0;
}
