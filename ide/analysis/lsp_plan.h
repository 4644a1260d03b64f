/* How a document is to be analysed: as `check` plans it, under the client's settings; and a header in the
 * context of a file that includes it. */
#ifndef CUDALINT_IDE_LSP_PLAN_H
#define CUDALINT_IDE_LSP_PLAN_H

#include "analyzer/run/plan.h"
#include "ide/lsp.h"
#include "ide/lsp_settings.h"

/* Which document; everything outlives the plan. */
struct lsp_job {
	const struct lsp_options *options;
	const struct lsp_settings *settings;
	const char *root; /* folder that paths are reported from, and taken from in settings */
	const char *path; /* absolute, without symbolic links */
	bool is_header;
};

struct lsp_plan {
	struct run_unit_input input; /* its contents and buffers are still to be set */
	line_list readable;          /* what may be read for it: see rights.h */
	const char *unit; /* absolute path of the file that is parsed: the document, or its includer */
	bool excluded;    /* by the configuration: nothing is reported */
	bool is_alone;    /* a header that nothing includes: only a whole parse says something */
};

/* What the client's settings are as options of a run. */
struct run_options lsp_plan_options(const struct lsp_job *job);

/* Plans, with the texts of open documents in place of the files. Returns 0, or -1 with one line in *error. */
int lsp_plan_make(struct arena *arena, const struct lsp_job *job, const struct unit_buffer *buffers,
	size_t buffer_count, struct lsp_plan *out, const char **error);

/* Tells one state of the files on disk that settle how the document is analysed from another: its
 * configuration, its baseline and its compilation database, found as planning finds them. Never 0. */
uint64_t lsp_plan_stamp(const struct lsp_settings *settings, const char *path);

#endif
