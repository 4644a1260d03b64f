/* The inside of fixer.c, shared by the files that choose fixes (fixer_choose.c) and that judge what came of
 * them (fixer_judge.c). */
#ifndef CUDALINT_FIX_FIXER_STATE_H
#define CUDALINT_FIX_FIXER_STATE_H

#include "analyzer/base/format.h"
#include "analyzer/finding/apply.h"
#include "analyzer/fix/fixer.h"
#include "analyzer/run/plan.h"

/* A text that belongs to the fixer's arena. */
struct fixer_text {
	const char *data;
	size_t size;
};

/* A finding and the fix that is to be made for it. */
struct fixer_choice {
	const struct finding *finding;
	const struct fix *fix;
};

/* Fixes that a unit doesn't agree with. */
struct fixer_dissent {
	const char *path, *code, *unit;
	size_t count;
};

struct fixer_file {
	const char *path, *absolute;
	bool is_stdin;
	bool is_frozen;                      /* nothing more is changed in it */
	struct fixer_text before, now, next; /* as found, with the rounds so far, with this one */
	VEC(struct fixer_choice) choices;    /* of this round, those that were applied */
	size_t fixed;
};

struct fixer {
	struct arena *arena;
	const struct run_options *options;
	const struct rule *const *registry;
	const struct fix_request *request;
	struct run_report report; /* of the texts as they are `now` */
	struct fix_report *out;
	struct plan plan;                /* for what a unit includes, and where the inputs are */
	VEC(struct includes *) includes; /* of each unit, by index */
	VEC(struct fixer_file *) files;
	VEC(const char *) refused;          /* files that can't be fixed: said once */
	VEC(struct fixer_dissent) dissents; /* of the last round */
};

struct fixer_file *fixer_file_named(const struct fixer *fixer, const char *path);

/* Whether the unit at `index` is made of that file, or includes it. */
bool fixer_unit_has(const struct fixer *fixer, size_t index, const char *absolute);

/* Appends one line that says why something isn't fixed. */
void fixer_problem(struct fixer *fixer, const char *format, ...) FORMAT_PRINTF(2, 3);

/* Finds out which files the units are made of. False when they are no longer the files of the run. */
bool fixer_start(struct fixer *fixer);

/* Fills `next` and `choices` of the files: a round of fixes for `findings`. Files that one is for are added.
 * Returns whether there is anything to do. */
bool fixer_choose(struct fixer *fixer, const finding_list *findings);

/* One line for each file, rule and unit whose fixes were not made because the unit doesn't agree. */
void fixer_tell_dissents(struct fixer *fixer);

/* After a round, of which `after` is the report: freezes the files whose changes are no good, one line each.
 * Returns how many those are. */
size_t fixer_judge(struct fixer *fixer, const struct run_report *after);

#endif
