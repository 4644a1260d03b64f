/* See <atomic>. */
#include <new>
#include <utility>
#if __cplusplus >= 202002L && __has_include(<bits/atomic_wait.h>)
#include <bits/atomic_wait.h>
#endif
#if __has_include_next(<bits/atomic_base.h>)
#pragma clang force_cuda_host_device begin
#include_next <bits/atomic_base.h>
#pragma clang force_cuda_host_device end
#endif
