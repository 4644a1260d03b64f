/* Opening SQLite files; see database.h.
 *
 * They are in WAL mode: a process that is killed leaves what it committed, and readers don't wait. Where the
 * file system has no shared memory, one process at a time opens the file for itself.
 *
 * A new one is made beside its place and linked to it when it is whole: where the disk is full there is none,
 * rather than an empty file or a part of one. */
#include "analyzer/store/database.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/base/path.h"

enum { BUSY_MS = 3000 };

enum { OPEN_OK = 0, OPEN_FAILED = -1, OPEN_FOREIGN = -2 };

/* Whether a folder that was there before is ours to be ignored: somebody may have named one with other things
 * in it. */
static bool is_ours(const char *folder)
{
	const char *slash = strrchr(folder, '/'), *name = slash ? slash + 1 : folder;
	bool is_empty = true;
	if (strcmp(name, ".cudalint-cache") == 0)
		return true;
	DIR *dir = opendir(folder);
	for (const struct dirent *entry; dir && (entry = readdir(dir));)
		is_empty &= !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
	if (dir)
		closedir(dir);
	return dir && is_empty;
}

static int ignore_all(struct arena *arena, const char *folder)
{
	const char *path = arena_printf(arena, "%s/.gitignore", folder);
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return errno == EEXIST ? 0 : errno;
	ssize_t written = write(fd, "*\n", 2);
	close(fd);
	if (written != 2)
		unlink(path);
	return 0;
}

int database_make_folder(struct arena *arena, const char *folder)
{
	struct stat status;
	bool is_new = stat(folder, &status) != 0;
	int failed = path_make_folders(arena, folder);
	if (failed)
		return failed;
	if (stat(folder, &status))
		return errno;
	if (!S_ISDIR(status.st_mode))
		return ENOTDIR;
	return is_new || is_ours(folder) ? ignore_all(arena, folder) : 0;
}

bool database_is_damage(int code)
{
	code &= 0xff;
	return code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_FORMAT;
}

void database_close(struct database *database)
{
	sqlite3_close_v2(database->handle);
	database->handle = NULL;
}

static unsigned long long inode_of(const char *path)
{
	struct stat status;
	return stat(path, &status) ? 0 : (unsigned long long)status.st_ino;
}

/* Not when another process has just done it, and made a new one. */
const char *database_set_aside(struct arena *arena, struct database *database)
{
	const char *path = database->path, *bad = arena_printf(arena, "%s.bad", path);
	database_close(database);
	if (inode_of(path) == database->inode && rename(path, bad) == 0) {
		unlink(arena_printf(arena, "%s-wal", path));
		unlink(arena_printf(arena, "%s-shm", path));
	}
	return bad;
}

/* A number that a pragma tells. Returns SQLite's code. */
static int ask(sqlite3 *handle, const char *query, int *number)
{
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(handle, query, -1, &statement, NULL);
	if (!code) {
		code = sqlite3_step(statement);
		*number = code == SQLITE_ROW ? sqlite3_column_int(statement, 0) : 0;
		code = code == SQLITE_ROW ? SQLITE_OK : code == SQLITE_DONE ? SQLITE_ERROR : code;
	}
	sqlite3_finalize(statement);
	return code;
}

/* In a transaction that no other process can come into; closing takes it back when it fails. */
static int make_tables(sqlite3 *handle, const struct database_kind *kind)
{
	char marks[128];
	int tables = 0, code = sqlite3_exec(handle, "PRAGMA auto_vacuum = INCREMENTAL", NULL, NULL, NULL);
	if (!code)
		code = sqlite3_exec(handle, "BEGIN IMMEDIATE", NULL, NULL, NULL);
	if (!code)
		code = ask(handle, "SELECT count(*) FROM sqlite_master", &tables);
	if (!code && !tables)
		code = sqlite3_exec(handle, kind->schema, NULL, NULL, NULL);
	snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d",
		kind->application_id, kind->version);
	if (!code && !tables)
		code = sqlite3_exec(handle, marks, NULL, NULL, NULL);
	return code ? code : sqlite3_exec(handle, "COMMIT", NULL, NULL, NULL);
}

/* Makes an empty file one of its kind; tells whether another one is. */
static int identify(sqlite3 *handle, const struct database_kind *kind)
{
	int tables = 0, application = 0, version = 0;
	int code = ask(handle, "SELECT count(*) FROM sqlite_master", &tables);
	if (!code && !tables)
		code = make_tables(handle, kind);
	if (!code)
		code = ask(handle, "PRAGMA application_id", &application);
	if (!code)
		code = ask(handle, "PRAGMA user_version", &version);
	if (code)
		return database_is_damage(code) ? OPEN_FOREIGN : OPEN_FAILED;
	return application == kind->application_id && version == kind->version ? OPEN_OK : OPEN_FOREIGN;
}

static int open_once(struct database *database, const struct database_kind *kind, bool exclusive)
{
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
	if (sqlite3_open_v2(database->path, &database->handle, flags, NULL))
		return OPEN_FAILED;
	sqlite3 *handle = database->handle;
	sqlite3_extended_result_codes(handle, 1);
	sqlite3_busy_timeout(handle, BUSY_MS);
	database->inode = inode_of(database->path);
	/* Nothing waits for the disk, which may take seconds each time. A power cut may damage the file then;
	 * that is found out. */
	sqlite3_exec(handle, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
	if (exclusive)
		sqlite3_exec(handle, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);
	int result = identify(handle, kind);
	if (result)
		return result;
	/* Where it can't be had, the mode that is there does, too. */
	sqlite3_exec(handle, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
	sqlite3_exec(handle, "PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF", NULL, NULL, NULL);
	database->inode = inode_of(database->path);
	return OPEN_OK;
}

/* Makes a file of its kind at a name that nobody else knows. Returns SQLite's code. */
static int make_apart(sqlite3 **handle, const char *path, const struct database_kind *kind)
{
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
	int code = sqlite3_open_v2(path, handle, flags, NULL);
	if (!code)
		code = sqlite3_exec(
			*handle, "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY", NULL, NULL, NULL);
	return code ? code : make_tables(*handle, kind);
}

/* Puts a new, whole file at the path, unless another process has just done it. Returns 0; or -1 with what is
 * wrong in *problem. A file system without links has it made in its place. */
static int make_new(struct arena *arena, const struct database *database, const struct database_kind *kind,
	const char **problem)
{
	struct database apart = {.path = database->path};
	const char *path = arena_printf(arena, "%s.%ld", database->path, (long)getpid());
	unlink(path); /* of a process that had our number and was killed */
	int code = make_apart(&apart.handle, path, kind);
	if (code)
		*problem = database_failure(arena, &apart);
	database_close(&apart);
	if (!code)
		(void)!link(path, database->path);
	unlink(path);
	return code ? -1 : 0;
}

const char *database_failure(struct arena *arena, const struct database *database)
{
	int number = sqlite3_system_errno(database->handle), code = sqlite3_errcode(database->handle) & 0xff;
	const char *why = sqlite3_errmsg(database->handle);
	if (code == SQLITE_FULL)
		number = ENOSPC;
	if (code == SQLITE_IOERR && !number)
		sqlite3_file_control(database->handle, "main", SQLITE_FCNTL_LAST_ERRNO, &number);
	if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
		return arena_printf(arena, "'%s' is in use by another process", database->path);
	if (number && (code == SQLITE_CANTOPEN || code == SQLITE_IOERR || code == SQLITE_FULL))
		why = strerror(number);
	return arena_printf(arena, "cannot write to '%s': %s", database->path, why);
}

int database_open(struct arena *arena, const char *folder, const struct database_kind *kind,
	struct database *out, const char **aside, const char **problem)
{
	*out = (struct database){.path = arena_printf(arena, "%s/%s", folder, kind->name)};
	*aside = NULL;
	int number = database_make_folder(arena, folder);
	if (!number && access(folder, W_OK))
		number = errno;
	if (!number && access(out->path, F_OK) == 0 && access(out->path, R_OK | W_OK))
		number = errno;
	if (number) {
		*problem = arena_printf(arena, "cannot write to '%s': %s", folder, strerror(number));
		return -1;
	}
	if (access(out->path, F_OK) && make_new(arena, out, kind, problem))
		return -1;
	for (int round = 0; round < 3; round++) {
		int result = open_once(out, kind, round > 0 && !*aside);
		if (result == OPEN_OK)
			return 0;
		*problem = database_failure(arena, out);
		if (result == OPEN_FOREIGN && !*aside)
			*aside = database_set_aside(arena, out);
		bool is_busy = out->handle && (sqlite3_errcode(out->handle) & 0xff) == SQLITE_BUSY;
		database_close(out);
		if (is_busy)
			break;
	}
	*aside = NULL;
	return -1;
}
