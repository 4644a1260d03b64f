/* Where beginnings of units may end, and what they hold. */
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

#include "analyzer/base/folder_test.h"
#include "analyzer/frontend/preamble.h"

struct fixture {
	struct arena *arena;
	char *root;
};

static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof *fixture);
	fixture->arena = arena_new();
	fixture->root = folder_make(fixture->arena);
	*state = fixture;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;
	int result = folder_delete(fixture->arena, fixture->root);
	arena_free(fixture->arena);
	free(fixture);
	return result;
}

static void write_file(const struct fixture *fixture, const char *name, const char *text)
{
	folder_write(fixture->arena, arena_printf(fixture->arena, "%s/%s", fixture->root, name), text);
}

static struct includes_query query_of(const struct fixture *fixture, const char *name)
{
	return (struct includes_query){.path = arena_printf(fixture->arena, "%s/%s", fixture->root, name)};
}

/* The ends of beginnings, one behind the other; without the folder and without the words. */
static const char *cuts_of(const struct fixture *fixture, const char *text)
{
	struct buffer out = {0};
	preamble_cuts cuts = {0};
	write_file(fixture, "unit.cu", text);
	const struct includes_query query = query_of(fixture, "unit.cu");
	preamble_find(fixture->arena, &query, preamble_files_new(fixture->arena), &cuts);
	for (size_t i = 0; i < cuts.count; i++) {
		buffer_add_text(&out, i ? " | " : "");
		for (const char *at = cuts.data[i].text, *end; *at; at = end + 1) {
			end = strchr(at, '\n');
			const char *slash = strstr(at, fixture->root);
			const char *name = slash && slash < end ? slash + strlen(fixture->root) + 1 : at;
			buffer_printf(&out, "%s%.*s", at == cuts.data[i].text ? "" : ", ",
				(int)(end - name) - (name != at), name);
		}
	}
	const char *result = arena_strdup(fixture->arena, out.data ? out.data : "");
	buffer_free(&out);
	return result;
}

static void test_cuts(void **state)
{
	struct fixture *fixture = *state;
	write_file(fixture, "once.h", "// first\n#pragma once\nint once();\n");
	write_file(fixture, "guard.h",
		"/* a\n b */\n#ifndef GUARD_H\n#define GUARD_H\nint f();\n#endif // end\n");
	write_file(fixture, "defined.h",
		"#if !defined(DEFINED_H)\n#define DEFINED_H\n#if A\nint f();\n#endif\n#endif\n");
	write_file(fixture, "half.h", "#ifndef HALF_H\n#define HALF_H\n#endif\nint again;\n");
	write_file(fixture, "bare.h", "#include \"once.h\"\nint bare;\n");
	write_file(fixture, "own.h", "#pragma once\n#include \"guard.h\"\n#include \"once.h\"\nint own();\n");

	assert_string_equal(cuts_of(fixture, "#include \"once.h\"\n#include \"guard.h\"\nint x;\n"),
		"once.h | once.h, guard.h");
	/* what a header begins with comes first */
	assert_string_equal(cuts_of(fixture, "\n// x\n#include \"own.h\"\n#include \"defined.h\"\n"),
		"guard.h | guard.h, once.h | own.h | own.h, defined.h");
	/* twice is once */
	assert_string_equal(cuts_of(fixture, "#include \"once.h\"\n#include \"own.h\"\n"),
		"once.h | once.h, guard.h | "
		"once.h, own.h");
	/* one that may be read twice isn't part of it, but what it begins with is */
	assert_string_equal(cuts_of(fixture, "#include \"half.h\"\n#include \"once.h\"\n"), "");
	assert_string_equal(cuts_of(fixture, "#include \"bare.h\"\n#include \"guard.h\"\n"), "once.h");
	/* macros are part of it; conditions, other code and names that lead nowhere end it */
	assert_string_equal(
		cuts_of(fixture, "#define N 3 // x\n#include \"once.h\"\n"), "#define N 3 // x, once.h");
	assert_string_equal(
		cuts_of(fixture, "#include \"once.h\"\n#if X\n#include \"guard.h\"\n#endif\n"), "once.h");
	assert_string_equal(cuts_of(fixture, "int x;\n#include \"once.h\"\n"), "");
	assert_string_equal(cuts_of(fixture, "#include \"none.h\"\n#include \"once.h\"\n"), "");
	assert_string_equal(cuts_of(fixture, "#define A \\\n 1\n#include \"once.h\"\n"), "");
	assert_string_equal(cuts_of(fixture, "#include HEADER\n#include \"once.h\"\n"), "");
}

static struct preamble_weight weigh(const struct fixture *fixture, const char *text, bool expected)
{
	struct preamble_weight weight;
	const struct includes_query query = query_of(fixture, "unit.cu");
	assert_int_equal(preamble_weigh(fixture->arena, &query, text, &weight), expected);
	return weight;
}

static void test_weight(void **state)
{
	struct fixture *fixture = *state;
	write_file(fixture, "in.h", "#pragma once\nint a;\n");
	write_file(fixture, "out.h", "#pragma once\n#include \"in.h\"\n");
	const char *text = arena_printf(fixture->arena, "#include \"%s/out.h\"\n", fixture->root);
	struct preamble_weight before = weigh(fixture, text, true);
	assert_int_equal(before.bytes, strlen("#pragma once\nint a;\n#pragma once\n#include \"in.h\"\n"));
	assert_int_equal(before.files.count, 2);
	assert_true(digest_equal(before.key, weigh(fixture, text, true).key));
	/* a text far inside, of the same length */
	write_file(fixture, "in.h", "#pragma once\nint b;\n");
	assert_false(digest_equal(before.key, weigh(fixture, text, true).key));
	/* a spelling that the parser gets otherwise */
	write_file(fixture, "in.h", "#pragma once\nvoid f() { k << <1, 2>> >(); }\n");
	weigh(fixture, text, false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_cuts, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_weight, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
