/* The baseline of a project: what it accepts isn't shown in the editor either. */
#ifndef CUDALINT_IDE_LSP_BASELINE_H
#define CUDALINT_IDE_LSP_BASELINE_H

#include "analyzer/base/lines.h"
#include "analyzer/finding/baseline.h"
#include "ide/lsp_settings.h"

struct lsp_baseline {
	bool is_there;
	struct baseline file;
	const char *error; /* why it could not be read; NULL: it could, or there is none */
};

/* The file that holds in a folder (absolute): as set, else the nearest. NULL: none. */
const char *lsp_baseline_path(struct arena *arena, const struct lsp_settings *settings, const char *folder);

/* Reads it, into the arena. */
void lsp_baseline_read(struct arena *arena, const struct lsp_settings *settings, const char *folder,
	struct lsp_baseline *out);

/* Those of the findings that it doesn't accept; their paths are from the working directory. An entry stands
 * for a finding of its own file, and for one of another when there is no such file any more: it was renamed.
 */
finding_list lsp_baseline_rest(
	struct arena *arena, struct lsp_baseline *baseline, const finding_list *findings);

#endif
