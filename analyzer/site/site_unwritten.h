/* Shared memory that threads read though no thread of the block has written it. */
#ifndef CUDALINT_SITE_SITE_UNWRITTEN_H
#define CUDALINT_SITE_SITE_UNWRITTEN_H

#include "analyzer/site/site.h"

struct unwritten;

struct unwritten *unwritten_new(struct arena *arena, struct simt_report *report);
/* Another block begins: nothing of its memory is written. */
void unwritten_begin(struct unwritten *unwritten);
void unwritten_access(struct unwritten *unwritten, const struct simt *simt, const struct simt_access *access);
/* Whoever is handed the object (NULL: any) may write to it. */
void unwritten_touch(struct unwritten *unwritten, const struct simt_object *object);
void unwritten_event(struct unwritten *unwritten, const struct simt_event *event);
/* The block is done; `kept`: it was executed to its end. What was found goes into report->unwritten. */
void unwritten_done(struct unwritten *unwritten, const struct simt *simt, bool kept);

#endif
