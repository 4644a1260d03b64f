/* Runs over units that begin with the same headers: what is found is what is found without that. */
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
#include "analyzer/run/cache_test.h"
#include "analyzer/run/report_test.h"

/* Says each function's name, and each of its parameters' types. */
static void name_it(struct pass *pass, const struct ir_function *function)
{
	pass_report(pass, function->name_range, "%s", function->display);
}

static const struct rule parse_error = {.code = "CU001", .name = "parse-error", .severity = SEVERITY_INFO};
static const struct rule naming = {
	.code = "CU995", .name = "naming", .severity = SEVERITY_WARNING, .hooks = {.function = name_it}};
static const struct rule *const registry[] = {&parse_error, &naming, NULL};

struct fixture {
	struct arena *arena;
	char *root; /* a new folder, the working directory */
	const char *cache;
};

static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof *fixture);
	fixture->arena = arena_new();
	fixture->root = folder_make(fixture->arena);
	fixture->cache = make_cache(fixture->arena, fixture->root);
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

/* Large enough to be worth it. */
static void write_header(const struct fixture *fixture, const char *path, const char *text)
{
	enum { LINES = 4000 };
	struct buffer all = {0};
	buffer_printf(&all, "#pragma once\n%s", text);
	for (int i = 0; i < LINES; i++)
		buffer_add_text(&all, "// a line of a comment\n");
	folder_write(fixture->arena, path, arena_strdup(fixture->arena, all.data));
	buffer_free(&all);
}

static struct run_report check(const struct fixture *fixture, const char *path, bool shares)
{
	struct run_report report = {0};
	const char *paths[] = {path};
	static const int archs[] = {90};
	const struct run_options options = {.paths = paths,
		.path_count = 1,
		.cuda_path = "none",
		.cache_dir = fixture->cache,
		.use_cache = true,
		.archs = archs,
		.arch_count = 1,
		.no_preambles = !shares,
		.jobs = 2};
	unlink(arena_printf(fixture->arena, "%s/results.db", fixture->cache));
	run_check(fixture->arena, &options, registry, &report);
	if (report.fatal)
		fail_msg("%s", report.fatal);
	return report;
}

/* Runs with and without, and compares. Returns how many units used one. */
static size_t compare(const struct fixture *fixture, const char *path, const char **found)
{
	struct run_report shared = check(fixture, path, true), alone = check(fixture, path, false);
	size_t used = 0;
	for (size_t i = 0; i < shared.units.count; i++) {
		used += shared.units.data[i]->used_preamble;
		assert_false(alone.units.data[i]->used_preamble);
		assert_int_equal(shared.units.data[i]->functions, alone.units.data[i]->functions);
		assert_int_equal(shared.units.data[i]->kernels, alone.units.data[i]->kernels);
	}
	*found = findings_text(fixture->arena, &shared);
	assert_string_equal(*found, findings_text(fixture->arena, &alone));
	return used;
}

static void test_shared(void **state)
{
	struct fixture *fixture = *state;
	const char *found, *other;
	write_header(fixture, "common.cuh",
		"#include <vector>\n"
		"#define NAME(x) static __device__ int x(int i) { return i; }\n"
		"NAME(made)\n"
		"namespace a { template <class T> __device__ T twice(T x) { return x + x; } }\n"
		"extern \"C\" { inline int host(std::vector<int> &v) { return v.size(); } }\n"
		"struct S { __device__ int get() const { return 1; } };\n"
		"template <int N> __global__ void scale(float *x) { x[threadIdx.x] *= N; }\n"
		"__global__ static void fill(float *x) { x[threadIdx.x] = made(1); }\n");
	folder_write(fixture->arena, "own.cuh", "#pragma once\n#include \"common.cuh\"\nvoid own();\n");
	folder_write(fixture->arena, "one.cu",
		"#include \"own.cuh\"\n__global__ void one(int *x) { *x = a::twice(2); }\n"
		"void run(float *x) { scale<3><<<1, 32>>>(x); fill<<<1, 32>>>(x); }\n");
	folder_write(fixture->arena, "two.cu",
		"// two\n#include \"common.cuh\"\n#include <map>\n"
		"__global__ void two(float *x, S s) { *x = a::twice(2.f) + s.get(); }\n");
	folder_write(fixture->arena, "alone.cu", "#include <vector>\n__global__ void alone() {}\n");
	assert_int_equal(compare(fixture, ".", &found), 2);
	assert_non_null(strstr(found, "common.cuh"));
	assert_non_null(strstr(found, "made"));
	assert_non_null(strstr(found, "scale"));

	/* what there is, is taken for a unit alone */
	assert_int_equal(compare(fixture, "two.cu", &other), 1);

	/* another text: another one */
	write_header(fixture, "common.cuh",
		"struct S { __device__ int get() const { return 1; } };\n"
		"namespace a { template <class T> __device__ T twice(T x) { return x; } }\n"
		"template <int N> __global__ void scale(float *x) {}\n"
		"static __global__ void renamed(float *x) {}\n"
		"static __global__ void fill(float *x) {}\n");
	assert_int_equal(compare(fixture, ".", &other), 2);
	assert_non_null(strstr(other, "renamed"));
	assert_null(strstr(other, "made"));
}

static void test_not_shared(void **state)
{
	struct fixture *fixture = *state;
	const char *found;
	/* with an error inside */
	write_header(fixture, "broken.cuh", "__device__ int f(unknown_t x) { return 1; }\n");
	folder_write(fixture->arena, "one.cu",
		"#include \"broken.cuh\"\n__global__ void one(int *x) { *x = 1; }\n");
	folder_write(fixture->arena, "two.cu",
		"#include \"broken.cuh\"\n__global__ void two(int *x) { *x = 2; }\n");
	assert_int_equal(compare(fixture, ".", &found), 0);
	assert_int_equal(compare(fixture, ".", &found), 0);
	/* in a unit alone */
	write_header(fixture, "whole.cuh", "static __device__ int f(int x) { return 1; }\n");
	folder_write(fixture->arena, "one.cu",
		"#include \"whole.cuh\"\n__global__ void one(int *x) { *x = f(1); }\n");
	folder_write(fixture->arena, "two.cu",
		"#include \"whole.cuh\"\n__global__ void two(int *x) { *x = g(unknown); }\n");
	assert_int_equal(compare(fixture, ".", &found), 1);
}

/* Where nothing can be written, units do without. */
static void test_no_folder(void **state)
{
	struct fixture *fixture = *state;
	const char *found;
	write_header(fixture, "whole.cuh", "static __device__ int f(int x) { return 1; }\n");
	folder_write(fixture->arena, "one.cu",
		"#include \"whole.cuh\"\n__global__ void one(int *x) { *x = f(1); }\n");
	folder_write(fixture->arena, "two.cu",
		"#include \"whole.cuh\"\n__global__ void two(int *x) { *x = f(2); }\n");
	const char *pch = arena_printf(fixture->arena, "%s/pch", fixture->cache);
	unlink(pch); /* a link to the folder that tests share */
	assert_int_equal(mkdir(pch, 0777), 0);
	folder_write(fixture->arena, arena_printf(fixture->arena, "%s/preambles", pch), "");
	assert_int_equal(compare(fixture, ".", &found), 0);
	assert_non_null(strstr(found, "one.cu:2"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_shared, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_not_shared, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_no_folder, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
