/* What a run may read: what of its surroundings is the user's word, and what is only the word of the
 * repository that is linted.
 *
 * Trusted are: the repositories of the inputs (where there is none, the folder that was named, the working
 * directory or the file's own); what the user's command line and environment name; the system's headers, the
 * toolkit and the bundled ones. A compile_commands.json of the repository is the repository's word: folders
 * elsewhere that it names aren't read. */
#ifndef CUDALINT_RUN_RIGHTS_H
#define CUDALINT_RUN_RIGHTS_H

#include "analyzer/run/plan.h"

/* Fills plan->readable, when the inputs are known, and drops or refuses inputs that may not be read: files
 * that only a compile_commands.json of a repository names and that lie outside of it, and links to such
 * places. */
void rights_settle(struct plan *plan);

/* Toolkits are added as they are found. */
void rights_add_toolkit(struct plan *plan, const struct toolkit *toolkit);

/* Whether a file or folder, with links followed, may be read. */
bool rights_allow(const struct plan *plan, const char *path);

/* Drops folders from a unit's flags that may not be read. Returns how many those are; *first is one of them.
 */
size_t rights_limit_flags(struct plan *plan, struct words *flags, const char **first);

#endif
