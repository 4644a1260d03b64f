/* A quick answer to an edit inside one kernel: only that kernel is executed; what the last analysis
 * found by executing the others is taken over, moved to where its text is now. A whole analysis follows when
 * there is time for it.
 *
 * Anything that might concern another kernel (an edit outside of kernels, of a comment that speaks to
 * cudalint, of a directive; parse errors; other functions than before) is no case for it. */
#ifndef CUDALINT_IDE_LSP_QUICK_H
#define CUDALINT_IDE_LSP_QUICK_H

#include "analyzer/run/run.h"

struct lsp_quick {
	/* the last analysis, whole or quick; arena NULL: there is none */
	struct arena *arena;
	const char *text;
	size_t size;
	const char *path; /* of the document, as findings call it */
	finding_list findings;
	unsigned long long functions; /* hash of their names, in order */
	/* the edit since then: bytes [start, old_end) have become [start, new_end) */
	size_t start, old_end, new_end;
	/* what was decided about the module at hand */
	const struct ir_module *module;
	bool is_whole;   /* everything in it is executed after all */
	bool is_partial; /* something wasn't executed */
	VEC(const struct ir_function *) executed;
	struct arena *scratch;
};

/* Takes note of an analysis, whose unit is open and whose findings are complete. */
void lsp_quick_keep(struct lsp_quick *quick, const char *text, size_t size, const struct unit *unit,
	const struct unit_result *result);

/* Forgets it. */
void lsp_quick_forget(struct lsp_quick *quick);

/* Whether a quick answer may be had for this text; `scratch` holds what is decided, as long as the answer is
 * worked on. */
bool lsp_quick_begin(struct lsp_quick *quick, struct arena *scratch, const char *text, size_t size);

/* For run_unit_input.executes, with the object as its context. */
bool lsp_quick_executes(void *quick, const struct ir_module *module, const struct ir_function *function);

/* Adds what is taken over to a result. False: nothing had to be, the analysis was a whole one. */
bool lsp_quick_finish(struct lsp_quick *quick, struct arena *arena, struct unit_result *result);

#endif
