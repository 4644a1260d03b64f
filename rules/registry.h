/* All rules that come with cudalint, in the order of their codes. */
#ifndef CUDALINT_RULES_REGISTRY_H
#define CUDALINT_RULES_REGISTRY_H

#include "analyzer/rule/rule.h"

extern const struct rule *const rules_registry[]; /* ends with NULL */

#endif
