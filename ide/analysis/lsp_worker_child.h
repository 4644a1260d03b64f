/* What runs in a worker: one document, analysed again and again. */
#ifndef CUDALINT_IDE_LSP_WORKER_CHILD_H
#define CUDALINT_IDE_LSP_WORKER_CHILD_H

#include <stdnoreturn.h>
#include <sys/types.h>

#include "ide/analysis/lsp_plan.h"

/* Reads frames from `fd` and writes results to it, until its other end is closed. */
noreturn void lsp_worker_child(const struct lsp_job *job, int fd, pid_t parent);

#endif
