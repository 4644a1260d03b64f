/* From branches to sites. */
#ifndef CUDALINT_SITE_SITE_BRANCH_H
#define CUDALINT_SITE_SITE_BRANCH_H

#include "analyzer/site/site.h"

/* A branch is decided, for so many blocks. */
void site_note_branch(struct arena *arena, struct simt_report *report, const struct simt *simt,
	const struct simt_branch *branch, double blocks);
/* Its sides have met again. */
void site_note_joined(struct arena *arena, struct simt_report *report, const struct simt *simt,
	const struct simt_branch *branch, double blocks);

#endif
