/* What the client's user has set: section "cudalint" of the client's configuration, or initializationOptions.
 * The project's own .cudalint.yml is read by the analysis itself; these settings outrank it as the command
 * line does. */
#ifndef CUDALINT_IDE_LSP_SETTINGS_H
#define CUDALINT_IDE_LSP_SETTINGS_H

#include <jansson.h>
#include <stdbool.h>

#include "analyzer/base/vec.h"
#include "analyzer/run/inputs.h"

struct lsp_settings {
	const char *select, *extend_select, *ignore; /* comma lists, as the options of check; NULL: not set */
	VEC(int) archs;                              /* ascending; empty: not set */
	const char *chip, *cuda_path, *config, *build_dir;
	const char *baseline;             /* "none", or a file; NULL: the nearest */
	VEC(const char *) flags;          /* of every file, as after "--" */
	VEC(const char *) allow_includes; /* folders outside of the repository that may be included from */
	bool preview;
	bool incremental;      /* edits inside a kernel are answered quickly, see lsp_quick.h */
	bool lens, hints;      /* code lenses and inlay hints at kernels */
	bool hover_message;    /* hovers repeat what the diagnostic says */
	bool proofs;           /* hovers on kernels say what is proven */
	bool project;          /* documents are told what the rest of the project says of them */
	bool workspace;        /* whole folders are analysed in the background, for clients that ask */
	unsigned debounce_ms;  /* longest wait after an edit */
	unsigned timeout_s;    /* processor time of a file's analysis */
	unsigned memory_mb;    /* most memory of a worker */
	unsigned most_workers; /* documents whose workers are kept */
	unsigned jobs;         /* analyses at a time */
};

/* Reads the settings into `arena`, from their defaults on. What can't be used is left out and told, a line
 * each, in `problems`. `value` may be NULL or anything. */
void lsp_settings_read(
	struct arena *arena, const json_t *value, struct lsp_settings *out, line_list *problems);

#endif
