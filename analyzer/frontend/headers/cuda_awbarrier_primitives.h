/* Barriers in shared memory that split arrival and waiting, as plain functions. */
#define _CUDA_AWBARRIER_PRIMITIVES_H_
#ifndef CUDALINT_CUDA_AWBARRIER_PRIMITIVES_H
#define CUDALINT_CUDA_AWBARRIER_PRIMITIVES_H

#include "cuda_runtime.h"

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

#define CL_FN extern __device__ CUDALINT_ARCH(70)
extern __device__ uint32_t __mbarrier_maximum_count();
CL_FN void __mbarrier_init(__mbarrier_t *barrier, uint32_t expected_count);
CL_FN void __mbarrier_inval(__mbarrier_t *barrier);
CL_FN __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier);
CL_FN __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier);
CL_FN bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token);
CL_FN bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool phase_parity);
CL_FN bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token, uint32_t max_sleep_ns);
CL_FN bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool phase_parity, uint32_t max_sleep_ns);
CL_FN uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token);
#undef CL_FN

#endif
