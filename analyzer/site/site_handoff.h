/* What threads write to shared memory and hand to the engine for bulk copies. */
#ifndef CUDALINT_SITE_SITE_HANDOFF_H
#define CUDALINT_SITE_SITE_HANDOFF_H

#include "analyzer/site/site.h"

struct handoffs;

struct handoffs *handoffs_new(struct arena *arena, struct simt_report *report);
/* A run of one box begins. */
void handoff_begin(struct handoffs *handoffs);
void handoff_access(struct handoffs *handoffs, const struct simt_access *access);
void handoff_event(struct handoffs *handoffs, const struct simt_event *event);
/* An address of a bulk copy. */
void handoff_copy(struct handoffs *handoffs, const struct simt *simt, const struct simt_access *address,
	const struct ir_bulk_copy *copy);

#endif
