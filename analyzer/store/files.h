/* What the files are like that results were made from: each is looked at once a run, and read only when its
 * status is another than it was when its digest was taken.
 *
 * The status that is compared has size, inode, and the times of the last change of contents and of the inode,
 * which no program can set. A file that changed so shortly before it was looked at that another change might
 * leave the same times is never trusted by its status. */
#ifndef CUDALINT_STORE_FILES_H
#define CUDALINT_STORE_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/digest.h"

struct file_status {
	int64_t size, inode, changed_ns, inode_changed_ns;
};

struct file_state {
	const char *path;
	bool exists;   /* and is a file: a pipe is never read */
	bool is_known; /* `digest` is that of the contents */
	bool is_news;  /* its digest was taken in this run, and may be remembered */
	struct file_status status;
	uint64_t device;
	struct digest digest;
};

struct files;

/* To be freed with files_free; paths and states are in `arena`. */
struct files *files_new(struct arena *arena);
void files_free(struct files *files);

/* Remembers from an earlier run which digest a file had with that status. To be called first. */
void files_remember(
	struct files *files, const char *path, const struct file_status *status, struct digest digest);

/* Looks at a file. Never NULL; valid as long as the arena. */
struct file_state *files_look(struct files *files, const char *path);

/* Whether the file is there and can be read; then state->digest is known. */
bool files_digest(struct files *files, struct file_state *state);

/* Somebody has read the file during this run: its digest. */
void files_learn(struct files *files, const char *path, struct digest digest);

/* Whether the file, or where it is, changed since the run began, or a moment before. */
bool files_is_fresh(const struct files *files, const struct file_state *state);

/* Calls `visit` for every state with news. */
void files_each_news(
	struct files *files, void (*visit)(void *context, const struct file_state *state), void *context);

#endif
