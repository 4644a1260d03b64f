/* Messages between the server and its workers: frames of numbers and texts, as native 64-bit integers and
 * sized bytes; both ends are the same program. */
#ifndef CUDALINT_IDE_LSP_PIPE_H
#define CUDALINT_IDE_LSP_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/base/buffer.h"

enum lsp_frame_kind {
	LSP_FRAME_ANALYSE = 1, /* generation; "whole" or ""; what others say (project_write_given) or ""; then
				  path, text for each document, its own first */
	LSP_FRAME_PREDICT,     /* generation */
	LSP_FRAME_RESULT,      /* generation, encoded unit_result (analyzer/engine/wire.h), facts as JSON */
	LSP_FRAME_PREDICTION,  /* generation, JSON */
	/* From processes in the background: */
	LSP_FRAME_GIVEN,    /* 0, what others say */
	LSP_FRAME_PROGRESS, /* percent, text */
	LSP_FRAME_PART,     /* 0, encoded unit_result, its absolute path */
	LSP_FRAME_PROOFS,   /* 0, marks (analyzer/run/proofs.h) */
	LSP_FRAME_PROJECT   /* 0, encoded unit_result with the findings of all, facts as JSON */
};

/* Appends a frame piece by piece; `start` is what lsp_frame_begin() returned. */
size_t lsp_frame_begin(struct buffer *out, enum lsp_frame_kind kind, uint64_t generation);
void lsp_frame_text(struct buffer *out, const char *text, size_t size);
void lsp_frame_end(struct buffer *out, size_t start);

/* A frame that was received. */
struct lsp_frame {
	enum lsp_frame_kind kind;
	uint64_t generation;
	const char *at, *end; /* what is left of it */
};

/* The first frame of `bytes`; returns how many bytes it takes, or 0 when it isn't whole. Of bytes that are no
 * frame: SIZE_MAX. */
size_t lsp_frame_read(const char *bytes, size_t size, struct lsp_frame *out);

/* The next text; false at the end. */
bool lsp_frame_next(struct lsp_frame *frame, const char **text, size_t *size);

#endif
