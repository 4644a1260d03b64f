/* CU001: what of a file could not be analysed, in one finding. */
#ifndef CUDALINT_ENGINE_PARSE_REPORT_H
#define CUDALINT_ENGINE_PARSE_REPORT_H

#include "analyzer/engine/lint.h"

/* The rule of that code among `rules`, or NULL when it is off. */
const struct rule *run_find_rule(const struct rule *const *rules, const char *code);

/* A CU001 at the start of the file `path`, as an error: the file as a whole was not analysed. Also when the
 * rule is off: what nobody has looked at isn't clean. */
/* A file of which a part wasn't analysed because its time was nearly used up: kernels by name, and whether a
 * parse for another target or for the host is missing. An error, as a file that nobody has looked at. */
void parse_report_late(struct arena *arena, const char *path, const line_list *kernels, bool lacks_pass,
	finding_list *findings);

void parse_report_failure(struct arena *arena, const char *path, const char *message, finding_list *findings);

/* A CU001 for the errors of a parsed unit that lie in `only` (NULL: anywhere), at the first of them. Nothing
 * when there are none, or CU001 is off and some of it was analysed. Also sets the parse state and the notes
 * of `result`. */
void parse_report_unit(struct arena *arena, const struct rule *const *rules, const struct unit *unit,
	const struct ir_file *only, struct unit_result *result);

#endif
