#include "kernels.cuh"

template <typename... P, typename... A> static void launch(void (*kernel)(P...), int blocks, int threads, A... args)
{
	kernel<<<blocks, threads>>>(args...);
}

int main()
{
	float *in, *out;
	double *values;
	int *numbers;
	cudaMalloc(&in, 1000 * sizeof(float));
	cudaMalloc(&out, 1000 * sizeof(float));
	cudaMalloc(&values, 300 * sizeof(double));
	cudaMalloc(&numbers, 128 * sizeof(int));
	cudaMemset(in, 0, 1000 * sizeof(float));
	cudaMemset(numbers, 0, 128 * sizeof(int));
	filter::blur<<<8, 128>>>(out, in, 1000);
	launch(fill<double>, 3, 128, values, 1.0, 300);
	mirror<<<1, 128>>>(numbers, numbers);
	Size size = {32, 31};
	transpose<<<dim3(1, 1), dim3(32, 32)>>>(out, in, size);
	run(out, in, 1000);
	reverse<<<1, 128>>>(numbers);
	rows<256><<<1, 256>>>(out, in);
	stage<<<1, 64, 65792>>>(out, in);
	hand_on(shift, out, in);
	cudaDeviceSynchronize();
	return 0;
}
