/* The history of runs; see history.h. */
#include "analyzer/store/history.h"
#include "analyzer/base/path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/store/database.h"

enum { APPLICATION_ID = 0x43756c68, VERSION = 1 };

/* Runs beyond the last 20,000 go. */
static const struct database_kind kind = {
	HISTORY_FILE,
	APPLICATION_ID,
	VERSION,
	"CREATE TABLE runs (id INTEGER PRIMARY KEY, time INTEGER NOT NULL, commit_id TEXT, dirty INTEGER NOT "
	"NULL, paths TEXT NOT NULL, settings TEXT NOT NULL, files INTEGER NOT NULL);CREATE TABLE counts (run "
	"INTEGER NOT NULL, code TEXT NOT NULL, rule TEXT NOT NULL, severity INTEGER NOT NULL, number INTEGER "
	"NOT NULL, PRIMARY KEY (run, code, severity)) WITHOUT ROWID;CREATE TRIGGER runs_end AFTER INSERT ON "
	"runs BEGIN DELETE FROM counts WHERE run <= new.id - 20000; DELETE FROM runs WHERE id <= new.id - "
	"20000; END;",
};

/* ---- counting -------------------------------------------------------------------------------- */

static int compare_counts(const void *left, const void *right)
{
	const struct history_count *a = left, *b = right;
	int order = strcmp(a->code, b->code);
	return order ? order : (int)b->severity - (int)a->severity;
}

void history_tally(struct arena *arena, const finding_list *findings, struct history_run *run)
{
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = findings->data[i];
		size_t at = 0;
		while (at < run->counts.count && (strcmp(run->counts.data[at].code, finding->code) != 0 ||
							 run->counts.data[at].severity != finding->severity))
			at++;
		struct history_count fresh = {finding->code, finding->rule, finding->severity, 0};
		if (at == run->counts.count)
			vec_push(arena, &run->counts, fresh);
		run->counts.data[at].count++;
	}
	if (run->counts.count)
		qsort(run->counts.data, run->counts.count, sizeof *run->counts.data, compare_counts);
}

/* ---- writing --------------------------------------------------------------------------------- */

static int finish(sqlite3_stmt *statement)
{
	int code = sqlite3_step(statement);
	return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int add_run(sqlite3 *handle, const struct history_run *run)
{
	static const char text[] = "INSERT INTO runs (time, commit_id, dirty, paths, settings, files) VALUES "
				   "(?, ?, ?, ?, ?, ?)";
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(handle, text, -1, &statement, NULL);
	if (!code) {
		sqlite3_bind_int64(statement, 1, run->time);
		sqlite3_bind_text(statement, 2, run->commit, -1, SQLITE_STATIC);
		sqlite3_bind_int(statement, 3, run->is_dirty);
		sqlite3_bind_text(statement, 4, run->paths, -1, SQLITE_STATIC);
		sqlite3_bind_text(statement, 5, run->settings, -1, SQLITE_STATIC);
		sqlite3_bind_int64(statement, 6, (sqlite3_int64)run->files);
		code = finish(statement);
	}
	sqlite3_finalize(statement);
	return code;
}

static int add_counts(sqlite3 *handle, const struct history_run *run)
{
	sqlite3_int64 id = sqlite3_last_insert_rowid(handle);
	sqlite3_stmt *statement = NULL;
	int code =
		sqlite3_prepare_v2(handle, "INSERT INTO counts VALUES (?, ?, ?, ?, ?)", -1, &statement, NULL);
	for (size_t i = 0; !code && i < run->counts.count; i++) {
		const struct history_count *count = &run->counts.data[i];
		sqlite3_bind_int64(statement, 1, id);
		sqlite3_bind_text(statement, 2, count->code, -1, SQLITE_STATIC);
		sqlite3_bind_text(statement, 3, count->rule, -1, SQLITE_STATIC);
		sqlite3_bind_int(statement, 4, (int)count->severity);
		sqlite3_bind_int64(statement, 5, (sqlite3_int64)count->count);
		code = finish(statement);
		sqlite3_reset(statement);
	}
	sqlite3_finalize(statement);
	return code;
}

int history_add(struct arena *arena, const char *folder, const struct history_run *run, const char **problem)
{
	struct database database;
	const char *aside;
	if (database_open(arena, folder, &kind, &database, &aside, problem))
		return -1;
	int code = sqlite3_exec(database.handle, "BEGIN IMMEDIATE", NULL, NULL, NULL);
	if (!code)
		code = add_run(database.handle, run);
	if (!code)
		code = add_counts(database.handle, run);
	if (!code)
		code = sqlite3_exec(database.handle, "COMMIT", NULL, NULL, NULL);
	if (code)
		*problem = database_failure(arena, &database);
	if (database_is_damage(code))
		database_set_aside(arena, &database);
	else
		database_close(&database);
	return code ? -1 : 0;
}

/* ---- reading --------------------------------------------------------------------------------- */

static const char *column(struct arena *arena, sqlite3_stmt *statement, int index)
{
	const unsigned char *text = sqlite3_column_text(statement, index);
	return text ? arena_strdup(arena, (const char *)text) : NULL;
}

static int read_counts(struct arena *arena, sqlite3 *handle, sqlite3_int64 id, struct history_run *run)
{
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(handle,
		"SELECT code, rule, severity, number FROM counts WHERE run = ? ORDER BY code, severity DESC",
		-1, &statement, NULL);
	if (!code)
		sqlite3_bind_int64(statement, 1, id);
	while (!code && (code = sqlite3_step(statement)) == SQLITE_ROW) {
		struct history_count count = {column(arena, statement, 0), column(arena, statement, 1),
			(enum severity)sqlite3_column_int(statement, 2),
			(uint64_t)sqlite3_column_int64(statement, 3)};
		if (count.code && count.rule && count.severity <= SEVERITY_ERROR)
			vec_push(arena, &run->counts, count);
		code = SQLITE_OK;
	}
	sqlite3_finalize(statement);
	return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int read_runs(
	struct arena *arena, sqlite3 *handle, const struct history_run *like, size_t limit, history_list *out)
{
	static const char text[] =
		"SELECT id, time, commit_id, dirty, paths, settings, files FROM (SELECT * FROM runs WHERE ?1 "
		"IS NULL OR (paths = ?1 AND settings = ?2) ORDER BY id DESC LIMIT ?3) ORDER BY id";
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(handle, text, -1, &statement, NULL);
	if (!code) {
		sqlite3_bind_text(statement, 1, like ? like->paths : NULL, -1, SQLITE_STATIC);
		sqlite3_bind_text(statement, 2, like ? like->settings : NULL, -1, SQLITE_STATIC);
		sqlite3_bind_int64(statement, 3, (sqlite3_int64)limit);
	}
	while (!code && (code = sqlite3_step(statement)) == SQLITE_ROW) {
		struct history_run run = {.time = sqlite3_column_int64(statement, 1),
			.commit = column(arena, statement, 2),
			.is_dirty = sqlite3_column_int(statement, 3) != 0,
			.paths = column(arena, statement, 4),
			.settings = column(arena, statement, 5),
			.files = (uint64_t)sqlite3_column_int64(statement, 6)};
		code = read_counts(arena, handle, sqlite3_column_int64(statement, 0), &run);
		if (!code && run.paths && run.settings)
			vec_push(arena, out, run);
	}
	sqlite3_finalize(statement);
	return code == SQLITE_DONE ? SQLITE_OK : code;
}

static const char *path_of(struct arena *arena, const char *folder)
{
	return arena_printf(arena, "%s/%s", folder, HISTORY_FILE);
}

int history_read(struct arena *arena, const char *folder, const struct history_run *like, size_t limit,
	history_list *out, const char **problem)
{
	struct database database;
	const char *aside = NULL;
	if (!path_is_there(path_of(arena, folder)))
		return 0;
	if (database_open(arena, folder, &kind, &database, &aside, problem))
		return -1;
	int code = read_runs(arena, database.handle, like, limit, out);
	if (code)
		*problem = database_failure(arena, &database);
	database_close(&database);
	if (aside)
		*problem = arena_printf(
			arena, "the history was damaged, or of another version; it is now '%s'", aside);
	return code || aside ? -1 : 0;
}

size_t history_count(struct arena *arena, const char *folder, const char **problem)
{
	struct database database;
	const char *aside;
	sqlite3_stmt *statement = NULL;
	size_t count = 0;
	*problem = NULL;
	if (!path_is_there(path_of(arena, folder)) ||
		database_open(arena, folder, &kind, &database, &aside, problem))
		return 0;
	if (sqlite3_prepare_v2(database.handle, "SELECT count(*) FROM runs", -1, &statement, NULL) ==
			SQLITE_OK &&
		sqlite3_step(statement) == SQLITE_ROW)
		count = (size_t)sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	database_close(&database);
	return count;
}

int history_delete(struct arena *arena, const char *folder)
{
	static const char *const endings[] = {"", "-wal", "-shm", ".bad"};
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (unlink(arena_printf(arena, "%s%s", path_of(arena, folder), endings[i])) &&
			errno != ENOENT)
			return errno;
	return 0;
}
