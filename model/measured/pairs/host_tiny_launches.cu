/* Twenty short kernels, launched one by one in each of four turns. Fast: as a graph. */
#include "pair.cuh"

static const int N = 1 << 12;
static const int KERNELS = 20;
static const int TURNS = 4;

__global__ void step(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f;
}

static cudaGraphExec_t graph_of(cudaStream_t stream, float *data)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
	for (int k = 0; k < KERNELS; k++) {
		step<<<N / 256, 256, 0, stream>>>(data);
	}
	check(cudaStreamEndCapture(stream, &graph), "cudaStreamEndCapture");
	check(cudaGraphInstantiate(&exec, graph, 0), "cudaGraphInstantiate");
	return exec;
}

int main()
{
	float *data = filled<float>(N);
	cudaStream_t stream;
	check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
	cudaGraphExec_t exec = graph_of(stream, data);

	return compare(
		"host_tiny_launches",
		[&] {
			for (int turn = 0; turn < TURNS; turn++) {
				for (int k = 0; k < KERNELS; k++) {
					step<<<N / 256, 256, 0, stream>>>(data); // expect: CU717
				}
			}
			cudaStreamSynchronize(stream);
		},
		[&] {
			for (int turn = 0; turn < TURNS; turn++) {
				cudaGraphLaunch(exec, stream);
			}
			cudaStreamSynchronize(stream);
		});
}
