#include <thrust/detail/execution_policy.h>
