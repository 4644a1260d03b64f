/* Streams, events, and how the host waits for them. Each namespace is one form; the comment above it says what is wrong
 * with it. */
constexpr size_t BYTES = 2048 * 256 * sizeof(float);

__global__ void work(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f;
}

/* Right: the range is asked for, and the streams take its ends. */
namespace priorities
{
void run(float *a, float *b)
{
	int least, greatest;
	cudaDeviceGetStreamPriorityRange(&least, &greatest);
	cudaStream_t urgent, patient;
	cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest);
	cudaStreamCreateWithPriority(&patient, cudaStreamNonBlocking, least);
	work<<<1024, 256, 0, urgent>>>(a);
	work<<<1024, 256, 0, patient>>>(b);
	cudaStreamSynchronize(urgent);
	cudaStreamSynchronize(patient);
}
}

/* The two ends of the range are swapped. */
namespace priorities_swapped
{
void run(float *a, float *b)
{
	int least, greatest;
	cudaDeviceGetStreamPriorityRange(&greatest, &least);
	cudaStream_t urgent, patient;
	cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest);
	cudaStreamCreateWithPriority(&patient, cudaStreamNonBlocking, least);
	work<<<1024, 256, 0, urgent>>>(a);
	work<<<1024, 256, 0, patient>>>(b);
	cudaStreamSynchronize(urgent);
	cudaStreamSynchronize(patient);
}
}

/* Blocking streams, and work on the NULL stream between theirs. */
namespace null_stream_between
{
void run(float *a, float *b, float *c)
{
	cudaStream_t one, two;
	cudaStreamCreate(&one);
	cudaStreamCreate(&two);
	work<<<2048, 256, 0, one>>>(a);
	work<<<2048, 256>>>(c);
	work<<<2048, 256, 0, two>>>(b);
	cudaStreamSynchronize(one);
	cudaStreamSynchronize(two);
	cudaStreamDestroy(one);
	cudaStreamDestroy(two);
}
}

/* Right: streams that don't wait for the NULL stream. */
namespace non_blocking_streams
{
void run(float *a, float *b)
{
	cudaStream_t one, two;
	cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
	work<<<2048, 256, 0, one>>>(a);
	work<<<2048, 256, 0, two>>>(b);
	cudaStreamSynchronize(one);
	cudaStreamSynchronize(two);
	cudaStreamDestroy(one);
	cudaStreamDestroy(two);
}
}

/* One stream's result is needed; the host waits for all of them. */
namespace wait_for_device
{
void run(float *a, float *b, float *host)
{
	cudaStream_t one, two;
	cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
	cudaMallocHost(&host, BYTES);
	work<<<2048, 256, 0, one>>>(a);
	work<<<2048, 256, 0, two>>>(b);
	cudaMemcpyAsync(host, a, BYTES, cudaMemcpyDeviceToHost, one);
	cudaDeviceSynchronize();
	host[0] += 1.0f;
	work<<<2048, 256, 0, two>>>(b);
	cudaStreamSynchronize(two);
	cudaStreamDestroy(one);
	cudaStreamDestroy(two);
	cudaFreeHost(host);
}
}

/* Right: the host waits for the one stream. */
namespace wait_for_stream
{
void run(float *a, float *b, float *host)
{
	cudaStream_t one, two;
	cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
	cudaMallocHost(&host, BYTES);
	work<<<2048, 256, 0, one>>>(a);
	work<<<2048, 256, 0, two>>>(b);
	cudaMemcpyAsync(host, a, BYTES, cudaMemcpyDeviceToHost, one);
	cudaStreamSynchronize(one);
	host[0] += 1.0f;
	work<<<2048, 256, 0, two>>>(b);
	cudaStreamSynchronize(two);
	cudaStreamDestroy(one);
	cudaStreamDestroy(two);
	cudaFreeHost(host);
}
}

/* Right: the host asks now and then, and does something else meanwhile. */
namespace ask_in_turns
{
int other_work();

void run(float *a, cudaStream_t stream, cudaEvent_t done)
{
	work<<<2048, 256, 0, stream>>>(a);
	cudaEventRecord(done, stream);
	while (cudaEventQuery(done) == cudaErrorNotReady)
		other_work();
	work<<<2048, 256, 0, stream>>>(a);
	while (cudaStreamQuery(stream) == cudaErrorNotReady)
		other_work();
}
}

/* Any error keeps this loop going. */
namespace ask_forever
{
int other_work();

void run(float *a, cudaStream_t stream)
{
	work<<<2048, 256, 0, stream>>>(a);
	while (cudaStreamQuery(stream) != cudaSuccess)
		other_work();
}
}

/* Right: an event without timing orders two streams. */
namespace event_between_streams
{
void run(float *a, cudaStream_t one, cudaStream_t two)
{
	cudaEvent_t done;
	cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
	work<<<2048, 256, 0, one>>>(a);
	cudaEventRecord(done, one);
	cudaStreamWaitEvent(two, done, 0);
	work<<<2048, 256, 0, two>>>(a);
	cudaEventDestroy(done);
}
}

/* The event carries a time that nobody reads. */
namespace event_with_time
{
void run(float *a, cudaStream_t one, cudaStream_t two)
{
	cudaEvent_t done;
	cudaEventCreate(&done);
	work<<<2048, 256, 0, one>>>(a);
	cudaEventRecord(done, one);
	cudaStreamWaitEvent(two, done, 0);
	work<<<2048, 256, 0, two>>>(a);
	cudaEventDestroy(done);
}
}

/* Right: the times are read. */
namespace event_for_time
{
float run(float *a, cudaStream_t stream)
{
	float elapsed;
	cudaEvent_t begin, end;
	cudaEventCreate(&begin);
	cudaEventCreate(&end);
	cudaEventRecord(begin, stream);
	work<<<2048, 256, 0, stream>>>(a);
	cudaEventRecord(end, stream);
	cudaEventSynchronize(end);
	cudaEventElapsedTime(&elapsed, begin, end);
	cudaEventDestroy(begin);
	cudaEventDestroy(end);
	return elapsed;
}
}

/* The time of events that have none. */
namespace time_without_timing
{
float run(float *a, cudaStream_t stream)
{
	float elapsed;
	cudaEvent_t begin, end;
	cudaEventCreateWithFlags(&begin, cudaEventDisableTiming);
	cudaEventCreateWithFlags(&end, cudaEventDisableTiming);
	cudaEventRecord(begin, stream);
	work<<<2048, 256, 0, stream>>>(a);
	cudaEventRecord(end, stream);
	cudaEventSynchronize(end);
	cudaEventElapsedTime(&elapsed, begin, end);
	cudaEventDestroy(begin);
	cudaEventDestroy(end);
	return elapsed;
}
}

/* The wait comes before the record, and so waits for nothing; the two kernels touch the same memory. */
namespace wait_before_record
{
void run(float *a, cudaStream_t stream)
{
	cudaStream_t one, two;
	cudaEvent_t done;
	cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
	cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
	work<<<2048, 256, 0, one>>>(a);
	cudaStreamWaitEvent(two, done, 0);
	cudaEventRecord(done, one);
	work<<<2048, 256, 0, two>>>(a);
	cudaStreamSynchronize(two);
	cudaEventDestroy(done);
	cudaStreamDestroy(one);
	cudaStreamDestroy(two);
}
}

/* An allocation between the two streams' work keeps them apart: of the device, of the host. */
namespace allocation_between
{
void run(float *a, cudaStream_t one, cudaStream_t two)
{
	float *b, *pinned;
	work<<<2048, 256, 0, one>>>(a);
	cudaMalloc(&b, BYTES);
	work<<<2048, 256, 0, two>>>(b);
	cudaMallocHost(&pinned, BYTES);
	work<<<2048, 256, 0, one>>>(a);
	cudaStreamSynchronize(one);
	cudaStreamSynchronize(two);
	cudaFreeHost(pinned);
	cudaFree(b);
}
}

/* A fill and a copy within the device, without a stream, between the two streams' work. */
namespace fill_between
{
void run(float *a, float *b, float *c)
{
	cudaStream_t one, two;
	cudaStreamCreate(&one);
	cudaStreamCreate(&two);
	work<<<2048, 256, 0, one>>>(a);
	cudaMemset(c, 0, BYTES);
	work<<<2048, 256, 0, two>>>(b);
	cudaMemcpy(c, b, BYTES, cudaMemcpyDeviceToDevice);
	work<<<2048, 256, 0, one>>>(a);
	cudaStreamSynchronize(one);
	cudaStreamSynchronize(two);
}
}

/* Right: what the streams need is there before their work begins. */
namespace allocation_before
{
void run(float *a, cudaStream_t one, cudaStream_t two)
{
	float *b;
	cudaMalloc(&b, BYTES);
	work<<<2048, 256, 0, one>>>(a);
	work<<<2048, 256, 0, two>>>(b);
	cudaStreamSynchronize(one);
	cudaStreamSynchronize(two);
	cudaFree(b);
}
}

/* Allocating and freeing in every turn stops the device. */
namespace allocation_in_turns
{
void run(float *out, int turns, cudaStream_t stream)
{
	for (int i = 0; i < turns; i++) {
		float *scratch;
		cudaMalloc(&scratch, BYTES);
		work<<<2048, 256, 0, stream>>>(scratch);
		cudaMemcpyAsync(out, scratch, BYTES, cudaMemcpyDeviceToDevice, stream);
		cudaFree(scratch);
	}
}
}

/* Right: allocations in the order of the stream. */
namespace allocation_in_stream
{
void run(float *out, int turns, cudaStream_t stream)
{
	for (int i = 0; i < turns; i++) {
		float *scratch;
		cudaMallocAsync(&scratch, BYTES, stream);
		work<<<2048, 256, 0, stream>>>(scratch);
		cudaMemcpyAsync(out, scratch, BYTES, cudaMemcpyDeviceToDevice, stream);
		cudaFreeAsync(scratch, stream);
	}
}
}

/* Memory of one stream, used by another that nothing orders, and after it is freed. */
namespace allocation_of_other_stream
{
void run()
{
	cudaStream_t one, two;
	float *scratch;
	cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
	cudaMallocAsync(&scratch, BYTES, one);
	work<<<2048, 256, 0, two>>>(scratch);
	cudaStreamSynchronize(two);
	cudaFreeAsync(scratch, one);
	work<<<2048, 256, 0, one>>>(scratch);
	cudaStreamSynchronize(one);
}
}

/* The driver has read its environment when this is set. */
namespace environment_too_late
{
void run()
{
	cudaFree(0);
	setenv("CUDA_MODULE_LOADING", "EAGER", 1);
	setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 1);
}
}

/* The program sets it before its first call: it may still have no effect. */
namespace environment_within
{
void run()
{
	setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 1);
	cudaFree(0);
}
}
