/* A report of a folder, written by `cudalint check` in a process of its own. */
#ifndef CUDALINT_IDE_LSP_REPORT_H
#define CUDALINT_IDE_LSP_REPORT_H

#include "ide/lsp_server.h"

/* Starts one, for {"path": FILE, "folder": FOLDER, "format": "html"}, each of which may be left out; it is
 * answered when it is done, with progress in between if the client shows that. One at a time. */
void lsp_report_start(struct lsp_server *server, const json_t *id, const json_t *params);

/* Reads what its process says; at its end, answers. */
void lsp_report_read(struct lsp_server *server);

/* Ends it unanswered. */
void lsp_report_stop(struct lsp_server *server);

#endif
