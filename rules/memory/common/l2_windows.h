/* Access policy windows as the rules about L2 meet them: set for a stream or a graph's node, or as an
 * attribute of a launch. */
#ifndef CUDALINT_RULES_L2_WINDOWS_H
#define CUDALINT_RULES_L2_WINDOWS_H

#include "analyzer/rule/rule.h"

enum { L2_NORMAL = 0, L2_STREAMING = 1, L2_PERSISTING = 2, L2_LIMIT = 6 };

typedef void l2_window_visit(void *context, const struct host_op *op, const struct host_window *window);

/* Calls back for each window that an operation sets. */
void l2_each_window(const struct host_op *op, l2_window_visit *visit, void *context);

/* Whether an operation sets the size of the set-aside (cudaLimitPersistingL2CacheSize); *bytes is then the
 * size, or -1 when it isn't known. */
bool l2_is_set_aside(const struct host_op *op, int64_t *bytes);

/* The name of a property class of cuda::access_property ("persisting"), or "" when the type is none. */
const char *l2_property(const struct ir_type *type);

#endif
