/* Quick answers to edits. The last whole analysis is the base. Of an edited text only what the edit may have
 * changed is looked at; the other findings are taken over, moved to where their text is now:
 *
 * - Where nothing but comments and space is new, that is all of them, and nothing is parsed.
 * - An edit within a function's braces: kernels are executed only if they are edited, or call the function,
 * or are launched by it. When it is a kernel that keeps to itself (structure/alone.h), others of that kind
 * aren't even parsed: their bodies are left out of the text.
 * - Any edit that breaks the code: what is found elsewhere stays.
 *
 * All else (edits between functions that parse, directives, comments that speak to cudalint) is analysed as a
 * whole, and so is everything when there is time for it. */
#ifndef CUDALINT_IDE_LSP_QUICK_H
#define CUDALINT_IDE_LSP_QUICK_H

#include "analyzer/run/run.h"
#include "ide/analysis/lsp_quick_text.h"

/* A function of the document; of a template, each instantiation. */
struct lsp_quick_function {
	const char *name;     /* as findings have it */
	size_t begin, end;    /* bytes of its body, with the braces */
	bool can_be_left_out; /* a kernel that keeps to itself, whose body nothing else needs */
};

enum lsp_quick_way {
	LSP_QUICK_NOT, /* the analysis has to be a whole one */
	LSP_QUICK_MOVE,
	LSP_QUICK_ANALYSE
};

struct lsp_quick {
	/* the base; arena NULL: there is none */
	struct arena *arena;
	const char *text;
	size_t size;
	const char *path;  /* of the document, as findings call it */
	const char *facts; /* what was sent along, as JSON */
	finding_list findings;
	VEC(struct lsp_quick_function) functions;
	enum unit_status status;
	size_t error_count;  /* what was broken before breaks nothing now */
	bool is_first_parse; /* no other one was better */
	/* the text at hand, as long as it is worked on */
	struct arena *scratch;
	const char *new_text;
	size_t new_size;
	struct lsp_edit edit;
	VEC(const struct lsp_quick_function *) edited; /* of the base; none: the edit is not in one */
	const char *part;                              /* the text without what needn't be parsed, or NULL */
	const struct rule *const *rules;               /* those that would run over the whole text */
	/* what was decided about the unit at hand */
	const struct unit *unit;
	bool is_broken, is_whole; /* it has more errors than the base; everything in it is executed */
	bool skips;               /* something wasn't executed */
	bool has_failed;          /* the part was too small */
	VEC(const struct ir_function *) touched, executed;
};

/* Takes note of a whole analysis of a document that is its unit's main file; the unit is open and the
 * findings are complete. One that failed is no base: then there is none. */
void lsp_quick_keep(struct lsp_quick *quick, const char *text, size_t size, const struct unit *unit,
	const struct unit_result *result, const char *facts);

/* Forgets the base. */
void lsp_quick_forget(struct lsp_quick *quick);

/* What may be done about this text, which stays as long as `scratch`. */
enum lsp_quick_way lsp_quick_begin(
	struct lsp_quick *quick, struct arena *scratch, const char *text, size_t size);

/* LSP_QUICK_MOVE: the findings of the base, where they are now. */
void lsp_quick_move(struct lsp_quick *quick, struct arena *arena, struct unit_result *result);

/* For run_unit_input.executes. */
bool lsp_quick_executes(void *quick, const struct unit *unit, const struct ir_function *function);

/* LSP_QUICK_ANALYSE: from the input for a whole analysis, that for a quick one. */
void lsp_quick_prepare(struct lsp_quick *quick, struct run_unit_input *input);

/* Inside: decides about a unit, unless that is done. */
void lsp_quick_decide(struct lsp_quick *quick, const struct unit *unit);

/* After that: adds what is taken over to the result. False: it is that of a whole analysis. When `has_failed`
 * is set the result is of no use: then what is now to be prepared is the whole text. */
bool lsp_quick_finish(
	struct lsp_quick *quick, struct arena *arena, const struct unit *unit, struct unit_result *result);

/* Makes an answer, and what was sent along with it, the base of the next ones, unless the text is broken. */
void lsp_quick_advance(struct lsp_quick *quick, const struct unit_result *result, const char *facts);

#endif
