/* Fixing what a run found.
 *
 * Fixes are made in rounds, in memory: those that don't touch each other are applied, the files are linted
 * again, and so on until nothing is left to do. A round that makes a file parse worse than before, or that
 * leaves a finding where it was, is taken back for the files concerned, and these are left alone from then
 * on. Only texts that have passed are written, each file all or nothing. */
#ifndef CUDALINT_FIX_FIXER_H
#define CUDALINT_FIX_FIXER_H

#include "analyzer/run/run.h"

/* What is to be fixed. */
struct fix_request {
	enum fix_safety safety; /* FIX_UNSAFE: unsafe fixes, too */
	bool write;             /* false: it is only worked out, for a diff */
	/* Appends those of `findings` that may be fixed to `out`, in their order. Lines in them are those of
	 * the files before the first round, so that it makes no difference which round it is. */
	void (*select)(void *context, const finding_list *findings, finding_list *out);
	void *context;
};

/* A file with fixes in it. */
struct fixed_file {
	const char *path; /* as reported */
	const char *before, *after;
	size_t before_size, after_size;
	size_t fixes; /* findings that were fixed */
};

/* How often a rule's findings were fixed in a file. */
struct fixed_rule {
	const char *path, *code, *rule;
	size_t count;
};

struct fix_report {
	VEC(struct fixed_file) files; /* by path */
	VEC(struct fixed_rule) rules; /* by path and code */
	size_t fixed;                 /* findings, in all files */
	finding_list remaining;       /* of those that may be fixed: what is left */
	line_list problems;           /* one line each: why something was not fixed */
	bool failed;                  /* a file could not be written */
};

/* Fixes what `report`, of run_check() with the same options, has found. With request->write the files are
 * written, and *report is that of the files as they are then; else it stays. Standard input is never written:
 * its text is in out->files. Memory is in `arena`. */
void run_fix(struct arena *arena, const struct run_options *options, const struct rule *const *registry,
	const struct fix_request *request, struct run_report *report, struct fix_report *out);

#endif
