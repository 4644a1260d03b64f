/* The registry: rules.def read twice, once for the declarations and once for the array. */
#include "rules/registry.h"

#define RULE(code, name) extern const struct rule rule_##name;
#include "rules/rules.def"
#undef RULE

#define RULE(code, name) &rule_##name,
const struct rule *const rules_registry[] = {
#include "rules/rules.def"
	NULL,
};
#undef RULE
