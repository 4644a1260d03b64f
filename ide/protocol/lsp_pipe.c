/* Frames; see lsp_pipe.h. */
#include "ide/protocol/lsp_pipe.h"

#include <string.h>

struct head {
	uint64_t size; /* of the frame, with this */
	uint64_t kind, generation;
};

static const uint64_t largest = (uint64_t)1 << 32;

size_t lsp_frame_begin(struct buffer *out, enum lsp_frame_kind kind, uint64_t generation)
{
	struct head head = {0, kind, generation};
	size_t start = out->size;
	buffer_add(out, &head, sizeof head);
	return start;
}

void lsp_frame_text(struct buffer *out, const char *text, size_t size)
{
	uint64_t count = size;
	buffer_add(out, &count, sizeof count);
	buffer_add(out, text, size);
}

void lsp_frame_end(struct buffer *out, size_t start)
{
	uint64_t size = out->size - start;
	memcpy(out->data + start, &size, sizeof size);
}

size_t lsp_frame_read(const char *bytes, size_t size, struct lsp_frame *out)
{
	struct head head;
	if (size < sizeof head)
		return 0;
	memcpy(&head, bytes, sizeof head);
	if (head.size < sizeof head || head.size > largest || head.kind < LSP_FRAME_ANALYSE ||
		head.kind > LSP_FRAME_PROJECT)
		return SIZE_MAX;
	if (size < head.size)
		return 0;
	*out = (struct lsp_frame){
		(enum lsp_frame_kind)head.kind, head.generation, bytes + sizeof head, bytes + head.size};
	return (size_t)head.size;
}

bool lsp_frame_next(struct lsp_frame *frame, const char **text, size_t *size)
{
	uint64_t count;
	if ((size_t)(frame->end - frame->at) < sizeof count)
		return false;
	memcpy(&count, frame->at, sizeof count);
	frame->at += sizeof count;
	if (count > (uint64_t)(frame->end - frame->at))
		return false;
	*text = frame->at;
	*size = (size_t)count;
	frame->at += count;
	return true;
}
