/* The language server: `cudalint lsp`. It speaks the Language Server Protocol 3.17 on two descriptors. */
#ifndef CUDALINT_IDE_LSP_H
#define CUDALINT_IDE_LSP_H

#include "analyzer/rule/rule.h"

struct lsp_options {
	int in, out;                        /* the client */
	const struct rule *const *registry; /* all rules; ends with NULL */
	const char *cache_dir;              /* NULL: the default */
	bool no_cache;                      /* not even for precompiled headers */
	/* The page of a rule as Markdown, in `arena`; NULL: it has none. */
	const char *(*page)(struct arena *arena, const struct rule *rule);
	/* Where it can be read on the web, in `arena`; NULL: nowhere, and it becomes a file, as where there
	 * is no such function. */
	const char *(*address)(struct arena *arena, const char *code);
};

/* Runs until the client says that it is to end, or is gone. Returns the exit status: 0 after an orderly
 * shutdown, else 1. */
int lsp_run(const struct lsp_options *options);

#endif
