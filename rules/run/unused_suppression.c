/* CU002 unused-suppression: a suppression comment that suppresses nothing. The engine knows which comments
 * were used and reports the others. */
#include "analyzer/rule/rule.h"

const struct rule rule_unused_suppression = {
	.code = "CU002",
	.name = "unused-suppression",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Suppression comment that suppresses nothing",
};
