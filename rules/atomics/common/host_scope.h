/* The part of CU504 (scope-too-narrow) that is about the host: it polls or updates memory while a kernel runs
 * whose atomics and fences don't reach it. */
#ifndef CUDALINT_RULES_HOST_SCOPE_H
#define CUDALINT_RULES_HOST_SCOPE_H

#include "rules/atomics/common/host_share.h"

/* When all host functions were walked. */
void host_scope_report(struct pass *pass, const struct host_shares *shares);

#endif
