/* The result store; see results.h.
 *
 * Each entry, and what is known of each file, carries a digest of itself that takes the user's secret to
 * make: SQLite would hand out a page that something else has written to, and a store that came with a
 * repository would say what its maker wants. What doesn't fit isn't there. */
#include "analyzer/store/results.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/vec.h"
#include "analyzer/store/database.h"

enum { APPLICATION_ID = 0x43756c72, VERSION = 2, DAYS_KEPT = 30, DAY_S = 24 * 60 * 60 };

static const uint64_t default_limit = 512u * 1024 * 1024;

static const struct database_kind kind = {
	RESULTS_FILE,
	APPLICATION_ID,
	VERSION,
	"CREATE TABLE units (key BLOB PRIMARY KEY, result BLOB NOT NULL, reads BLOB NOT NULL, check_digest "
	"BLOB NOT NULL, used INTEGER NOT NULL);CREATE INDEX units_used ON units (used);CREATE TABLE files "
	"(path BLOB PRIMARY KEY, size INTEGER NOT NULL, inode INTEGER NOT NULL, changed INTEGER NOT NULL, "
	"inode_changed INTEGER NOT NULL, digest BLOB NOT NULL, check_digest BLOB NOT NULL, used INTEGER NOT "
	"NULL) WITHOUT ROWID;CREATE "
	"TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;",
};

enum query { QUERY_GET, QUERY_USED, QUERY_TOUCH, QUERY_PUT, QUERY_RECALL, QUERY_REMEMBER, QUERY_COUNT };

static const char *const queries[] = {
	[QUERY_GET] = "SELECT result, reads, check_digest FROM units WHERE key = ?",
	[QUERY_USED] = "SELECT used FROM units WHERE key = ?",
	[QUERY_TOUCH] = "UPDATE units SET used = ?2 WHERE key = ?1",
	[QUERY_PUT] = "INSERT OR REPLACE INTO units VALUES (?, ?, ?, ?, ?)",
	[QUERY_RECALL] = "SELECT path, size, inode, changed, inode_changed, digest, check_digest "
			 "FROM files",
	[QUERY_REMEMBER] = "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
};

struct results {
	struct arena *arena;
	const char *folder;
	bool has_key;
	struct digest_key key;
	struct database database;
	sqlite3_stmt *statements[QUERY_COUNT];
	const char *problem, *aside;
	int64_t today; /* as a day's number */
	VEC(struct digest) touched;
};

/* ---- opening and failing --------------------------------------------------------------------- */

static void finalize(struct results *store)
{
	for (size_t i = 0; i < QUERY_COUNT; i++) {
		sqlite3_finalize(store->statements[i]);
		store->statements[i] = NULL;
	}
}

static void open_database(struct results *store)
{
	const char *aside = NULL, *problem = NULL;
	if (database_open(store->arena, store->folder, &kind, &store->database, &aside, &problem))
		store->problem = arena_printf(store->arena, "results are not kept: %s", problem);
	else if (aside)
		store->aside = aside;
}

struct results *results_open(struct arena *arena, const char *folder, const struct digest_key *key)
{
	struct results *store = ARENA_NEW(arena, struct results);
	store->arena = arena;
	store->folder = folder;
	store->has_key = key != NULL;
	if (key)
		store->key = *key;
	store->today = (int64_t)time(NULL) / DAY_S;
	open_database(store);
	return store;
}

const char *results_problem(const struct results *store)
{
	if (store->problem || !store->aside)
		return store->problem;
	return arena_printf(store->arena,
		"the result store was damaged, or of another version; it is now '%s', and a new one begins",
		store->aside);
}

bool results_is_closed(const struct results *store)
{
	return store->problem != NULL;
}

/* One that is damaged is set aside, and a new one serves in its place, once; otherwise the run goes on
 * without. */
static void fail(struct results *store, int code)
{
	struct arena *arena = store->arena;
	bool is_damage = database_is_damage(code);
	const char *why = database_failure(arena, &store->database);
	finalize(store);
	if (is_damage && !store->aside) {
		store->aside = database_set_aside(arena, &store->database);
		open_database(store);
		return;
	}
	database_close(&store->database);
	store->problem = arena_printf(arena, "results are not kept: %s", why);
}

/* ---- statements ------------------------------------------------------------------------------ */

/* NULL when the store is closed or could not prepare it. */
static sqlite3_stmt *statement(struct results *store, enum query query)
{
	if (!store->database.handle)
		return NULL;
	sqlite3_stmt **slot = &store->statements[query];
	if (!*slot) {
		int code = sqlite3_prepare_v3(
			store->database.handle, queries[query], -1, SQLITE_PREPARE_PERSISTENT, slot, NULL);
		if (code)
			fail(store, code);
	}
	return store->database.handle ? *slot : NULL;
}

static bool execute(struct results *store, const char *text)
{
	if (!store->database.handle)
		return false;
	int code = sqlite3_exec(store->database.handle, text, NULL, NULL, NULL);
	if (code)
		fail(store, code);
	return code == SQLITE_OK;
}

/* Transactions are as short as can be: other processes wait for them. */
static bool begin(struct results *store)
{
	return execute(store, "BEGIN IMMEDIATE");
}

static bool is_in_transaction(const struct results *store)
{
	return store->database.handle && !sqlite3_get_autocommit(store->database.handle);
}

static void commit(struct results *store)
{
	if (is_in_transaction(store))
		execute(store, "COMMIT");
}

/* Runs a statement that changes something. */
static void change(struct results *store, sqlite3_stmt *query)
{
	int code = sqlite3_step(query);
	if (code != SQLITE_DONE) {
		fail(store, code);
		return;
	}
	sqlite3_reset(query);
	sqlite3_clear_bindings(query);
}

static void bind_digest(sqlite3_stmt *query, int place, const struct digest *digest)
{
	sqlite3_bind_blob(query, place, digest, sizeof *digest, SQLITE_TRANSIENT);
}

static bool column_digest(sqlite3_stmt *query, int column, struct digest *out)
{
	if (sqlite3_column_bytes(query, column) != sizeof *out)
		return false;
	memcpy(out, sqlite3_column_blob(query, column), sizeof *out);
	return true;
}

/* ---- entries --------------------------------------------------------------------------------- */

static struct digest check_digest(
	const struct results *store, struct digest key, const struct results_entry *entry)
{
	const struct digest parts[] = {key, digest_keyed(&store->key, entry->result, entry->result_size),
		digest_keyed(&store->key, entry->reads, entry->reads_size)};
	return digest_keyed(&store->key, parts, sizeof parts);
}

static const void *copy_column(struct arena *arena, sqlite3_stmt *query, int column, size_t *size)
{
	*size = (size_t)sqlite3_column_bytes(query, column);
	void *copy = arena_alloc(arena, *size + 1);
	if (*size)
		memcpy(copy, sqlite3_column_blob(query, column), *size);
	return copy;
}

bool results_get(struct results *store, struct arena *arena, struct digest key, struct results_entry *out)
{
	sqlite3_stmt *query = statement(store, QUERY_GET);
	struct digest check;
	if (!query)
		return false;
	bind_digest(query, 1, &key);
	int code = sqlite3_step(query);
	bool is_ours = false;
	if (code == SQLITE_ROW) {
		out->result = copy_column(arena, query, 0, &out->result_size);
		out->reads = copy_column(arena, query, 1, &out->reads_size);
		is_ours = store->has_key && column_digest(query, 2, &check) &&
			  digest_equal(check, check_digest(store, key, out));
	}
	if (code != SQLITE_ROW && code != SQLITE_DONE) {
		fail(store, code);
		return false;
	}
	sqlite3_reset(query);
	return is_ours;
}

void results_touch(struct results *store, struct digest key)
{
	vec_push(store->arena, &store->touched, key);
}

static bool was_used_today(struct results *store, const struct digest *key)
{
	sqlite3_stmt *query = statement(store, QUERY_USED);
	if (!query)
		return true;
	bind_digest(query, 1, key);
	bool today = sqlite3_step(query) != SQLITE_ROW || sqlite3_column_int64(query, 0) == store->today;
	sqlite3_reset(query);
	return today;
}

/* All at once, so that a run with nothing new writes no more than once a day. */
static void write_touched(struct results *store)
{
	for (size_t i = 0; i < store->touched.count && store->database.handle; i++) {
		const struct digest *key = &store->touched.data[i];
		if (was_used_today(store, key) || (!is_in_transaction(store) && !begin(store)))
			continue;
		sqlite3_stmt *query = statement(store, QUERY_TOUCH);
		if (!query)
			return;
		bind_digest(query, 1, key);
		sqlite3_bind_int64(query, 2, store->today);
		change(store, query);
	}
	commit(store);
}

void results_put(struct results *store, struct digest key, const struct results_entry *entry)
{
	sqlite3_stmt *query = store->has_key && begin(store) ? statement(store, QUERY_PUT) : NULL;
	if (!query)
		return;
	struct digest check = check_digest(store, key, entry);
	bind_digest(query, 1, &key);
	sqlite3_bind_blob64(query, 2, entry->result, entry->result_size, SQLITE_STATIC);
	sqlite3_bind_blob64(query, 3, entry->reads, entry->reads_size, SQLITE_STATIC);
	bind_digest(query, 4, &check);
	sqlite3_bind_int64(query, 5, store->today);
	change(store, query);
	commit(store);
}

/* ---- files ----------------------------------------------------------------------------------- */

static struct digest file_check(const struct results *store, const char *path,
	const struct file_status *status, const struct digest *digest)
{
	const int64_t numbers[] = {status->size, status->inode, status->changed_ns, status->inode_changed_ns};
	struct digest parts[4] = {digest_keyed(&store->key, path, strlen(path)), *digest};
	memcpy(&parts[2], numbers, sizeof numbers);
	return digest_keyed(&store->key, parts, sizeof parts);
}

void results_recall_files(struct results *store, struct files *files)
{
	sqlite3_stmt *query = statement(store, QUERY_RECALL);
	int code = SQLITE_DONE;
	while (query && (code = sqlite3_step(query)) == SQLITE_ROW) {
		struct digest digest, check;
		struct file_status status = {.size = sqlite3_column_int64(query, 1),
			.inode = sqlite3_column_int64(query, 2),
			.changed_ns = sqlite3_column_int64(query, 3),
			.inode_changed_ns = sqlite3_column_int64(query, 4)};
		const char *path = (const char *)sqlite3_column_text(query, 0);
		if (store->has_key && path && column_digest(query, 5, &digest) &&
			column_digest(query, 6, &check) &&
			digest_equal(check, file_check(store, path, &status, &digest)))
			files_remember(files, path, &status, digest);
	}
	if (query && code != SQLITE_DONE)
		fail(store, code);
	else if (query)
		sqlite3_reset(query);
}

static void remember_file(void *context, const struct file_state *state)
{
	struct results *store = context;
	if (!store->has_key || (!is_in_transaction(store) && !begin(store)))
		return;
	sqlite3_stmt *query = statement(store, QUERY_REMEMBER);
	struct digest check = file_check(store, state->path, &state->status, &state->digest);
	if (!query)
		return;
	sqlite3_bind_text(query, 1, state->path, -1, SQLITE_STATIC);
	sqlite3_bind_int64(query, 2, state->status.size);
	sqlite3_bind_int64(query, 3, state->status.inode);
	sqlite3_bind_int64(query, 4, state->status.changed_ns);
	sqlite3_bind_int64(query, 5, state->status.inode_changed_ns);
	bind_digest(query, 6, &state->digest);
	bind_digest(query, 7, &check);
	sqlite3_bind_int64(query, 8, store->today);
	change(store, query);
}

void results_remember_files(struct results *store, struct files *files)
{
	files_each_news(files, remember_file, store);
	commit(store);
}

/* ---- closing --------------------------------------------------------------------------------- */

static int64_t number(struct results *store, const char *text)
{
	sqlite3_stmt *query = NULL;
	int64_t value = 0;
	if (store->database.handle &&
		sqlite3_prepare_v2(store->database.handle, text, -1, &query, NULL) == SQLITE_OK &&
		sqlite3_step(query) == SQLITE_ROW)
		value = sqlite3_column_int64(query, 0);
	sqlite3_finalize(query);
	return value;
}

static uint64_t bytes_used(struct results *store)
{
	int64_t pages = number(store, "PRAGMA page_count") - number(store, "PRAGMA freelist_count");
	return (uint64_t)(pages * number(store, "PRAGMA page_size"));
}

/* Down to three quarters of the limit, so that this is seldom done. What is known of files is cheap to find
 * out again. */
static void shrink(struct results *store, uint64_t limit)
{
	struct buffer text = {0};
	int64_t kept = (int64_t)(limit - limit / 4);
	buffer_printf(&text,
		"DELETE FROM files;DELETE FROM units WHERE rowid IN (SELECT rowid FROM (SELECT rowid, "
		"sum(length(result) + length(reads) + 100) OVER (ORDER BY used DESC, rowid DESC) AS total "
		"FROM units) WHERE total > %lld)",
		(long long)kept);
	execute(store, text.data);
	buffer_free(&text);
}

/* Once a day, and whenever it is too large. */
static void trim(struct results *store, uint64_t limit)
{
	bool too_large = bytes_used(store) > limit;
	bool is_due = number(store, "SELECT value FROM facts WHERE name = 'trimmed'") != store->today;
	struct buffer text = {0};
	if (!too_large && !is_due)
		return;
	long long today = (long long)store->today, oldest = today - DAYS_KEPT;
	buffer_printf(&text,
		"DELETE FROM units WHERE used < %lld; DELETE FROM files WHERE used < %lld;INSERT OR REPLACE "
		"INTO facts VALUES ('trimmed', %lld)",
		oldest, oldest, today);
	if (begin(store) && execute(store, text.data) && bytes_used(store) > limit)
		shrink(store, limit);
	commit(store);
	if (store->database.handle)
		sqlite3_exec(store->database.handle, "PRAGMA incremental_vacuum", NULL, NULL, NULL);
	buffer_free(&text);
}

void results_close(struct results *store, uint64_t limit)
{
	write_touched(store);
	if (store->database.handle)
		trim(store, limit ? limit : default_limit);
	finalize(store);
	database_close(&store->database);
}

static uint64_t file_size(const char *path)
{
	struct stat status;
	return stat(path, &status) ? 0 : (uint64_t)status.st_size;
}

struct results_counts results_count(struct results *store)
{
	struct results_counts counts = {0};
	counts.units = (uint64_t)number(store, "SELECT count(*) FROM units");
	counts.files = (uint64_t)number(store, "SELECT count(*) FROM files");
	counts.bytes = file_size(store->database.path) +
		       file_size(arena_printf(store->arena, "%s-wal", store->database.path));
	return counts;
}
