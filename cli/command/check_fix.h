/* --fix, --fix=diff, --unsafe-fixes and -f diff. */
#ifndef CUDALINT_CLI_CHECK_FIX_H
#define CUDALINT_CLI_CHECK_FIX_H

#include "analyzer/fix/fixer.h"
#include "cli/command/check_options.h"
#include "cli/out/out.h"

/* What of a run's findings counts: see fix_request. */
typedef void check_select(void *context, const finding_list *findings, finding_list *out);

/* Whether the command line asks for fixes, to be made or to be shown. */
bool check_fix_wanted(const struct check_options *options);

/* Whether what standard input becomes is to be printed: then findings go to standard error. */
bool check_fix_filters(const struct check_options *options);

/* Fixes what `select` chooses, and makes *report and *shown those of what is left where something is written.
 * Says on stderr what was not fixed, and why. */
void check_fix(struct arena *arena, const struct check_options *options, check_select *select, void *context,
	struct run_report *report, finding_list *shown, struct fix_report *out);

/* The fixed text of a file; NULL: it has no fixes. */
const struct fixed_file *check_fix_file(const struct fix_report *fixes, const char *path);

/* The line on stderr: "Found 5 findings (3 fixed, 2 remaining)." With -v one more for each file and rule. */
void check_fix_summary(const struct check_options *options, const struct out *out);

#endif
