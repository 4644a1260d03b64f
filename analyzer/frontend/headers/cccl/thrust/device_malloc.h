/* Device memory, allocated and freed. */
#ifndef THRUST_DEVICE_MALLOC_H
#define THRUST_DEVICE_MALLOC_H

#include <thrust/device_ptr.h>
#include <thrust/system_error.h>

namespace thrust
{
device_ptr<void> device_malloc(::cuda::std::size_t bytes);
template <class T> device_ptr<T> device_malloc(::cuda::std::size_t count);
void device_free(device_ptr<void> p);
template <class T> device_ptr<T> device_new(::cuda::std::size_t count = 1);
template <class T> device_ptr<T> device_new(device_ptr<void> place, const T &value);
template <class T> void device_delete(device_ptr<T> p, ::cuda::std::size_t count = 0);
} // namespace thrust

#endif
