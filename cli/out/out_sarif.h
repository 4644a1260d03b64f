/* The parts of a SARIF log. */
#ifndef CUDALINT_CLI_OUT_SARIF_H
#define CUDALINT_CLI_OUT_SARIF_H

#include <jansson.h>

#include "cli/out/out.h"

/* What may be uploaded to GitHub's code scanning. */
enum { SARIF_RESULTS_LIMIT = 25000, SARIF_BYTES_LIMIT = 10 * 1000 * 1000 };

/* Where the paths of the log begin. */
#define SARIF_ROOT "SRCROOT"

/* {"text": ...} */
json_t *sarif_message(const struct out *out, const char *text);

const char *sarif_level(enum severity severity);

/* A location; NULL when it lies outside the root. */
json_t *sarif_location(const struct out *out, const struct span *span);

json_t *sarif_result(const struct out *out, const struct finding *finding, size_t rule_index);

/* What the log says of a rule: with `help`, also its page and properties. */
json_t *sarif_rule(const struct out *out, const char *code, const char *name, bool help);

#endif
