// Memory of the caller: what work has been handed is watched, so the host's own accesses show.
__global__ void step(float *data)
{
	data[threadIdx.x] += 1;
}

float sum(float *host, float *device, float *managed, const float *other, cudaStream_t stream)
{
	step<<<1, 256, 0, stream>>>(device);
	cudaMemcpyAsync(host, device, 1024, cudaMemcpyDeviceToHost, stream);
	step<<<1, 256, 0, stream>>>(managed);
	cudaStreamSynchronize(stream);
	return host[0] + managed[1] + other[2];
}

struct report {
	report &operator<<(double number);
};

// Every link of the chain is evaluated once.
void tell(report &out, float *device, double a)
{
	step<<<1, 256>>>(device);
	out << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a
	    << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a << a;
	step<<<2, 256>>>(device);
}
