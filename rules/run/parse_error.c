/* CU001 parse-error: part of the input could not be parsed, so some functions were not analysed. The engine
 * reports it, one finding for each unit; there is nothing here to hook. */
#include "analyzer/rule/rule.h"

const struct rule rule_parse_error = {
	.code = "CU001",
	.name = "parse-error",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Part of the file could not be parsed",
};
