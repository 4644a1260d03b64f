/* What calls of the host's API are by their names, where a rule looks at expressions and not at operations of
 * a walk. */
#ifndef CUDALINT_RULES_HOST_API_H
#define CUDALINT_RULES_HOST_API_H

#include "analyzer/cuda/host_traits.h"
#include "analyzer/cuda/runtime.h"
#include "analyzer/ir/ir.h"

/* Kind and roles of a call; HOST_OPAQUE without roles: of no function that is known. */
struct cuda_call api_call(const struct ir_expr *call);

/* Of a call of a function that is declared or not. */
const struct cuda_host_traits *api_traits(const struct ir_expr *call);

/* Whether a name is one of the runtime's functions, and not of the driver's or a library's. */
bool api_is_runtime(const char *name);

/* Whether a call is of the runtime, the driver or a library of CUDA's. */
bool api_is_cuda(const struct ir_expr *call);

#endif
