/* A value that one block hands to another: the steps by which its flag becomes right, and then cheap. Nothing is
 * included, as on the slides of a talk. */
namespace plain
{
__host__ __device__ int take(int &ready, int &value)
{
	while (ready == 0)
		;
	return value;
}

__host__ __device__ void give(int &ready, int &value, int v)
{
	value = v;
	ready = 1;
}
}

namespace volatile_alone
{
__device__ int take(volatile int &ready, int &value)
{
	while (ready == 0)
		;
	return value;
}

__device__ void give(volatile int &ready, int &value, int v)
{
	value = v;
	ready = 1;
}
}

namespace volatile_and_fence
{
__device__ int take(volatile int &ready, int &value)
{
	while (ready == 0)
		;
	__threadfence();
	return value;
}

__device__ void give(volatile int &ready, int &value, int v)
{
	value = v;
	__threadfence();
	ready = 1;
}
}

namespace atomics
{
__host__ __device__ int take(atomic<bool> &ready, int &value)
{
	while (!ready.load())
		;
	return value;
}

__host__ __device__ void give(atomic<bool> &ready, int &value, int v)
{
	value = v;
	ready = true;
}
}

namespace device_scope
{
using flag = cuda::atomic<bool, cuda::thread_scope_device>;

__host__ __device__ int take(flag &ready, int &value)
{
	while (!ready.load())
		;
	return value;
}

__host__ __device__ void give(flag &ready, int &value, int v)
{
	value = v;
	ready = true;
}
}

namespace acquire_release
{
using flag = cuda::atomic<bool, cuda::thread_scope_device>;

__host__ __device__ int take(flag &ready, int &value)
{
	while (!ready.load(memory_order_acquire))
		;
	return value;
}

__host__ __device__ void give(flag &ready, int &value, int v)
{
	value = v;
	ready.store(true, memory_order_release);
}
}

namespace wait_and_notify
{
using flag = cuda::atomic<bool, cuda::thread_scope_device>;

__host__ __device__ int take(flag &ready, int &value)
{
	ready.wait(false, memory_order_acquire);
	return value;
}

__host__ __device__ void give(flag &ready, int &value, int v)
{
	value = v;
	ready.store(true, memory_order_release);
	ready.notify_all();
}
}

namespace across_devices
{
using flag = cuda::atomic<bool, cuda::thread_scope_system>;

__host__ __device__ int take(flag &ready, int &value)
{
	ready.wait(false, memory_order_acquire);
	return value;
}

__host__ __device__ void give(flag &ready, int &value, int v)
{
	value = v;
	ready.store(true, memory_order_release);
	ready.notify_all();
}
}
