/* Fingerprints: the identity of a finding that survives edits elsewhere in the file.
 *
 * 16 hex digits over the rule's code, the function's name, and the text of the lines the finding is on with
 * comments and white space taken out. No path and no line number go in; findings that are equal in all this
 * are told apart by an ordinal: "-2", "-3". */
#ifndef CUDALINT_FINDING_FINGERPRINT_H
#define CUDALINT_FINDING_FINGERPRINT_H

#include "analyzer/finding/finding.h"

/* Sets the fingerprint of each finding whose span lies in the file `path`, whose contents are `text`. */
void fingerprint_file(
	struct arena *arena, const char *path, const char *text, size_t size, finding_list *findings);

/* Appends the ordinals, in list order, once all findings of a run are merged and sorted. A finding that has
 * no fingerprint yet (its file could not be read) gets one without text. */
void fingerprint_number(struct arena *arena, finding_list *findings);

#endif
