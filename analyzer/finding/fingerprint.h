/* Fingerprints: the identity of a finding that survives edits elsewhere in the file, moves and formatting.
 *
 * 16 hex digits over the rule's code, the name of the function that the finding is written in (not the kernel
 * that came upon it, nor the instance), the tokens of the statement that it begins in, and those of it that
 * are the finding's. No path and no line number go
 * in, nor white space, comments and line breaks. Findings of one file that are equal in all this are told
 * apart by an ordinal: "-2", "-3". Those of different files may have the same fingerprint, so that what a
 * finding is called doesn't depend on which other files are linted. */
#ifndef CUDALINT_FINDING_FINGERPRINT_H
#define CUDALINT_FINDING_FINGERPRINT_H

#include "analyzer/finding/finding.h"

/* Of a fingerprint, the part before its ordinal. */
enum { FINGERPRINT_DIGITS = 16 };

/* Where a function is defined: bytes of a file. */
struct fingerprint_scope {
	const char *path, *name;
	uint32_t begin, end;
};

typedef VEC(struct fingerprint_scope) fingerprint_scopes;

/* Sets the fingerprint of each finding whose span lies in the file `path`, whose contents are `text`. A
 * finding that lies in none of the scopes is in the function that it names, if it does. */
void fingerprint_file(struct arena *arena, const char *path, const char *text, size_t size,
	const fingerprint_scopes *scopes, finding_list *findings);

/* Appends the ordinals, in list order, once all findings of a run are merged and sorted; before suppressed
 * ones leave, so that silencing a finding doesn't rename its equals. A finding that has no fingerprint yet
 * (its file could not be read) gets one without text. */
void fingerprint_number(struct arena *arena, finding_list *findings);

/* A function's name without template arguments. */
const char *fingerprint_function(struct arena *arena, const char *name);

#endif
