/* Results that name files which nobody may read: a worker has no business with them, whatever it says. */
#ifndef CUDALINT_RUN_FOREIGN_H
#define CUDALINT_RUN_FOREIGN_H

#include "analyzer/run/run.h"

/* Whether a place or an edit of the result's findings lies in a file that isn't below one of the folders
 * `readable` (absolute, links resolved). Files that aren't there, as unsaved ones, are judged by their path.
 */
bool foreign_any(struct arena *arena, const struct unit_result *result, const line_list *readable);

#endif
