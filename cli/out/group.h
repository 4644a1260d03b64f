/* One cause, shown once: what one rule says of one object in one kernel is one entry to people, however many
 * accesses it is said of. */
#ifndef CUDALINT_CLI_GROUP_H
#define CUDALINT_CLI_GROUP_H

#include "cli/out/out.h"

struct out_group {
	const struct finding *lead; /* the worst; of equals the first */
	finding_list more;          /* the others, in the order of the findings */
};

typedef VEC(struct out_group) out_group_list;

/* The findings as entries, in the order of their leads; with out->verbose each is one of its own. In the
 * arena of `out`. */
out_group_list out_groups(const struct out *out, const finding_list *findings);

/* "3 more of `tmp` in lines 24, 25 and 31": what an entry has besides its lead, which must be something; each
 * line is named once, of many the first. In the arena. */
const char *out_group_more(struct arena *arena, const struct out_group *group);

#endif
