/* What a unit was read from: names in directives, the places they could be at, entries as bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "analyzer/frontend/reads.h"

struct fixture {
	struct arena *arena;
	char folder[64];
	struct reads *reads;
};

static void write_file(const struct fixture *fixture, const char *name)
{
	FILE *file = fopen(arena_printf(fixture->arena, "%s/%s", fixture->folder, name), "w");
	assert_non_null(file);
	fclose(file);
}

static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof *fixture);
	assert_non_null(fixture);
	fixture->arena = arena_new();
	strcpy(fixture->folder, "/tmp/cudalint-reads-XXXXXX");
	assert_non_null(mkdtemp(fixture->folder));
	fixture->reads = reads_new(fixture->arena, "/bundled", "/opt/toolkit");
	mkdir(arena_printf(fixture->arena, "%s/inc", fixture->folder), 0777);
	write_file(fixture, "there.h");
	write_file(fixture, "inc/far.h");
	*state = fixture;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;
	unlink(arena_printf(fixture->arena, "%s/there.h", fixture->folder));
	unlink(arena_printf(fixture->arena, "%s/inc/far.h", fixture->folder));
	rmdir(arena_printf(fixture->arena, "%s/inc", fixture->folder));
	assert_int_equal(rmdir(fixture->folder), 0);
	arena_free(fixture->arena);
	free(fixture);
	return 0;
}

static void add(struct fixture *fixture, const char *name, const char *text)
{
	const char *path = arena_printf(fixture->arena, "%s/%s", fixture->folder, name);
	reads_add_file(fixture->reads, path, text, strlen(text), true);
}

static void settle(struct fixture *fixture)
{
	const char *flags[] = {arena_printf(fixture->arena, "-I%s/inc", fixture->folder)};
	static const char *const system_dirs[] = {"/bundled"};
	reads_settle(fixture->reads, flags, 1, system_dirs, 1);
}

/* The kind of the entry of a path below the folder, or of an absolute one; -1: none. */
static int kind_of(const struct fixture *fixture, const struct reads *reads, const char *name)
{
	const char *path =
		name[0] == '/' ? name : arena_printf(fixture->arena, "%s/%s", fixture->folder, name);
	for (size_t i = 0; i < reads->entries.count; i++)
		if (!strcmp(reads->entries.data[i].path, path))
			return (int)reads->entries.data[i].kind;
	return -1;
}

static void test_probes(void **state)
{
	struct fixture *fixture = *state;
	add(fixture, "main.cu",
		"#include \"there.h\"\n  #  include <far.h>\n#if __has_include(\"maybe.h\") \\\n"
		" || __has_include( <other.h> )\n#endif\n#define NAME <named.h>\n#include NAME\n"
		"const char *s = \"string.h\";\n#include \"unclosed\n");
	settle(fixture);
	const struct reads *reads = fixture->reads;
	assert_int_equal(kind_of(fixture, reads, "main.cu"), READ_TEXT);
	assert_int_equal(kind_of(fixture, reads, "there.h"), READ_PRESENT);
	assert_int_equal(kind_of(fixture, reads, "inc/there.h"), -1); /* not looked for any further */
	assert_int_equal(kind_of(fixture, reads, "maybe.h"), READ_ABSENT);
	assert_int_equal(kind_of(fixture, reads, "inc/maybe.h"), READ_ABSENT);
	assert_int_equal(kind_of(fixture, reads, "/bundled/maybe.h"), READ_ABSENT);
	assert_int_equal(kind_of(fixture, reads, "inc/far.h"), READ_PRESENT);
	assert_int_equal(kind_of(fixture, reads, "far.h"), -1); /* brackets don't look beside the file */
	assert_int_equal(kind_of(fixture, reads, "inc/other.h"), READ_ABSENT);
	assert_int_equal(kind_of(fixture, reads, "inc/named.h"), READ_ABSENT);
	assert_int_equal(kind_of(fixture, reads, "string.h"), -1);
	assert_false(reads->is_unstable);
}

static void test_next_one(void **state)
{
	struct fixture *fixture = *state;
	add(fixture, "main.cu", "#include_next \"there.h\"\n");
	settle(fixture);
	assert_int_equal(kind_of(fixture, fixture->reads, "there.h"), -1);
	assert_int_equal(kind_of(fixture, fixture->reads, "inc/there.h"), READ_ABSENT);
}

static void test_system_headers(void **state)
{
	struct fixture *fixture = *state;
	reads_add_file(fixture->reads, "/bundled/part/a.h", "", 0, false);
	reads_add_file(fixture->reads, "/usr/lib/gcc/x/../../../include/stdio.h", "", 0, false);
	reads_add_file(fixture->reads, "/opt/toolkitten/b.h", "b", 1, false);
	settle(fixture);
	assert_int_equal(kind_of(fixture, fixture->reads, "/bundled/part/a.h"), READ_SYSTEM);
	assert_int_equal(
		kind_of(fixture, fixture->reads, "/usr/lib/gcc/x/../../../include/stdio.h"), READ_SYSTEM);
	assert_int_equal(kind_of(fixture, fixture->reads, "/opt/toolkitten/b.h"), READ_TEXT);
	assert_int_equal(kind_of(fixture, fixture->reads, "inc/part/a.h"), READ_ABSENT); /* could hide it */
}

static void test_changes_are_seen(void **state)
{
	struct fixture *fixture = *state;
	add(fixture, "a.cu", "same");
	add(fixture, "a.cu", "same");
	settle(fixture);
	assert_int_equal(fixture->reads->entries.count, 1);
	assert_false(fixture->reads->is_unstable);
	add(fixture, "a.cu", "other");
	settle(fixture);
	assert_true(fixture->reads->is_unstable);
}

static void test_as_bytes(void **state)
{
	struct fixture *fixture = *state;
	add(fixture, "a.cu", "#include \"there.h\"\n#include \"gone.h\"\n");
	reads_add_lookup(fixture->reads, "gone.h", NULL);
	reads_add_lookup(fixture->reads, "there.h", "/x/there.h");
	settle(fixture);
	struct buffer bytes = {0};
	struct reads copy;
	reads_write(&bytes, fixture->reads);
	assert_true(reads_read(fixture->arena, bytes.data, bytes.size, &copy));
	assert_int_equal(copy.entries.count, fixture->reads->entries.count);
	for (size_t i = 0; i < copy.entries.count; i++) {
		const struct read_entry *a = &copy.entries.data[i], *b = &fixture->reads->entries.data[i];
		assert_string_equal(a->path, b->path);
		assert_int_equal(a->kind, b->kind);
		assert_int_equal(a->is_local, b->is_local);
		assert_true(digest_equal(a->digest, b->digest));
	}
	assert_int_equal(copy.lookups.count, 2);
	assert_null(copy.lookups.data[0].found);
	assert_string_equal(copy.lookups.data[1].found, "/x/there.h");
	for (size_t size = 0; size < bytes.size; size++)
		assert_false(reads_read(fixture->arena, bytes.data, size, &copy));
	buffer_free(&bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_probes, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_next_one, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_system_headers, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_changes_are_seen, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_as_bytes, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
