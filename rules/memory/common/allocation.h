/* What the rules on memory of the host's walk share: how an allocation is told. */
#ifndef CUDALINT_RULES_ALLOCATION_H
#define CUDALINT_RULES_ALLOCATION_H

#include "analyzer/rule/rule.h"

/* Says of a finding where the object was allocated, made or declared, where that is known. */
void allocation_related(struct pass *pass, struct finding *finding, const struct host_object *object);

/* Bytes as the source would say them: "100", "4 * n"; NULL where that takes too long. */
const char *allocation_bytes(struct pass *pass, const struct host_sum *sum);

/* How sure it is that both happen in one run: an operation under conditions that the other isn't under may
 * never meet it, least of all where such a condition isn't understood. */
enum confidence allocation_confidence(const struct host_where *at, const struct host_where *other);

/* Whether the place of an operation was reported before by the rule, for the object: loops have several
 * turns, helpers several callers. */
bool allocation_is_told(struct pass *pass, struct ir_range at);

#endif
