/* What runs in the process of a folder's analysis: `check` over the folder, as the client's settings say. */
#ifndef CUDALINT_IDE_LSP_PROJECT_CHILD_H
#define CUDALINT_IDE_LSP_PROJECT_CHILD_H

#include "ide/analysis/lsp_plan.h"

struct lsp_project_job {
	const struct lsp_server *server;
	struct lsp_job job; /* without a path */
	bool with_parts;    /* somebody takes what is found file by file */
};

/* For struct lsp_background_work; the context is a job. */
void lsp_project_prepare(void *context, int fd);
void lsp_project_child(void *context, int fd);

#endif
