/* Graphs, by hand and by capture. Each namespace is one form; the comment above it says what is wrong with it. */
__global__ void grow(float *data, int step)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] += step;
}

__global__ void join(float *out, const float *left, const float *right)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = left[i] + right[i];
}

/* Right: each array of dependencies is made when the nodes in it are there. */
namespace by_hand
{
void run(cudaKernelNodeParams *first, cudaKernelNodeParams *left, cudaKernelNodeParams *right, cudaKernelNodeParams *last,
         cudaStream_t stream)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t top, one, two, end;
	cudaGraphCreate(&graph, 0);
	cudaGraphAddKernelNode(&top, graph, nullptr, 0, first);
	cudaGraphNode_t on_top[] = {top};
	cudaGraphAddKernelNode(&one, graph, on_top, 1, left);
	cudaGraphAddKernelNode(&two, graph, on_top, 1, right);
	cudaGraphNode_t on_both[] = {one, two};
	cudaGraphAddKernelNode(&end, graph, on_both, 2, last);
	cudaGraphInstantiate(&exec, graph, 0);
	for (int i = 0; i < 100; i++)
		cudaGraphLaunch(exec, stream);
	cudaStreamSynchronize(stream);
	cudaGraphExecDestroy(exec);
	cudaGraphDestroy(graph);
}
}

/* The arrays are made from handles that aren't there yet. */
namespace arrays_too_early
{
void run(cudaKernelNodeParams *first, cudaKernelNodeParams *left, cudaKernelNodeParams *right, cudaKernelNodeParams *last)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t top, one, two, end;
	cudaGraphNode_t on_top[] = {top}, on_both[] = {one, two};
	cudaGraphCreate(&graph, 0);
	cudaGraphAddKernelNode(&top, graph, nullptr, 0, first);
	cudaGraphAddKernelNode(&one, graph, on_top, 1, left);
	cudaGraphAddKernelNode(&two, graph, on_top, 1, right);
	cudaGraphAddKernelNode(&end, graph, on_both, 2, last);
	cudaGraphInstantiate(&exec, graph, 0);
}
}

/* Two nodes write the same memory, and no path joins them. */
namespace edge_missing
{
void run(float *data)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t one, two;
	int step = 1;
	void *arguments[] = {&data, &step};
	cudaKernelNodeParams node = {};
	node.func = (void *)grow;
	node.gridDim = dim3(2048);
	node.blockDim = dim3(256);
	node.kernelParams = arguments;
	cudaGraphCreate(&graph, 0);
	cudaGraphAddKernelNode(&one, graph, nullptr, 0, &node);
	cudaGraphAddKernelNode(&two, graph, nullptr, 0, &node);
	cudaGraphInstantiate(&exec, graph, 0);
}
}

/* The frame that records the work doesn't do it. */
namespace first_frame_lost
{
struct scene {
	bool ready;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaStream_t stream;
};

void frame(scene &s, float *data)
{
	if (!s.ready) {
		cudaGraphCreate(&s.graph, 0);
		cudaStreamBeginCapture(s.stream, cudaStreamCaptureModeGlobal);
		for (int i = 0; i < 30; i++)
			grow<<<2048, 256, 0, s.stream>>>(data, i);
		cudaStreamEndCapture(s.stream, &s.graph);
		cudaGraphInstantiate(&s.exec, s.graph, 0, 0, 0);
		s.ready = true;
	} else
		cudaGraphLaunch(s.exec, s.stream);
}
}

/* Right: recorded once, launched in every frame. */
namespace every_frame
{
struct scene {
	bool ready;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaStream_t stream;
};

void frame(scene &s, float *data)
{
	if (!s.ready) {
		cudaStreamBeginCapture(s.stream, cudaStreamCaptureModeGlobal);
		for (int i = 0; i < 30; i++)
			grow<<<2048, 256, 0, s.stream>>>(data, i);
		cudaStreamEndCapture(s.stream, &s.graph);
		cudaGraphInstantiate(&s.exec, s.graph, 0, 0, 0);
		s.ready = true;
	}
	cudaGraphLaunch(s.exec, s.stream);
}
}

/* The same with variables that no struct holds. */
namespace first_frame_lost_globals
{
bool ready;
cudaGraph_t graph;
cudaGraphExec_t exec;
cudaStream_t stream;

void frame(float *data)
{
	if (!ready) {
		cudaGraphCreate(&graph, 0);
		cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
		for (int i = 0; i < 30; i++)
			grow<<<2048, 256, 0, stream>>>(data, i);
		cudaStreamEndCapture(stream, &graph);
		cudaGraphInstantiate(&exec, graph, 0, 0, 0);
		ready = true;
	} else
		cudaGraphLaunch(exec, stream);
}
}

/* Three short kernels in every turn, with nothing on the host between: a graph would launch them at once. */
namespace without_graph
{
void run(float *a, float *b, float *c, int turns, cudaStream_t stream)
{
	for (int i = 0; i < turns; i++) {
		grow<<<64, 256, 0, stream>>>(a, 1);
		grow<<<64, 256, 0, stream>>>(b, 1);
		join<<<64, 256, 0, stream>>>(c, a, b);
	}
	cudaStreamSynchronize(stream);
}
}

/* Right: a second stream joins the capture with an event, and comes back with another. */
namespace forked_and_joined
{
void run(float *a, float *b, float *c, cudaStream_t origin, cudaStream_t other)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaEvent_t fork, done;
	cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
	cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
	cudaStreamBeginCapture(origin, cudaStreamCaptureModeGlobal);
	grow<<<2048, 256, 0, origin>>>(c, 1);
	cudaEventRecord(fork, origin);
	grow<<<2048, 256, 0, origin>>>(a, 2);
	cudaStreamWaitEvent(other, fork);
	grow<<<2048, 256, 0, other>>>(b, 3);
	cudaEventRecord(done, other);
	cudaStreamWaitEvent(origin, done);
	join<<<2048, 256, 0, origin>>>(c, a, b);
	cudaStreamEndCapture(origin, &graph);
	cudaGraphInstantiate(&exec, graph, 0);
	cudaGraphLaunch(exec, origin);
	cudaStreamSynchronize(origin);
}
}

/* The second stream never comes back to the first. */
namespace not_joined
{
void run(float *a, float *b, cudaStream_t origin, cudaStream_t other)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaEvent_t fork;
	cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
	cudaStreamBeginCapture(origin, cudaStreamCaptureModeGlobal);
	cudaEventRecord(fork, origin);
	grow<<<2048, 256, 0, origin>>>(a, 2);
	cudaStreamWaitEvent(other, fork);
	grow<<<2048, 256, 0, other>>>(b, 3);
	cudaStreamEndCapture(origin, &graph);
	cudaGraphInstantiate(&exec, graph, 0);
	cudaGraphLaunch(exec, origin);
}
}

/* The second stream has no event of the first: its kernel isn't part of the graph, and runs at once. */
namespace not_forked
{
void run(float *a, float *b)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaStream_t origin, other;
	cudaEvent_t done;
	cudaStreamCreateWithFlags(&origin, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
	cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
	cudaStreamBeginCapture(origin, cudaStreamCaptureModeGlobal);
	grow<<<2048, 256, 0, origin>>>(a, 2);
	grow<<<2048, 256, 0, other>>>(b, 3);
	cudaEventRecord(done, other);
	cudaStreamWaitEvent(origin, done);
	grow<<<2048, 256, 0, origin>>>(b, 2);
	cudaStreamEndCapture(origin, &graph);
	cudaGraphInstantiate(&exec, graph, 0);
	cudaGraphLaunch(exec, origin);
}
}

/* Calls that wait and allocate have no place in a capture. */
namespace waiting_in_capture
{
void run(float *a, cudaStream_t stream)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	float *b;
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	cudaMalloc(&b, 2097152);
	grow<<<2048, 256, 0, stream>>>(a, 2);
	cudaStreamSynchronize(stream);
	cudaStreamEndCapture(stream, &graph);
	cudaGraphInstantiate(&exec, graph, 0);
	cudaGraphLaunch(exec, stream);
}
}

/* The graph is made anew in every turn. */
namespace made_in_turns
{
void run(float *a, int turns, cudaStream_t stream)
{
	for (int i = 0; i < turns; i++) {
		cudaGraph_t graph;
		cudaGraphExec_t exec;
		cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
		grow<<<2048, 256, 0, stream>>>(a, 2);
		grow<<<2048, 256, 0, stream>>>(a, 3);
		cudaStreamEndCapture(stream, &graph);
		cudaGraphInstantiate(&exec, graph, 0);
		cudaGraphLaunch(exec, stream);
		cudaGraphExecDestroy(exec);
		cudaGraphDestroy(graph);
	}
	cudaStreamSynchronize(stream);
}
}

/* The step is part of the recording: each replay takes the first one. */
namespace argument_recorded
{
void run(float *a, int turns, cudaStream_t stream)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	int step = 0;
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	grow<<<2048, 256, 0, stream>>>(a, step);
	cudaStreamEndCapture(stream, &graph);
	cudaGraphInstantiate(&exec, graph, 0);
	for (int i = 0; i < turns; i++) {
		cudaGraphLaunch(exec, stream);
		step++;
	}
	cudaStreamSynchronize(stream);
}
}

/* Right: memory of the graph, used between its allocation and its free. */
namespace memory_of_graph
{
void run(cudaStream_t stream)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	float *scratch;
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	cudaMallocAsync(&scratch, 2097152, stream);
	grow<<<2048, 256, 0, stream>>>(scratch, 1);
	cudaFreeAsync(scratch, stream);
	cudaStreamEndCapture(stream, &graph);
	cudaGraphInstantiate(&exec, graph, 0);
	cudaGraphLaunch(exec, stream);
	cudaStreamSynchronize(stream);
}
}

/* A node uses the memory though it doesn't come after its allocation. */
namespace memory_not_there_yet
{
void run()
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t allocation, beside;
	cudaMemAllocNodeParams memory = {};
	memory.poolProps.allocType = cudaMemAllocationTypePinned;
	memory.poolProps.location.type = cudaMemLocationTypeDevice;
	memory.bytesize = 2097152;
	cudaGraphCreate(&graph, 0);
	cudaGraphAddMemAllocNode(&allocation, graph, nullptr, 0, &memory);
	int step = 1;
	void *arguments[] = {&memory.dptr, &step};
	cudaKernelNodeParams node = {};
	node.func = (void *)grow;
	node.gridDim = dim3(2048);
	node.blockDim = dim3(256);
	node.kernelParams = arguments;
	cudaGraphAddKernelNode(&beside, graph, nullptr, 0, &node);
	cudaGraphInstantiate(&exec, graph, 0);
}
}

/* Right: allocation, use, free. */
namespace memory_between
{
void run()
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t allocation, use, release;
	cudaMemAllocNodeParams memory = {};
	memory.poolProps.allocType = cudaMemAllocationTypePinned;
	memory.poolProps.location.type = cudaMemLocationTypeDevice;
	memory.bytesize = 2097152;
	cudaGraphCreate(&graph, 0);
	cudaGraphAddMemAllocNode(&allocation, graph, nullptr, 0, &memory);
	int step = 1;
	void *arguments[] = {&memory.dptr, &step};
	cudaKernelNodeParams node = {};
	node.func = (void *)grow;
	node.gridDim = dim3(2048);
	node.blockDim = dim3(256);
	node.kernelParams = arguments;
	cudaGraphAddKernelNode(&use, graph, &allocation, 1, &node);
	cudaGraphAddMemFreeNode(&release, graph, &use, 1, memory.dptr);
	cudaGraphInstantiate(&exec, graph, 0);
}
}

/* The kernel comes after the node that frees its memory. */
namespace memory_gone
{
void run()
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t allocation, use, release;
	cudaMemAllocNodeParams memory = {};
	memory.poolProps.allocType = cudaMemAllocationTypePinned;
	memory.poolProps.location.type = cudaMemLocationTypeDevice;
	memory.bytesize = 2097152;
	cudaGraphCreate(&graph, 0);
	cudaGraphAddMemAllocNode(&allocation, graph, nullptr, 0, &memory);
	int step = 1;
	void *arguments[] = {&memory.dptr, &step};
	cudaKernelNodeParams node = {};
	node.func = (void *)grow;
	node.gridDim = dim3(2048);
	node.blockDim = dim3(256);
	node.kernelParams = arguments;
	cudaGraphAddMemFreeNode(&release, graph, &allocation, 1, memory.dptr);
	cudaGraphAddKernelNode(&use, graph, &release, 1, &node);
	cudaGraphInstantiate(&exec, graph, 0);
}
}
