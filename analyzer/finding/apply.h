/* Applying fixes to a text. */
#ifndef CUDALINT_FINDING_APPLY_H
#define CUDALINT_FINDING_APPLY_H

#include "analyzer/base/buffer.h"
#include "analyzer/finding/finding.h"

typedef VEC(const struct fix *) fix_list;

/* What tells that a text is still the one that a fix was made for. Never 0. */
uint64_t fix_text_hash(const char *text, size_t size);

/* Whether two fixes make the same edits. */
bool fix_equal(const struct fix *a, const struct fix *b);

/* The fix of a finding that is to be made: of several, which are alternatives, the first that is at least as
 * safe as `safety`. NULL: there is none, or the finding is suppressed. */
const struct fix *fix_choose(const struct finding *finding, enum fix_safety safety);

/* Appends what fix_choose() chooses of each finding, in order. */
void fixes_gather(struct arena *arena, const finding_list *findings, enum fix_safety safety, fix_list *out);

/* Appends to `out` the text of the file `path` with the fixes made in it, and returns how many were. A fix is
 * made whole or not at all: it is skipped when it touches bytes that an earlier one in the list has changed,
 * reaches past the text, or has edits in another file. The same fix twice is made once. applied[i] (may be
 * NULL) tells what became of each. */
size_t fixes_apply(struct buffer *out, const char *path, const char *text, size_t size, const fix_list *fixes,
	bool *applied);

#endif
