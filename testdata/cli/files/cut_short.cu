__device__ int count = 0;

__global__ void increment(cuda::std::binary_semaphore *semaphore)
{
	semaphore->acquire();
	count++;
	semaphore->release();
}

int main()
{
	cuda::std::binary_semaphore *semaphore;
	cudaMallocManaged(&semaphore, sizeof(cuda::std::binary_semaphore));
	new (semaphore) cuda::std::binary_semaphore(1);
	increment<<<256, 256>>>(semaphore);
	...
}
