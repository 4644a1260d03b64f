/* Pictures of findings (analyzer/finding/picture/picture.h), made from what was executed. */
#ifndef CUDALINT_RULE_PICTURES_H
#define CUDALINT_RULE_PICTURES_H

#include "analyzer/finding/picture/picture.h"
#include "analyzer/rule/rule.h"

/* The site's worst request, where its addresses are known and the space is one that is drawn: global,
 * generic, shared, and local memory in accesses of up to a word. */
void pass_picture_request(struct pass *pass, struct finding *finding, const struct simt_site *site);

/* The same for an atomic, if lanes of that request share an address. */
void pass_picture_contention(struct pass *pass, struct finding *finding, const struct simt_site *site);

/* Who waits, and who isn't there; of the block, or of the warp if it is a warp's operation. */
void pass_picture_absence(struct pass *pass, struct finding *finding, const struct simt_report *report,
	const struct sync_absence *absence);

/* Threads that do something, and others that don't. */
struct picture_threads {
	const struct simt_report *report;
	struct simt_mask here, there;
	const char *doing, *else_doing; /* "arriving at `bar`", "not arriving" */
	bool one_warp;                  /* only `warp` is shown */
	unsigned warp;
};
void pass_picture_threads(struct pass *pass, struct finding *finding, const struct picture_threads *threads);

/* Which lanes take the branch and which don't. */
void pass_picture_branch(struct pass *pass, struct finding *finding, const struct simt_report *report,
	const struct simt_branch_site *site);

#endif
