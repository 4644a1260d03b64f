/* A rule's page as a test: its fenced CUDA blocks, and the findings that their comments expect. */
#ifndef CUDALINT_RULES_PAGE_H
#define CUDALINT_RULES_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "analyzer/base/vec.h"

enum block_kind { BLOCK_BAD, BLOCK_FIXED, BLOCK_GOOD, BLOCK_TODO };

/* `// CU401: part of the message` or `// CU401 error proven: part of the message` at the end of a line. */
struct expectation {
	unsigned line; /* of the block, from 1 */
	const char *code, *part;
	const char *severity, *confidence; /* NULL: any */
};

struct block {
	enum block_kind kind;
	unsigned page_line; /* of the block's first line in the page */
	const char *text;   /* without the comments that expect findings */
	VEC(struct expectation) expected;
	/* words of the info string; NULL when absent */
	const char *arch, *std, *flags, *name, *with, *config;
	bool is_broken, is_preview;
	bool is_partial; /* a kernel of it is executed only in part */
};

struct page {
	const char *path;
	VEC(struct block) blocks;
	const char *error; /* what is wrong with the page itself, or NULL */
};

/* Reads a page. False, with page->error set, when it can't be read or an info string isn't understood. */
bool page_read(struct arena *arena, const char *path, struct page *page);

const char *block_kind_name(enum block_kind kind);

#endif
