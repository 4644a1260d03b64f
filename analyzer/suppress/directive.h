/* What a comment says to an analyzer: `cudalint: ignore[CU201, bank-conflict] reason`, `NOLINT(cudalint-*)`
 * and so on, taken apart but not yet understood; suppress.c gives the words their meaning. */
#ifndef CUDALINT_SUPPRESS_DIRECTIVE_H
#define CUDALINT_SUPPRESS_DIRECTIVE_H

#include "analyzer/finding/comments.h"

enum directive_kind {
	DIRECTIVE_IGNORE,
	DIRECTIVE_DISABLE,
	DIRECTIVE_ENABLE,
	DIRECTIVE_FILE_IGNORE,
	DIRECTIVE_LAUNCH,  /* not a suppression: launch facts for kernels */
	DIRECTIVE_ASSUME,  /* likewise: a condition on a kernel's parameters, for proofs */
	DIRECTIVE_UNKNOWN, /* "cudalint:" opens the comment, but what follows is none of the above */
	DIRECTIVE_NOLINT,
	DIRECTIVE_NOLINTNEXTLINE,
	DIRECTIVE_NOLINTBEGIN,
	DIRECTIVE_NOLINTEND
};

/* A word of a list, with its place in the file. */
struct directive_word {
	const char *text;
	uint32_t start, end;
};

struct directive {
	enum directive_kind kind;
	const char *name;    /* "ignore", "NOLINT", or the unknown word */
	uint32_t start, end; /* bytes: from "cudalint:" or "NOLINT" past the list */
	uint32_t extent;     /* where its reason ends: the next directive or the end of the comment's text */
	uint32_t line;       /* of `start` */
	uint32_t comment_start, comment_end; /* the comment it is in, with its delimiters */
	bool has_list;                       /* a bracket follows */
	bool list_is_closed;
	bool has_reason;
	bool is_whole_comment; /* the comment holds nothing else but the reason */
	VEC(struct directive_word) words;
};

typedef VEC(struct directive) directive_list;

static inline bool directive_is_nolint(const struct directive *directive)
{
	return directive->kind >= DIRECTIVE_NOLINT;
}

/* Appends the directives of one comment of `text`. */
void directive_find(
	struct arena *arena, const char *text, const struct comment *comment, directive_list *out);

#endif
