/* CU003 invalid-suppression: a suppression comment with an unknown code, without its other half, or without
 * the reason that the configuration asks for. The engine reads the comments and reports them. */
#include "analyzer/rule/rule.h"

const struct rule rule_invalid_suppression = {
	.code = "CU003",
	.name = "invalid-suppression",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Suppression comment that can't work as written",
};
