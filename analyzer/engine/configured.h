/* What a configuration changes about one file: where findings are reported and how severe they are, and the
 * user's own rules. Every `config` may be NULL. */
#ifndef CUDALINT_ENGINE_CONFIGURED_H
#define CUDALINT_ENGINE_CONFIGURED_H

#include "analyzer/engine/lint.h"

/* Whether findings in a header are reported; `otherwise` is the answer without a configuration. */
bool configured_header(const struct config *config, const struct ir_file *header, bool otherwise);

/* Appends the findings of the user's rules in a file. */
void configured_patterns(struct arena *arena, const struct run_unit_input *input, const struct ir_file *file,
	finding_list *findings);

/* Sets the severities that are configured, and takes out what `per-file-ignores` names. `units` are those
 * that the findings come from; none: nothing could be parsed. */
void configured_settle(struct arena *arena, const struct config *config, struct unit *const *units,
	size_t unit_count, finding_list *findings);

#endif
