/* Managed memory, which host and device share. Each namespace is one form; the comment above it says what is wrong with it. */
#include <cstdio>

/* Right: what the host writes is written before the launch, and the host waits after it. */
namespace before_and_after
{
__managed__ int number;

__global__ void show(const int *other)
{
	printf("%d %d\n", number, *other);
}

int main()
{
	int *other;
	number = 7;
	cudaMallocManaged(&other, sizeof *other);
	*other = 0xbeef;
	show<<<1, 1>>>(other);
	cudaDeviceSynchronize();
	cudaFree(other);
	return 0;
}
}

/* The host writes a variable that the kernel doesn't touch, while it runs: an error where access isn't concurrent. */
namespace beside_the_kernel
{
__managed__ int used, unused = 1;

__global__ void show()
{
	printf("%d\n", used);
}

int main()
{
	show<<<1, 1>>>();
	unused = 5;
	cudaDeviceSynchronize();
	return 0;
}
}

/* Right: the host waits first. */
namespace after_the_kernel
{
__managed__ int used, unused = 1;

__global__ void show()
{
	printf("%d\n", used);
}

int main()
{
	show<<<1, 1>>>();
	cudaDeviceSynchronize();
	unused = 5;
	return 0;
}
}

/* The host writes what the kernel reads, while it runs. */
namespace under_the_kernel
{
__managed__ int used;

__global__ void show()
{
	printf("%d\n", used);
}

int main()
{
	show<<<1, 1>>>();
	used = 5;
	cudaDeviceSynchronize();
	return 0;
}
}

/* Right: the variable belongs to the host until further notice. */
namespace attached_to_host
{
__managed__ int used = 3, unused = 1;

__global__ void show()
{
	printf("%d\n", used);
}

int main()
{
	cudaStream_t stream;
	cudaStreamCreate(&stream);
	cudaStreamAttachMemAsync(stream, &unused, 4, cudaMemAttachHost);
	cudaStreamSynchronize(stream);
	show<<<1, 1>>>();
	unused = 5;
	cudaDeviceSynchronize();
	return 0;
}
}

/* Right: a task has a stream and memory of its own, and waits for the stream before the host takes over. */
namespace attached_to_stream
{
__global__ void there(const int *in, int *data, int length)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < length)
		data[i] = in[i] * 3;
}

__global__ void back(int *out, const int *data, int length)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < length)
		out[i] = data[i] - 1;
}

void between(int *data, int length)
{
	for (int i = 0; i < length; i++)
		data[i] += i;
}

void task(const int *in, int *out, int length, int turns, cudaStream_t stream)
{
	int *data;
	cudaMallocManaged(&data, length * sizeof *data, cudaMemAttachHost);
	cudaStreamAttachMemAsync(stream, data, 0, cudaMemAttachSingle);
	cudaStreamSynchronize(stream);
	for (int i = 0; i < turns; i++) {
		there<<<(length + 255) / 256, 256, 0, stream>>>(in, data, length);
		cudaStreamSynchronize(stream);
		between(data, length);
		back<<<(length + 255) / 256, 256, 0, stream>>>(out, data, length);
	}
	cudaStreamSynchronize(stream);
	cudaFree(data);
}
}

/* The next turn's host part begins while the last kernel of this one still reads: a wait is missing. */
namespace wait_missing_in_turns
{
__global__ void back(int *out, const int *data, int length)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < length)
		out[i] = data[i] - 1;
}

void task(int *out, int length, int turns, cudaStream_t stream)
{
	int *data;
	cudaMallocManaged(&data, length * sizeof *data);
	for (int i = 0; i < turns; i++) {
		for (int k = 0; k < length; k++)
			data[k] += k;
		back<<<(length + 255) / 256, 256, 0, stream>>>(out, data, length);
	}
	cudaStreamSynchronize(stream);
	cudaFree(data);
}
}

/* Right: the memory is brought to the device, and back, before it is used there. */
namespace brought
{
__global__ void twice(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= 2;
}

float run(int n, int device, cudaStream_t stream)
{
	float *data, sum = 0;
	cudaMallocManaged(&data, n * sizeof *data);
	for (int i = 0; i < n; i++)
		data[i] = i;
	cudaMemAdvise(data, n * sizeof *data, cudaMemAdviseSetPreferredLocation, device);
	cudaMemPrefetchAsync(data, n * sizeof *data, device, stream);
	twice<<<(n + 255) / 256, 256, 0, stream>>>(data, n);
	cudaMemPrefetchAsync(data, n * sizeof *data, cudaCpuDeviceId, stream);
	cudaStreamSynchronize(stream);
	for (int i = 0; i < n; i++)
		sum += data[i];
	cudaFree(data);
	return sum;
}
}

/* Nothing is brought: each page comes when it is missed. */
namespace not_brought
{
__global__ void twice(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= 2;
}

float run(int n, cudaStream_t stream)
{
	float *data, sum = 0;
	cudaMallocManaged(&data, n * sizeof *data);
	for (int i = 0; i < n; i++)
		data[i] = i;
	twice<<<(n + 255) / 256, 256, 0, stream>>>(data, n);
	cudaStreamSynchronize(stream);
	for (int i = 0; i < n; i++)
		sum += data[i];
	cudaFree(data);
	return sum;
}
}
