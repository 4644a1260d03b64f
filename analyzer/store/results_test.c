/* The result store: what is put in comes out, whatever else happens to the file; several writers; bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "analyzer/base/buffer.h"
#include "analyzer/store/database.h"
#include "analyzer/store/results.h"

struct fixture {
	struct arena *arena;
	char folder[64];
	const char *path;
};

static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof *fixture);
	assert_non_null(fixture);
	fixture->arena = arena_new();
	strcpy(fixture->folder, "/tmp/cudalint-store-XXXXXX");
	assert_non_null(mkdtemp(fixture->folder));
	fixture->path = arena_printf(fixture->arena, "%s/%s", fixture->folder, RESULTS_FILE);
	*state = fixture;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;
	static const char *const names[] = {
		RESULTS_FILE, RESULTS_FILE "-wal", RESULTS_FILE "-shm", RESULTS_FILE ".bad", ".gitignore"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		unlink(arena_printf(fixture->arena, "%s/%s", fixture->folder, names[i]));
	assert_int_equal(rmdir(fixture->folder), 0);
	arena_free(fixture->arena);
	free(fixture);
	return 0;
}

static const struct digest_key test_key = {"what the entries are signed with"};

static struct digest key_of(unsigned number)
{
	return digest_of(&number, sizeof number);
}

static void put(struct results *store, struct arena *arena, unsigned number, size_t size)
{
	char *text = arena_alloc(arena, size + 1);
	memset(text, (int)('a' + number % 26), size);
	struct results_entry entry = {text, "reads", size, 5};
	results_put(store, key_of(number), &entry);
}

static bool has(struct results *store, struct arena *arena, unsigned number, size_t size)
{
	struct results_entry entry;
	if (!results_get(store, arena, key_of(number), &entry))
		return false;
	assert_int_equal(entry.result_size, size);
	assert_int_equal(entry.reads_size, 5);
	assert_memory_equal(entry.reads, "reads", 5);
	for (size_t i = 0; i < size; i++)
		assert_int_equal(((const char *)entry.result)[i], 'a' + number % 26);
	return true;
}

static void fill(struct fixture *fixture, unsigned count, size_t size)
{
	struct results *store = results_open(fixture->arena, fixture->folder, &test_key);
	for (unsigned i = 0; i < count; i++)
		put(store, fixture->arena, i, size);
	assert_null(results_problem(store));
	results_close(store, 0);
}

static void test_keeps_entries(void **state)
{
	struct fixture *fixture = *state;
	fill(fixture, 100, 3000);
	struct results *store = results_open(fixture->arena, fixture->folder, &test_key);
	for (unsigned i = 0; i < 100; i++)
		assert_true(has(store, fixture->arena, i, 3000));
	assert_false(has(store, fixture->arena, 100, 3000));
	put(store, fixture->arena, 7, 10);
	assert_true(has(store, fixture->arena, 7, 10));
	assert_int_equal(results_count(store).units, 100);
	results_close(store, 0);
	assert_null(results_problem(store));
}

/* What is put is there for others at once, without a close. */
static void test_needs_no_close(void **state)
{
	struct fixture *fixture = *state;
	pid_t child = fork();
	if (child == 0) {
		struct results *store = results_open(fixture->arena, fixture->folder, &test_key);
		put(store, fixture->arena, 1, 500);
		_exit(0);
	}
	assert_int_equal(waitpid(child, NULL, 0), child);
	struct results *store = results_open(fixture->arena, fixture->folder, &test_key);
	assert_true(has(store, fixture->arena, 1, 500));
	results_close(store, 0);
}

static void test_remembers_files(void **state)
{
	struct fixture *fixture = *state;
	struct files *files = files_new(fixture->arena);
	struct file_status status = {1, 2, 3, 4};
	const char *old = "/usr/include/stdio.h"; /* long unchanged */
	struct file_state *file = files_look(files, old);
	assert_true(files_digest(files, file));
	struct results *store = results_open(fixture->arena, fixture->folder, &test_key);
	results_remember_files(store, files);
	assert_int_equal(results_count(store).files, 1);
	results_close(store, 0);
	files_free(files);
	files = files_new(fixture->arena);
	files_remember(files, "/nowhere", &status, key_of(1));
	store = results_open(fixture->arena, fixture->folder, &test_key);
	results_recall_files(store, files);
	struct file_state *again = files_look(files, old);
	assert_true(again->is_known);
	assert_true(digest_equal(again->digest, file->digest));
	assert_false(files_look(files, "/nowhere")->exists);
	results_close(store, 0);
	files_free(files);
}

static void overwrite(const char *path, size_t at, const char *bytes, size_t count)
{
	FILE *file = fopen(path, "r+b");
	assert_non_null(file);
	assert_int_equal(fseek(file, (long)at, SEEK_SET), 0);
	assert_int_equal(fwrite(bytes, 1, count, file), count);
	fclose(file);
}

/* Whatever bytes are wrong: entries are right or missing, and new ones can be put. */
static void test_damage_anywhere(void **state)
{
	struct fixture *fixture = *state;
	unsigned seed = 12345, damaged = 0;
	for (unsigned round = 0; round < 60; round++) {
		unlink(fixture->path);
		fill(fixture, 20, 1500);
		struct stat status;
		assert_int_equal(stat(fixture->path, &status), 0);
		char noise[32];
		for (size_t i = 0; i < sizeof noise; i++)
			noise[i] = (char)((seed = seed * 1103515245 + 12345) >> 16);
		size_t at = (seed >> 8) % ((size_t)status.st_size - sizeof noise);
		overwrite(fixture->path, at, noise, 1 + round % sizeof noise);
		struct arena *arena = arena_new();
		struct results *store = results_open(arena, fixture->folder, &test_key);
		struct files *files = files_new(arena);
		results_recall_files(store, files);
		unsigned there = 0;
		for (unsigned i = 0; i < 20; i++)
			there += has(store, arena, i, 1500);
		put(store, arena, 50, 100);
		if (!results_is_closed(store))
			put(store, arena, 51, 100);
		damaged += there < 20;
		results_close(store, 0);
		files_free(files);
		arena_free(arena);
	}
	assert_true(damaged > 20);
}

static void test_cut_off_anywhere(void **state)
{
	struct fixture *fixture = *state;
	for (unsigned round = 0; round < 20; round++) {
		unlink(fixture->path);
		fill(fixture, 20, 1500);
		struct stat status;
		assert_int_equal(stat(fixture->path, &status), 0);
		assert_int_equal(truncate(fixture->path, status.st_size * round / 20), 0);
		struct arena *arena = arena_new();
		struct results *store = results_open(arena, fixture->folder, &test_key);
		for (unsigned i = 0; i < 20; i++)
			has(store, arena, i, 1500);
		for (unsigned i = 30; i < 50; i++)
			put(store, arena, i, 1500);
		results_close(store, 0);
		if (!results_is_closed(store)) {
			store = results_open(arena, fixture->folder, &test_key);
			assert_true(has(store, arena, 49, 1500));
			results_close(store, 0);
		}
		arena_free(arena);
	}
}

static void make_other(const struct fixture *fixture, const char *statements)
{
	sqlite3 *handle = NULL;
	unlink(fixture->path);
	assert_int_equal(sqlite3_open(fixture->path, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, statements, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(handle);
}

/* Somebody else's database is not touched, but renamed; so is one of a version to come. */
static void test_sets_foreign_ones_aside(void **state)
{
	struct fixture *fixture = *state;
	static const char *const others[] = {"CREATE TABLE mine (a); INSERT INTO mine VALUES (1)",
		"PRAGMA application_id = 1131770482; PRAGMA user_version = 99; CREATE TABLE units (key)"};
	for (size_t i = 0; i < 2; i++) {
		make_other(fixture, others[i]);
		struct results *store = results_open(fixture->arena, fixture->folder, &test_key);
		assert_non_null(results_problem(store));
		assert_non_null(strstr(results_problem(store), RESULTS_FILE ".bad"));
		assert_false(results_is_closed(store));
		put(store, fixture->arena, 1, 10);
		assert_true(has(store, fixture->arena, 1, 10));
		results_close(store, 0);
		const char *bad = arena_printf(fixture->arena, "%s.bad", fixture->path);
		assert_int_equal(access(bad, F_OK), 0);
	}
	sqlite3 *handle = NULL;
	const char *bad = arena_printf(fixture->arena, "%s.bad", fixture->path);
	assert_int_equal(sqlite3_open(bad, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, "SELECT key FROM units", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(handle);
}

static void test_many_writers(void **state)
{
	struct fixture *fixture = *state;
	enum { WRITERS = 6, ENTRIES = 60 };
	pid_t children[WRITERS];
	for (unsigned k = 0; k < WRITERS; k++) {
		children[k] = fork();
		if (children[k])
			continue;
		struct results *store = results_open(fixture->arena, fixture->folder, &test_key);
		for (unsigned i = 0; i < ENTRIES; i++)
			put(store, fixture->arena, k * ENTRIES + i, 2000);
		results_close(store, 0);
		_exit(results_problem(store) ? 1 : 0);
	}
	for (unsigned k = 0; k < WRITERS; k++) {
		int status = 1;
		assert_int_equal(waitpid(children[k], &status, 0), children[k]);
		assert_int_equal(status, 0);
	}
	struct results *store = results_open(fixture->arena, fixture->folder, &test_key);
	for (unsigned i = 0; i < WRITERS * ENTRIES; i++)
		assert_true(has(store, fixture->arena, i, 2000));
	results_close(store, 0);
}

static void test_gives_up_when_busy(void **state)
{
	struct fixture *fixture = *state;
	fill(fixture, 1, 10);
	sqlite3 *handle = NULL;
	assert_int_equal(sqlite3_open(fixture->path, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	struct results *store = results_open(fixture->arena, fixture->folder, &test_key);
	assert_true(has(store, fixture->arena, 0, 10)); /* reading goes on */
	put(store, fixture->arena, 1, 10);
	assert_true(results_is_closed(store));
	assert_non_null(strstr(results_problem(store), "in use by another process"));
	assert_false(has(store, fixture->arena, 0, 10));
	results_close(store, 0);
	sqlite3_close(handle);
}

/* Beyond the limit those go that were not used for longest. */
static void test_is_bounded(void **state)
{
	struct fixture *fixture = *state;
	fill(fixture, 100, 10000);
	struct results *store = results_open(fixture->arena, fixture->folder, &test_key);
	for (unsigned i = 100; i < 140; i++)
		put(store, fixture->arena, i, 10000);
	results_close(store, 600 * 1000);
	store = results_open(fixture->arena, fixture->folder, &test_key);
	struct results_counts counts = results_count(store);
	assert_true(counts.units >= 30 && counts.units < 60);
	assert_true(counts.bytes < 1000 * 1000);
	assert_true(has(store, fixture->arena, 139, 10000));
	assert_false(has(store, fixture->arena, 0, 10000));
	results_close(store, 0);
}

/* An entry that is used stays; one that was not for more than a month goes. */
static void test_forgets_what_is_old(void **state)
{
	struct fixture *fixture = *state;
	fill(fixture, 3, 100);
	sqlite3 *handle = NULL;
	assert_int_equal(sqlite3_open(fixture->path, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, "UPDATE units SET used = used - 31; DELETE FROM facts", NULL,
				 NULL, NULL),
		SQLITE_OK);
	sqlite3_close(handle);
	struct results *store = results_open(fixture->arena, fixture->folder, &test_key);
	results_touch(store, key_of(1));
	results_close(store, 0);
	store = results_open(fixture->arena, fixture->folder, &test_key);
	assert_false(has(store, fixture->arena, 0, 100));
	assert_true(has(store, fixture->arena, 1, 100));
	assert_int_equal(results_count(store).units, 1);
	results_close(store, 0);
}

static void test_needs_a_folder(void **state)
{
	struct fixture *fixture = *state;
	struct results *store = results_open(fixture->arena, "/proc/nothing/here", &test_key);
	assert_true(results_is_closed(store));
	assert_non_null(strstr(results_problem(store), "/proc/nothing/here"));
	put(store, fixture->arena, 1, 10);
	assert_false(has(store, fixture->arena, 1, 10));
	results_close(store, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_keeps_entries, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_needs_no_close, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_remembers_files, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_damage_anywhere, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_cut_off_anywhere, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_sets_foreign_ones_aside, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_many_writers, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_gives_up_when_busy, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_is_bounded, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_forgets_what_is_old, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_needs_a_folder, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
