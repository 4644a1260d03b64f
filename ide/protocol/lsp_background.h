/* A process that is forked for one piece of work in the background and sends frames (lsp_pipe.h) about it. It
 * runs with less priority than the workers of open documents, and ends with the server. */
#ifndef CUDALINT_IDE_LSP_BACKGROUND_H
#define CUDALINT_IDE_LSP_BACKGROUND_H

#include <stdbool.h>
#include <sys/types.h>

#include "analyzer/base/buffer.h"
#include "ide/protocol/lsp_pipe.h"

struct lsp_background {
	pid_t pid; /* 0: there is none */
	int fd;
	struct buffer received;
};

/* Work: `fd` is what its frames are written to. */
struct lsp_background_work {
	void (*prepare)(void *context, int fd); /* in the new process: closes what isn't its business */
	void (*work)(void *context, int fd);
	void *context;
};

/* False: no process could be started. */
bool lsp_background_start(struct lsp_background *process, const struct lsp_background_work *work);

/* Reads what is there, without waiting. False at the end: then lsp_background_end(). */
bool lsp_background_read(struct lsp_background *process);

/* The first whole frame of what was read, which is to be dropped when it has been looked at. 0: there is
 * none; SIZE_MAX: nonsense. */
size_t lsp_background_frame(const struct lsp_background *process, struct lsp_frame *frame);
void lsp_background_drop(struct lsp_background *process, size_t size);

/* Ends it, if it hasn't ended by itself, and takes back what it has. Of none: nothing. */
void lsp_background_end(struct lsp_background *process);

/* For the process: writes all of a buffer, or ends. */
void lsp_background_write(int fd, const struct buffer *buffer);

#endif
