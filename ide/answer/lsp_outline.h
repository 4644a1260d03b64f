/* What requests about a document need of its analysis besides findings, as JSON from worker to server.
 *
 * The outline, made with every analysis: {"functions": [{"name", "detail", "kernel", "start", "end",
 * "name_start", "name_end", "launches": [{"kernel", "start", "end"}]}]}, offsets in bytes; functions of the
 * document alone that are kernels or launch some.
 *
 * The prediction, made when it is asked for: {"chip", "kernels": [{"kernel", "line", "name_start",
 * "name_end", "site_start", "site_end", "grid", "block", "source", "fails", "occupancy", "blocks_per_sm",
 * "limiter", "waves", "time_us", "bound", "lines": [{"line", "sectors", "ideal_sectors", "wavefronts",
 * "ideal_wavefronts", "requests", "exact", "unknown"}]}]}; lines from 1, those of the document alone. What is
 * unknown is absent. */
#ifndef CUDALINT_IDE_LSP_OUTLINE_H
#define CUDALINT_IDE_LSP_OUTLINE_H

#include <jansson.h>

#include "analyzer/run/run.h"
#include "ide/analysis/lsp_quick_text.h"

/* `document`: absolute path of the file that is asked about; the unit's own, or one that it includes. */
json_t *lsp_outline(const struct unit *unit, const char *document);

/* The outline of a text that differs by an edit which took none of its places away. */
void lsp_outline_move(json_t *outline, const struct lsp_edit *edit);

/* With what the unit was analysed; `is_unwanted` ends it early. */
json_t *lsp_prediction(struct arena *arena, const struct unit *unit, const struct run_unit_input *input,
	const char *document);

#endif
