/* Which elements of a shared array belong to which thread: whether threads share any of it. */
#ifndef CUDALINT_SITE_SITE_PRIVATE_H
#define CUDALINT_SITE_SITE_PRIVATE_H

#include "analyzer/site/site.h"

/* Notes an access to shared memory. */
void private_note(
	struct arena *arena, struct simt_report *report, struct simt *simt, const struct simt_access *access);
/* A block is done: arrays that were given to code which isn't followed may be shared there. */
void private_block_done(struct simt_report *report, const struct simt *simt);
/* Another block begins: elements have no owner again. */
void private_next_block(struct simt_report *report);

#endif
