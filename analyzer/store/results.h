/* The result store: results of units from earlier runs, each with what it was made from.
 *
 * One SQLite file in the cache folder. Only the parent of the workers uses it. Whatever goes wrong with it
 * costs speed, never a result: then the store is closed, and results_problem() has one line. */
#ifndef CUDALINT_STORE_RESULTS_H
#define CUDALINT_STORE_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/digest.h"
#include "analyzer/store/files.h"

#define RESULTS_FILE "results.db"

struct results;

/* Opens or makes the store in `folder`. What was put there under another key isn't seen; with NULL, nothing
 * is. Never NULL: one that could not be opened holds nothing. To be closed with results_close. */
struct results *results_open(struct arena *arena, const char *folder, const struct digest_key *key);

/* What went wrong, for a warning; NULL: nothing. */
const char *results_problem(const struct results *store);

/* Whether the store could not be opened, or failed later on. */
bool results_is_closed(const struct results *store);

struct results_entry {
	const void *result, *reads; /* as bytes, in the arena given */
	size_t result_size, reads_size;
};

/* The entry of a key. False when there is none, or none that is whole and ours. */
bool results_get(struct results *store, struct arena *arena, struct digest key, struct results_entry *out);

/* Notes that an entry was of use: those that never are go first. */
void results_touch(struct results *store, struct digest key);

/* Adds or replaces an entry; it is kept from then on, whatever happens to this process. */
void results_put(struct results *store, struct digest key, const struct results_entry *entry);

/* Tells `files` what earlier runs knew of them, and remembers what this one found out. */
void results_recall_files(struct results *store, struct files *files);
void results_remember_files(struct results *store, struct files *files);

/* Writes what isn't written, drops what was not used for a month and, beyond `limit` bytes (0: the default),
 * what was not used for longest; closes. results_problem() can still be asked. */
void results_close(struct results *store, uint64_t limit);

struct results_counts {
	uint64_t units, files; /* entries; files whose digest is known */
	uint64_t bytes;        /* of the file and its journal */
};

/* Counts what is in a store that is open. */
struct results_counts results_count(struct results *store);

#endif
