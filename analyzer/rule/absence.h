/* Threads that aren't where others wait for them, in words, for the rules that report them. */
#ifndef CUDALINT_RULE_ABSENCE_H
#define CUDALINT_RULE_ABSENCE_H

#include "analyzer/rule/rule.h"

/* "`__syncthreads()`", "`block.sync()`": a barrier or a collective as it is written, in the arena. */
const char *pass_call_name(struct pass *pass, const struct simt_event *event);

/* What the absent thread does instead: "waits at `__syncthreads()` instead", "has returned", "skips it". */
const char *pass_whereabouts(struct pass *pass, const struct sync_absence *absence);

/* Whether it lies in a function that takes a lock, and no branch is decided: who has the lock parts the
 * threads, and CU416 says so. */
bool pass_absence_is_lock(struct pass *pass, const struct sync_absence *absence);

/* Fills in function and confidence, and says in related places what parts the threads and where the absent
 * one is. */
void pass_absence(struct pass *pass, struct finding *finding, const struct simt_report *report,
	const struct sync_absence *absence);

#endif
