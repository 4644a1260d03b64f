/* A kernel's cost in a line. */
#ifndef CUDALINT_IDE_LSP_LENS_H
#define CUDALINT_IDE_LSP_LENS_H

#include "ide/lsp_server.h"

/* "occupancy 50 % (shared memory), est. 21 us on h100-sxm", of a kernel of a prediction (lsp_outline.h); NULL
 * when nothing is known. */
const char *lsp_lens_text(struct arena *arena, const json_t *prediction, const json_t *kernel);

#endif
