/* The folder of precompiled preambles, seen from the parent: what is to be made gets a folder of its own, and
 * what was made goes to its place. */
#ifndef CUDALINT_RUN_PREAMBLE_FOLDER_H
#define CUDALINT_RUN_PREAMBLE_FOLDER_H

#include "analyzer/frontend/unit.h"

/* Makes a folder for the files of a process that is about to be started; NULL: there can be none. Puts the
 * preamble's text in its place. */
const char *preamble_folder_begin(
	struct arena *arena, const struct unit_preamble_place *place, const struct unit_preamble *preamble);

/* Puts what was made into its place and deletes the folder; where the text can't be precompiled, notes that.
 * False: it failed for another reason, such as a full disk, and may do so again. */
bool preamble_folder_end(struct arena *arena, const struct unit_preamble_place *place, const char *folder,
	enum unit_preamble_state state);

/* Deletes the folder of a process that was ended. */
void preamble_folder_drop(struct arena *arena, const char *folder);

#endif
