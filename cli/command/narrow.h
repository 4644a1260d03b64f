/* What of a run is to be reported: of all findings those in a change (--diff, --diff-file), and of those the
 * ones that no baseline accepts. */
#ifndef CUDALINT_CLI_NARROW_H
#define CUDALINT_CLI_NARROW_H

#include "analyzer/change/change.h"
#include "analyzer/finding/baseline.h"
#include "cli/command/check_options.h"

struct narrow {
	struct arena *arena;
	const struct check_options *options;
	struct run_options whole; /* the run as it was asked for, before it was narrowed to a change */
	struct change change;
	struct baseline baseline;
	bool has_change, has_baseline;
	bool is_empty;          /* no input has to do with the change: nothing is to be run */
	finding_list baselined; /* after narrow_report(): what the baseline took away */
};

/* Reads baseline and change before the run, and narrows its inputs to those that the change is in. Returns
 * 0, or 2 after one line on stderr. */
int narrow_open(struct narrow *narrow, struct check_options *options);

/* Takes out of the report what isn't in the change or is in the baseline. */
void narrow_report(struct narrow *narrow, struct run_report *report);

/* Says on stderr what of the baseline is stale; each entry with -v, nothing with -q. */
void narrow_remark(const struct narrow *narrow);

/* Tells of some findings of an entry: "src/a.cu: CU101 in `copy` (2 findings)". */
const char *narrow_describe(struct arena *arena, const struct baseline_entry *entry, unsigned count);

#endif
