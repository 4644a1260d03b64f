/* See <atomic>. */
#include <system_error>
#if __has_include_next(<bits/std_mutex.h>)
#pragma clang force_cuda_host_device begin
#include_next <bits/std_mutex.h>
#pragma clang force_cuda_host_device end
#endif
