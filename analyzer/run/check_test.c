/* Whole runs over folders: inputs, workers that die, hang or eat memory, fragments, headers shared by units.
 */
#include <setjmp.h>
#include <signal.h>
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
#include "analyzer/base/sanitized.h"
#include "analyzer/run/report_test.h"

/* A rule that does to its process what the name of a function says. */
static void obey(struct pass *pass, const struct ir_function *function)
{
	static void *volatile eaten;
	if (!strcmp(function->name, "crash"))
		raise(SIGSEGV);
	if (!strcmp(function->name, "leave"))
		_exit(7);
	while (!strcmp(function->name, "hang"))
		pause();
	while (!strcmp(function->name, "eat"))
		eaten = memset(arena_alloc(pass->arena, 1 << 20), 1, 1 << 20);
	(void)eaten;
	if (!strcmp(function->name, "found"))
		pass_report(pass, function->name_range, "found");
}

static const struct rule parse_error = {.code = "CU001", .name = "parse-error", .severity = SEVERITY_INFO};
static const struct rule obedient = {
	.code = "CU995", .name = "obedient", .severity = SEVERITY_WARNING, .hooks = {.function = obey}};
static const struct rule *const registry[] = {&parse_error, &obedient, NULL};

struct fixture {
	struct arena *arena;
	char *root; /* a new folder, the working directory */
};

static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof *fixture);
	fixture->arena = arena_new();
	fixture->root = folder_make(fixture->arena);
	*state = fixture;
	return chdir(fixture->root);
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;
	int result = folder_delete(fixture->arena, fixture->root);
	arena_free(fixture->arena);
	free(fixture);
	return result;
}

static struct run_report check(const struct fixture *fixture, struct run_options options, const char *path)
{
	struct run_report report = {0};
	const char *paths[] = {path};
	options.cuda_path = "none";
	options.jobs = options.jobs ? options.jobs : 2;
	if (path) {
		options.paths = paths;
		options.path_count = 1;
	}
	run_check(fixture->arena, &options, registry, &report);
	if (report.fatal)
		fail_msg("%s", report.fatal);
	return report;
}

static const char *paths_of(const struct fixture *fixture, const struct run_report *report)
{
	char *text = arena_strdup(fixture->arena, "");
	for (size_t i = 0; i < report->units.count; i++)
		text = arena_printf(
			fixture->arena, "%s%s%s", text, i ? " " : "", report->units.data[i]->path);
	return text;
}

static void test_inputs(void **state)
{
	struct fixture *fixture = *state;
	folder_write(fixture->arena, "b.cu", "");
	folder_write(fixture->arena, "a/x.cu", "#include \"x.cuh\"\n");
	folder_write(fixture->arena, "a/x.cuh", "");
	folder_write(fixture->arena, "build/gen.cu", "");
	folder_write(fixture->arena, ".hidden/h.cu", "");
	folder_write(fixture->arena, "node_modules/n.cu", "");
	assert_int_equal(symlink("..", "a/loop"), 0);
	assert_int_equal(symlink("../b.cu", "a/link.cu"), 0);
	struct run_options options = {0};
	struct run_report report = check(fixture, options, ".");
	assert_string_equal(paths_of(fixture, &report), "a/x.cu b.cu");
	report = check(fixture, options, NULL);
	assert_string_equal(paths_of(fixture, &report), "a/x.cu b.cu");
	mkdir("mixed", 0777);
	folder_write(fixture->arena, "mixed/calls.cpp", "#include <cuda_runtime.h>\n");
	folder_write(fixture->arena, "mixed/launches.cc", "void f() { k<<<1, 2>>>(); }\n");
	folder_write(fixture->arena, "mixed/plain.cpp", "int main() {}\n");
	folder_write(fixture->arena, "mixed/header.h", "#include <cuda_runtime.h>\n");
	folder_write(fixture->arena, "mixed/plain.h", "int f();\n");
	report = check(fixture, options, "mixed");
	assert_string_equal(paths_of(fixture, &report), "mixed/calls.cpp mixed/header.h mixed/launches.cc");
	report = check(fixture, options, "./a/../a/x.cuh");
	assert_string_equal(paths_of(fixture, &report), "a/x.cuh");
	report = check(fixture, options, "build");
	assert_string_equal(paths_of(fixture, &report), "build/gen.cu");
	report = check(fixture, options, "missing.cu");
	assert_string_equal(report.units.data[0]->io_error, "missing.cu: No such file or directory");
	mkdir("empty", 0777);
	report = check(fixture, options, "empty");
	assert_int_equal(report.units.count, 0);
	assert_true(report.is_empty);
	assert_string_equal(report.warnings.data[0],
		"empty: no .cu or .cuh files, and no C++ that uses CUDA, outside of hidden folders, build and "
		"node_modules");
}

/* A header is linted unless something that is linted includes it, by whatever way. */
static void test_headers(void **state)
{
	struct fixture *fixture = *state;
	static const char device[] = "__device__ inline int one() { return 1; }\n";
	struct run_options options = {0};
	mkdir("lib", 0777);
	folder_write(fixture->arena, "lib/all.h", "#pragma once\n  # include <lib/one.hpp>\n");
	folder_write(fixture->arena, "lib/one.hpp", device);
	folder_write(fixture->arena, "lib/two.hh", "// no __device__s\nint two();\n");
	folder_write(fixture->arena, "lib/part.inl", device);
	struct run_report report = check(fixture, options, "lib");
	assert_string_equal(
		paths_of(fixture, &report), "lib/one.hpp"); /* all.h has nothing to do with CUDA itself */
	folder_write(fixture->arena, "lib/top.cuh", "#include \"all.h\"\n#include \"round.cuh\"\n");
	folder_write(fixture->arena, "lib/round.cuh", "#pragma once\n#include \"../lib/again.cuh\"\n");
	folder_write(
		fixture->arena, "lib/again.cuh", "#pragma once\n#include \"round.cuh\"\n#include <vector>\n");
	report = check(fixture, options, "lib");
	assert_string_equal(paths_of(fixture, &report), "lib/top.cuh");
	assert_int_equal(unlink("lib/top.cuh"), 0);
	report = check(fixture, options, "lib");
	assert_int_equal(report.units.count, 2); /* one of the two that include each other */
	folder_write(fixture->arena, "use.cu", "#include \"lib/round.cuh\"\n#include \"all.h\"\n");
	report = check(fixture, options, ".");
	assert_string_equal(paths_of(fixture, &report), "use.cu");
	folder_write(fixture->arena, "again.cuh", "__device__ inline int two() { return 2; }\n");
	folder_write(fixture->arena, "use.cu",
		"#include <all.h>\n#include <again.cuh>\n#include \"lib/round.cuh\"\n");
	report = check(fixture, options, "."); /* brackets: not the one beside the file rather than others */
	assert_string_equal(paths_of(fixture, &report), "use.cu");
	report = check(fixture, options, "lib/two.hh"); /* named by itself */
	assert_string_equal(paths_of(fixture, &report), "lib/two.hh");
}

/* One bad file each; the good ones lose nothing. */
static void test_bad_workers(void **state)
{
	struct fixture *fixture = *state;
	folder_write(fixture->arena, "a.cu", "void found() {}\n");
	folder_write(fixture->arena, "crash.cu", "void crash() {}\n");
	folder_write(fixture->arena, "hang.cu", "void hang() {}\n");
	folder_write(fixture->arena, "leave.cu", "void leave() {}\n");
	folder_write(fixture->arena, "z.cu", "void found() {}\n");
	struct run_options options = {.timeout_s = 2};
	struct run_report report = check(fixture, options, ".");
	assert_string_equal(findings_text(fixture->arena, &report),
		"a.cu:1 found; crash.cu:1 the analysis of this file ended with signal 11 (segmentation "
		"fault); hang.cu:1 the analysis of this file took more than 2 s and was stopped; leave.cu:1 "
		"the analysis of this file ended with status 7 and no result; z.cu:1 found");
	assert_int_equal(report.units.data[1]->status, UNIT_FAILED);
	assert_int_equal(report.findings.data[1]->severity, SEVERITY_ERROR);
}

static void test_memory(void **state)
{
#if SANITIZED_ADDRESS || SANITIZED_THREAD
	(void)state;
	skip(); /* no limit on the address space there */
#else
	struct fixture *fixture = *state;
	folder_write(fixture->arena, "eat.cu", "void eat() {}\n");
	struct run_options options = {.max_memory_mb = 1000, .timeout_s = 60};
	struct run_report report = check(fixture, options, ".");
	assert_string_equal(findings_text(fixture->arena, &report),
		"eat.cu:1 the analysis of this file ran out of memory");
	folder_write(fixture->arena, "eat.cu",
		"template <int N, int M> struct pair { pair<N + 1, M> a; pair<N, M + 1> b; };\n"
		"pair<0, 0> endless;\n");
	for (unsigned mb = 100; mb <= 300; mb += 50) { /* libclang meets the limit here and there */
		options.max_memory_mb = mb;
		report = check(fixture, options, ".");
		assert_string_equal(findings_text(fixture->arena, &report),
			"eat.cu:1 the analysis of this file ran out of memory");
	}
#endif
}

static void test_any_number_of_jobs(void **state)
{
	struct fixture *fixture = *state;
	for (int i = 0; i < 9; i++)
		folder_write(fixture->arena, arena_printf(fixture->arena, "f%d.cu", i),
			"#include \"shared.h\"\nvoid found() {}\n");
	folder_write(fixture->arena, "shared.h", "namespace h { inline void found() {} }\n");
	struct run_options options = {.jobs = 1};
	struct run_report report = check(fixture, options, ".");
	const char *one = findings_text(fixture->arena, &report);
	assert_int_equal(report.findings.count, 10); /* the header's once */
	options.jobs = 5;
	report = check(fixture, options, ".");
	assert_string_equal(findings_text(fixture->arena, &report), one);
}

static void test_fragment(void **state)
{
	struct fixture *fixture = *state;
	folder_write(fixture->arena, "main.cu",
		"typedef int number;\n#include \"part.cu\"\nint main() { found(); }\n");
	folder_write(fixture->arena, "part.cu", "number found() { return 1; }\n");
	struct run_options options = {0};
	struct run_report report = check(fixture, options, ".");
	assert_string_equal(findings_text(fixture->arena, &report), "part.cu:1 found");
	assert_string_equal(paths_of(fixture, &report), "main.cu part.cu");
	assert_int_equal(report.units.data[1]->status, UNIT_OK);
}

/* Headers outside the repository and the inputs' folder are not the user's to mend. */
static void test_foreign_headers(void **state)
{
	struct fixture *fixture = *state;
	folder_write(fixture->arena, "repo/src/a.cu", "#include \"own.h\"\n#include <foreign.h>\n");
	folder_write(fixture->arena, "repo/.git/config", "");
	folder_write(fixture->arena, "repo/include/own.h", "inline void found() {}\n");
	folder_write(fixture->arena, "elsewhere/foreign.h", "namespace f { inline void found() {} }\n");
	const char *const flags[] = {"-Irepo/include", "-Ielsewhere"};
	struct run_options options = {.flags = flags, .flag_count = 2};
	struct run_report report = check(fixture, options, "repo/src");
	assert_string_equal(findings_text(fixture->arena, &report), "repo/include/own.h:1 found");
}

static void test_stdin(void **state)
{
	struct fixture *fixture = *state;
	static const char text[] = "#include \"beside.h\"\nvoid found() {}\n";
	folder_write(fixture->arena, "src/beside.h", "");
	struct run_options options = {
		.stdin_text = text, .stdin_size = sizeof text - 1, .stdin_name = "src/a.cu"};
	struct run_report report = check(fixture, options, "-");
	assert_string_equal(findings_text(fixture->arena, &report), "src/a.cu:2 found");
	assert_string_equal(paths_of(fixture, &report), "src/a.cu");
}

static void test_usage_errors(void **state)
{
	struct fixture *fixture = *state;
	struct run_report report = {0};
	struct run_options options = {.select = "CU12345"};
	assert_int_equal(run_check(fixture->arena, &options, registry, &report), 2);
	assert_non_null(strstr(report.fatal, "CU12345"));
	report = (struct run_report){0};
	options = (struct run_options){.build_dir = "no-such-folder"};
	assert_int_equal(run_check(fixture->arena, &options, registry, &report), 2);
	assert_non_null(report.fatal);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_inputs),
		TEST(test_headers),
		TEST(test_bad_workers),
		TEST(test_memory),
		TEST(test_any_number_of_jobs),
		TEST(test_fragment),
		TEST(test_foreign_headers),
		TEST(test_stdin),
		TEST(test_usage_errors),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
