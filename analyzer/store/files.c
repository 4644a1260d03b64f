/* The state of files; see files.h. */
#include "analyzer/store/files.h"
#include "analyzer/base/memory.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define HASH_FUNCTION HASH_FNV

#include "analyzer/base/buffer.h"

#include <uthash.h> /* behind memory.h */

enum { READ_LIMIT = 1 << 30 };

static const int64_t second_ns = 1000000000;

struct entry {
	struct file_state state;
	bool is_looked_at, is_remembered;
	struct file_status remembered;
	struct digest remembered_digest;
	UT_hash_handle hh;
};

struct files {
	struct arena *arena;
	struct entry *entries; /* by path */
	int64_t begun_ns;
};

struct files *files_new(struct arena *arena)
{
	struct files *files = ARENA_NEW(arena, struct files);
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	files->arena = arena;
	files->begun_ns = (int64_t)now.tv_sec * second_ns + now.tv_nsec;
	return files;
}

void files_free(struct files *files)
{
	if (files)
		HASH_CLEAR(hh, files->entries);
}

static struct entry *find(struct files *files, const char *path)
{
	struct entry *entry = NULL;
	HASH_FIND_STR(files->entries, path, entry);
	if (entry)
		return entry;
	entry = ARENA_NEW(files->arena, struct entry);
	entry->state.path = arena_strdup(files->arena, path);
	HASH_ADD_KEYPTR(hh, files->entries, entry->state.path, strlen(path), entry);
	return entry;
}

void files_remember(
	struct files *files, const char *path, const struct file_status *status, struct digest digest)
{
	struct entry *entry = find(files, path);
	entry->is_remembered = true;
	entry->remembered = *status;
	entry->remembered_digest = digest;
}

static int64_t nanoseconds(struct timespec time)
{
	return (int64_t)time.tv_sec * second_ns + time.tv_nsec;
}

static bool same_status(const struct file_status *a, const struct file_status *b)
{
	return a->size == b->size && a->inode == b->inode && a->changed_ns == b->changed_ns &&
	       a->inode_changed_ns == b->inode_changed_ns;
}

struct file_state *files_look(struct files *files, const char *path)
{
	struct entry *entry = find(files, path);
	struct file_state *state = &entry->state;
	struct stat status;
	if (entry->is_looked_at)
		return state;
	entry->is_looked_at = true;
	state->exists = stat(path, &status) == 0 && S_ISREG(status.st_mode);
	if (!state->exists)
		return state;
	state->status = (struct file_status){.size = (int64_t)status.st_size,
		.inode = (int64_t)status.st_ino,
		.changed_ns = nanoseconds(status.st_mtim),
		.inode_changed_ns = nanoseconds(status.st_ctim)};
	state->device = (uint64_t)status.st_dev;
	if (entry->is_remembered && same_status(&entry->remembered, &state->status)) {
		state->is_known = true;
		state->digest = entry->remembered_digest;
	}
	return state;
}

/* Not changed within the time that ends with the beginning of the run. */
static bool is_older(const struct files *files, const struct file_state *state, int64_t span_ns)
{
	int64_t limit = files->begun_ns - span_ns;
	return state->status.changed_ns < limit && state->status.inode_changed_ns < limit;
}

bool files_is_fresh(const struct files *files, const struct file_state *state)
{
	return !is_older(files, state, second_ns / 20);
}

bool files_digest(struct files *files, struct file_state *state)
{
	if (state->is_known || !state->exists)
		return state->is_known;
	struct buffer text = {0};
	state->is_known = buffer_read_file(&text, state->path, READ_LIMIT) == 0;
	if (state->is_known) {
		state->digest = digest_strong(text.data, text.size);
		state->is_news = is_older(files, state, 2 * second_ns);
	}
	buffer_free(&text);
	return state->is_known;
}

void files_learn(struct files *files, const char *path, struct digest digest)
{
	struct file_state *state = files_look(files, path);
	if (!state->exists || state->is_known || !is_older(files, state, 2 * second_ns))
		return;
	state->digest = digest;
	state->is_known = state->is_news = true;
}

void files_each_news(
	struct files *files, void (*visit)(void *context, const struct file_state *state), void *context)
{
	for (struct entry *entry = files->entries; entry; entry = entry->hh.next) {
		if (entry->state.is_news)
			visit(context, &entry->state);
		entry->state.is_news = false;
	}
}
