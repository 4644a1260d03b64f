/* The inside of suppress.h, shared by the files that read suppressions (suppress.c) and report on them
 * (suppress_report.c). */
#ifndef CUDALINT_SUPPRESS_SUPPRESS_SET_H
#define CUDALINT_SUPPRESS_SUPPRESS_SET_H

#include "analyzer/base/lines.h"
#include "analyzer/suppress/directive.h"
#include "analyzer/suppress/suppress.h"

/* One word of one directive, in effect on some lines of its file. */
struct suppress_entry {
	const struct directive *directive;
	size_t word; /* index into the directive's list; SIZE_MAX: a bare NOLINT, which means every rule */
	uint32_t first, last;           /* lines */
	const struct directive *closer; /* that ended the range; NULL: none, or not a range */
	bool is_open;                   /* a range that nothing has ended so far */
	bool is_known;                  /* names at least one rule, or may name a rule of the user's */
	bool is_used;
};

struct suppress_file {
	const char *path;
	const char *text;
	size_t size;
	bool is_main;
	line_starts lines;
	directive_list directives;
	VEC(struct suppress_entry) entries; /* by directive, then by word */
};

struct suppressions {
	struct arena *arena;
	const struct rule *const *registry, *const *enabled;
	VEC(struct suppress_file *) files;
	const struct ir_module *module; /* NULL: its kernels aren't known as a whole */
	bool needs_reasons;
};

const struct rule *suppress_find_rule(const struct rule *const *rules, const char *code);

/* Whether the word at `index` of a list means the rule. */
bool suppress_word_matches(
	const struct directive *directive, size_t index, const char *code, const char *name);

/* Whether a word is meant for cudalint: always in its own directives, else "cudalint-..." and codes. */
bool suppress_word_is_ours(const struct directive *directive, size_t index);

/* Appends a CU003 for each thing that is wrong in the file. */
void suppress_report_invalid(struct suppressions *set, const struct suppress_file *file, finding_list *out);

/* Appends a CU002 for what silences nothing. With `of_unused`, looks only at entries that mean CU002 itself
 * (they can be judged only after the other CU002 have been silenced or not), else only at the others. */
void suppress_report_unused(
	struct suppressions *set, const struct suppress_file *file, bool of_unused, finding_list *out);

#endif
