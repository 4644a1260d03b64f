/* compile_commands.json in the shapes that CMake, ninja, Make (through bear) and Bazel write it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "analyzer/frontend/args/compdb.h"

static struct arena *arena;
static char folder[64];

static const char *in_folder(const char *name)
{
	return arena_printf(arena, "%s/%s", folder, name);
}

static void write_file(const char *name, const char *text)
{
	FILE *file = fopen(in_folder(name), "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static struct compdb *open_text(const char *text)
{
	struct compdb *db = NULL;
	char *error = NULL;
	write_file("compile_commands.json", text);
	if (compdb_open(arena, folder, &db, &error) != 0)
		fail_msg("%s", error);
	return db;
}

static void expect_open_error(const char *text, const char *part)
{
	struct compdb *db = NULL;
	char *error = NULL;
	write_file("compile_commands.json", text);
	assert_int_equal(compdb_open(arena, in_folder("compile_commands.json"), &db, &error), -1);
	assert_null(strchr(error, '\n'));
	if (!strstr(error, part))
		fail_msg("'%s' lacks '%s'", error, part);
}

static const char *flags_of(const struct compdb *db, const char *path, enum compdb_match expected)
{
	struct args args;
	char *error = NULL;
	assert_int_equal(compdb_entry(arena, db, path, &args, NULL, &error), expected);
	assert_null(error);
	assert_string_equal(args.file, path);
	const char *text = "";
	for (size_t i = 0; i < args.clang_flags.count; i++)
		text = arena_printf(arena, "%s%s%s", text, i ? " " : "", args.clang_flags.data[i]);
	return text;
}

static const char *from_of(const struct compdb *db, const char *path)
{
	struct args args;
	char *error = NULL;
	const char *from = NULL;
	compdb_entry(arena, db, path, &args, &from, &error);
	return from;
}

/* Two targets of one CMake project, ninja generator, plus host files. */
static const char cmake_text[] =
	"[\n"
	"{ \"directory\": \"/p/build\",\n"
	"  \"command\": \"/usr/bin/c++ -DHOST -I/p/inc -std=gnu++17 -o CMakeFiles/m.dir/main.cpp.o -c "
	"/p/src/main.cpp\",\n"
	"  \"file\": \"/p/src/main.cpp\", \"output\": \"CMakeFiles/m.dir/main.cpp.o\" },\n"
	"{ \"directory\": \"/p/build\",\n"
	"  \"command\": \"/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler "
	"-DNAME=\\\\\\\"k\\\\\\\" -I../inc \\\"--generate-code=arch=compute_80,code=[compute_80,sm_80]\\\" "
	"-std=c++17 -x cu -c /p/src/kernel.cu -o k.o\",\n"
	"  \"file\": \"/p/src/kernel.cu\" },\n"
	"{ \"directory\": \"/p/build\", \"command\": \"nvcc -DSECOND -x cu -c /p/src/kernel.cu\",\n"
	"  \"file\": \"/p/src/kernel.cu\" },\n"
	"{ \"directory\": \"/p/build\", \"command\": \"nvcc -DDEEP -x cu -c /p/src/a/b/deep.cu\",\n"
	"  \"file\": \"/p/src/a/b/../b/deep.cu\" },\n"
	"{ \"directory\": \"/p/build\", \"command\": \"nvcc -DCPP -x cu -c /p/src/as_cuda.cpp\",\n"
	"  \"file\": \"/p/src/as_cuda.cpp\" }\n"
	"]\n";

static void test_cmake(void **state)
{
	(void)state;
	struct compdb *db = open_text(cmake_text);
	assert_int_equal(compdb_count(db), 3);
	assert_string_equal(compdb_file(db, 0), "/p/src/a/b/deep.cu");
	assert_string_equal(compdb_file(db, 1), "/p/src/as_cuda.cpp");
	assert_string_equal(compdb_file(db, 2), "/p/src/kernel.cu");
	assert_string_equal(
		flags_of(db, "/p/src/kernel.cu", COMPDB_EXACT), "-DNAME=\"k\" -I/p/build/../inc -std=c++17");
	assert_string_equal(flags_of(db, "/p/src/main.cpp", COMPDB_EXACT), "-DHOST -I/p/inc -std=gnu++17");
	struct args args;
	char *error = NULL;
	assert_int_equal(compdb_entry(arena, db, "/p/src/kernel.cu", &args, NULL, &error), COMPDB_EXACT);
	assert_string_equal(args.compiler, "/usr/local/cuda/bin/nvcc");
	assert_string_equal(args.directory, "/p/build");
	assert_string_equal(args.language, "cuda");
	assert_int_equal(args.archs.count, 1);
	assert_int_equal(args.archs.data[0], 80);
}

static void test_neighbours(void **state)
{
	(void)state;
	struct compdb *db = open_text(cmake_text);
	assert_string_equal(from_of(db, "/p/src/a/b/new.cu"), "/p/src/a/b/deep.cu");
	assert_string_equal(from_of(db, "/p/src/a/b/c/new.cuh"), "/p/src/a/b/deep.cu");
	assert_string_equal(from_of(db, "/p/src/kernel.cuh"), "/p/src/kernel.cu");
	assert_string_equal(from_of(db, "/p/inc/deep.h"), "/p/src/a/b/deep.cu");
	assert_string_equal(from_of(db, "/elsewhere/x.cuh"), "/p/src/as_cuda.cpp");
	/* The one command of host code serves only where there is no CUDA. */
	assert_string_equal(from_of(db, "/p/src/main.h"), "/p/src/as_cuda.cpp");
	assert_string_equal(flags_of(db, "/p/src/kernel.cuh", COMPDB_INFERRED),
		"-DNAME=\"k\" -I/p/build/../inc -std=c++17");
}

/* bear: arguments, relative files, no response files; Bazel: directory missing or relative. */
static void test_arguments_and_relative_paths(void **state)
{
	(void)state;
	struct compdb *db = open_text(
		"[{\"arguments\": [\"nvcc\", \"-c\", \"-I.\", \"-DS=\\\"a b\\\"\", \"-o\", \"a.o\", "
		"\"src/a.cu\"], \"directory\": \"/q\", \"file\": \"src/a.cu\"},{\"arguments\": [\"ccache\", "
		"\"/opt/nvcc\", \"-DT\", \"b.cxx\"], \"directory\": \"/q\", \"file\": \"b.cxx\", \"output\": "
		"\"b.o\"},{\"command\": \"clang++ -x cuda -DC -Ii c.cc\", \"file\": \"c.cc\"},{\"command\": "
		"\"clang++ -DD -Ii sub.cc\", \"directory\": \"sub\", \"file\": \"sub.cc\"}]");
	assert_int_equal(compdb_count(db), 3);
	assert_string_equal(flags_of(db, "/q/src/a.cu", COMPDB_EXACT), "-I/q -DS=\"a b\"");
	assert_string_equal(flags_of(db, "/q/b.cxx", COMPDB_EXACT), "-DT");
	assert_string_equal(
		flags_of(db, in_folder("c.cc"), COMPDB_EXACT), arena_printf(arena, "-DC -I%s/i", folder));
	assert_string_equal(flags_of(db, in_folder("sub/sub.cc"), COMPDB_EXACT),
		arena_printf(arena, "-DD -I%s/sub/i", folder));
}

static void test_cuda_command_wins(void **state)
{
	(void)state;
	struct compdb *db = open_text(
		"[{\"command\": \"g++ -DHOST k.cc\", \"directory\": \"/d\", \"file\": \"k.cc\"},"
		"{\"command\": \"nvcc -x cu -DCUDA k.cc\", \"directory\": \"/d\", \"file\": \"k.cc\"}]");
	assert_int_equal(compdb_count(db), 1);
	assert_string_equal(flags_of(db, "/d/k.cc", COMPDB_EXACT), "-DCUDA");
}

static void test_response_file(void **state)
{
	(void)state;
	write_file("includes.rsp", "-I\"with space\" -isystem=/abs");
	struct compdb *db =
		open_text("[{\"command\": \"nvcc --options-file includes.rsp -c a.cu\", \"file\": \"a.cu\"},"
			  "{\"command\": \"nvcc --options-file gone.rsp -DB -c b.cu\", \"file\": \"b.cu\"}]");
	assert_string_equal(flags_of(db, in_folder("a.cu"), COMPDB_EXACT),
		arena_printf(arena, "-I%s/with space -isystem/abs", folder));
	struct args args;
	char *error = NULL;
	assert_int_equal(compdb_entry(arena, db, in_folder("b.cu"), &args, NULL, &error), COMPDB_EXACT);
	assert_non_null(strstr(error, "gone.rsp"));
	assert_string_equal(args.clang_flags.data[0], "-DB");
	unlink(in_folder("includes.rsp"));
}

static void test_incomplete_entries(void **state)
{
	(void)state;
	struct compdb *db =
		open_text("[1, null, [], {}, {\"file\": \"a.cu\"}, {\"command\": \"nvcc a.cu\"},{\"file\": "
			  "3, \"command\": \"x\"}, {\"file\": \"b.cu\", \"arguments\": [1]},{\"file\": \"\", "
			  "\"command\": \"x\"}, {\"file\": \"c.cu\", \"command\": \"\"}]");
	assert_int_equal(compdb_count(db), 1);
	assert_string_equal(flags_of(db, in_folder("c.cu"), COMPDB_EXACT), "");
	db = open_text("[]");
	struct args args;
	char *error = NULL;
	assert_int_equal(compdb_count(db), 0);
	assert_int_equal(compdb_entry(arena, db, "/a.cu", &args, NULL, &error), COMPDB_NONE);
}

static void test_errors(void **state)
{
	(void)state;
	expect_open_error("[\n{\"file\": \"a.cu\",\n oops}]", "compile_commands.json:3:");
	expect_open_error("[{\"file\":", "compile_commands.json:1:");
	expect_open_error("", "compile_commands.json:1:");
	expect_open_error("{}", "an array is expected");
	expect_open_error("[\"\xff\xfe\"]", "compile_commands.json:1:");
	expect_open_error("[\n\"a\nb\"]", "compile_commands.json:2:");
	struct compdb *db = NULL;
	char *error = NULL;
	assert_int_equal(compdb_open(arena, in_folder("none"), &db, &error), -1);
	assert_non_null(strstr(error, "No such file"));
}

static void test_find_upward(void **state)
{
	(void)state;
	write_file("compile_commands.json", "[]");
	assert_int_equal(mkdir(in_folder("x"), 0700), 0);
	assert_int_equal(mkdir(in_folder("x/build"), 0700), 0);
	assert_int_equal(mkdir(in_folder("x/y"), 0700), 0);
	assert_string_equal(compdb_find_upward(arena, in_folder("x/y")), in_folder("compile_commands.json"));
	write_file("x/build/compile_commands.json", "[]");
	assert_string_equal(
		compdb_find_upward(arena, in_folder("x/y")), in_folder("x/build/compile_commands.json"));
	assert_string_equal(
		compdb_find_upward(arena, in_folder("not/there")), in_folder("compile_commands.json"));
	unlink(in_folder("x/build/compile_commands.json"));
	rmdir(in_folder("x/build"));
	rmdir(in_folder("x/y"));
	rmdir(in_folder("x"));
}

static int set_up(void **state)
{
	(void)state;
	arena = arena_new();
	snprintf(folder, sizeof folder, "/tmp/cudalint-compdb-XXXXXX");
	return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	unlink(in_folder("compile_commands.json"));
	int result = rmdir(folder);
	arena_free(arena);
	return result;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cmake),
		cmocka_unit_test(test_neighbours),
		cmocka_unit_test(test_arguments_and_relative_paths),
		cmocka_unit_test(test_cuda_command_wins),
		cmocka_unit_test(test_response_file),
		cmocka_unit_test(test_incomplete_entries),
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_find_upward),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
