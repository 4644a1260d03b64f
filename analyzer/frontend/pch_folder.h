/* The folder of precompiled headers, which any number of processes share. */
#ifndef CUDALINT_FRONTEND_PCH_FOLDER_H
#define CUDALINT_FRONTEND_PCH_FOLDER_H

#include <stdbool.h>
#include <time.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/vec.h"

/* Waits until no other process makes the file of that key, half a minute at most. What it returns goes to
 * pch_folder_unlock. A process that dies holds no lock. */
int pch_folder_lock(struct arena *arena, const char *folder, unsigned long long key);
void pch_folder_unlock(int lock);

/* A file of a folder, and when it was used last. */
struct kept_file {
	const char *path;
	time_t used;
};
typedef VEC(struct kept_file) kept_file_list;

/* Those that were used last come first. */
void pch_folder_sort(kept_file_list *files);

/* Notes that a file is in use. */
void pch_folder_touch(const char *path);

/* Deletes what a process left half-written that ended before it was done. */
void pch_folder_forget(struct arena *arena, const char *folder, long process);

/* Deletes the files that were used longest ago, down to a number that fills some 200 MB, and what crashed
 * processes left. Who just opens one of them makes it anew. */
void pch_folder_trim(struct arena *arena, const char *folder);

#endif
