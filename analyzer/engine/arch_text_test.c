/* Whether another parse could show what the first one doesn't. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/engine/arch_text.h"
#include "analyzer/frontend/parsed_test.h"

static char folder[] = "/tmp/cudalint-arch-XXXXXX";

static void write_header(const char *text)
{
	char path[sizeof folder + 16];
	snprintf(path, sizeof path, "%s/own.cuh", folder);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

/* Of a file that includes "own.cuh", for the targets 80 and 90. */
static struct arch_differences compare(const char *header, const char *text)
{
	write_header(header);
	char path[sizeof folder + 16];
	snprintf(path, sizeof path, "%s/main.cu", folder);
	struct parsed parsed = parse((struct unit_options){.path = path,
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = text,
		.contents_size = strlen(text)});
	struct arena *arena = parsed.arena;
	const struct unit *unit = parsed.unit;
	if (unit->status != UNIT_OK)
		fail_msg("%s: %s", text, unit->errors.count ? unit->errors.data[0].message : "not parsed");
	static const int archs[] = {80, 90};
	struct arch_question question = {.archs = archs, .arch_count = 2};
	struct arch_differences out;
	vec_append(arena, &question.headers, &unit->includes.local);
	unit_files(arena, unit, &question.included);
	arch_text_compare(ir_query_new(arena, unit->module), &question, &out);
	done(&parsed);
	return out;
}

#define OWN "#include \"own.cuh\"\n"
#define KERNEL "__global__ void k(int *p) { p[0] = work(p[1]); }\n"
#define HOST "int main() { int *p; cudaMalloc(&p, 8); k<<<1, 1>>>(p); return cudaFree(p); }\n"

static void expect(const char *header, const char *text, bool host, bool kernels, bool any)
{
	struct arch_differences found = compare(header, text);
	if (found.host != host || found.kernels != kernels || found.any != any)
		fail_msg("host %d, kernels %d, any %d: %s%s", found.host, found.kernels, found.any, header,
			text);
}

static void test_functions(void **state)
{
	(void)state;
	/* in a kernel's function, for targets that it doesn't tell apart, and that it does */
	expect("__device__ inline int work(int x) {\n#if __CUDA_ARCH__ >= 700\nreturn x;\n#else\nreturn 1;\n"
	       "#endif\n}\n",
		OWN KERNEL HOST, false, false, false);
	expect("__device__ inline int work(int x) {\n#if __CUDA_ARCH__ >= 900\nreturn x;\n#else\nreturn 1;\n"
	       "#endif\n}\n",
		OWN KERNEL HOST, false, true, true);
	expect("__device__ inline int work(int x) {\n#if __CUDA_ARCH__ < 800\nreturn x;\n#else\nreturn 1;\n"
	       "#endif\n}\n",
		OWN KERNEL HOST, false, false, false);
	/* that nothing comes to */
	expect("inline int work(int x) { return x; }\n__device__ inline int other(int x) {\n"
	       "#if __CUDA_ARCH__ >= 900\nreturn x;\n#else\nreturn 1;\n#endif\n}\n",
		OWN "int main() { return work(1); }\n", false, false, true);
	/* a template that nobody instantiates */
	expect("template <class T> __device__ T other(T x) {\n#if __CUDA_ARCH__ >= 900\nreturn x;\n#else\n"
	       "return 1;\n#endif\n}\n",
		OWN "int main() { return 1; }\n", false, false, false);
}

static void test_host(void **state)
{
	(void)state;
	/* code of the host alone, in the file itself and in a header */
	expect("", OWN "int work(int x) {\n#ifdef __CUDA_ARCH__\nreturn x;\n#else\nreturn 1;\n#endif\n}\n",
		true, false, false);
	expect("inline int work(int x) {\n#ifdef __CUDA_ARCH__\nreturn x;\n#else\nreturn 1;\n#endif\n}\n",
		OWN "int main() { return work(1); }\n", false, false, false);
	/* for both sides: how a number is come by, and a call */
	expect("__host__ __device__ inline int work(int x) {\n#ifdef __CUDA_ARCH__\nreturn x;\n#else\nreturn "
	       "1;\n"
	       "#endif\n}\n",
		OWN KERNEL "int main() { return work(1); }\n", false, false, false);
	expect("__host__ __device__ inline int work(int x) {\n#ifdef __CUDA_ARCH__\nreturn x;\n#else\nreturn "
	       "cudaDeviceSynchronize();\n#endif\n}\n",
		OWN KERNEL "int main() { return work(1); }\n", true, false, false);
	/* the same where the host doesn't come */
	expect("__host__ __device__ inline int work(int x) {\n#ifdef __CUDA_ARCH__\nreturn x;\n#else\nreturn "
	       "cudaDeviceSynchronize();\n#endif\n}\n",
		OWN KERNEL HOST, false, false, false);
	/* outside of functions, in the file itself */
	expect("", OWN "#ifndef __CUDA_ARCH__\nint main() { return cudaDeviceSynchronize(); }\n#endif\n",
		true, false, false);
}

static void test_macros(void **state)
{
	(void)state;
	/* through a macro, and a macro that stands for it */
	expect("#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900\n#define HAS_IT\n#endif\n"
	       "__device__ inline int work(int x) {\n#ifdef HAS_IT\nreturn x;\n#else\nreturn 1;\n#endif\n}\n",
		OWN KERNEL HOST, false, true, true);
	expect("#define HOPPER 900\n#define IS_HOPPER (__CUDA_ARCH__ >= HOPPER)\n"
	       "__device__ inline int work(int x) {\n#if IS_HOPPER\nreturn x;\n#else\nreturn 1;\n#endif\n}\n",
		OWN KERNEL HOST, false, true, true);
	expect("#define TURING 750\n__device__ inline int work(int x) {\n#if __CUDA_ARCH__ >= TURING\n"
	       "return x;\n#else\nreturn 1;\n#endif\n}\n",
		OWN KERNEL HOST, false, false, false);
	/* that code uses */
	expect("#if __CUDA_ARCH__ >= 900\n#define SIZE 4\n#else\n#define SIZE 2\n#endif\n"
	       "__device__ inline int work(int x) { return x + SIZE; }\n",
		OWN KERNEL HOST, false, true, true);
	/* nothing but a pragma */
	expect("#if __CUDA_ARCH__ >= 900\n#define UNROLL _Pragma(\"unroll\")\n#else\n#define UNROLL\n#endif\n"
	       "__device__ inline int work(int x) { UNROLL for (int i = 0; i < 4; i++) x++; return x; }\n",
		OWN KERNEL HOST, false, false, false);
	/* one and the same for all */
	expect("#ifdef __CUDA_ARCH_LIST__\nconstexpr int size = 1;\n#endif\n"
	       "__device__ inline int work(int x) { return x + size; }\n",
		OWN KERNEL HOST, false, false, false);
}

/* Conditions that come out the same, whatever they ask. */
static void test_conditions(void **state)
{
	static const char *const same[] = {"__CUDA_ARCH__ >= 700", "700 <= __CUDA_ARCH__",
		"!(__CUDA_ARCH__ < 800) && OTHER", "__CUDA_ARCH__ >= 900 || 1",
		"OTHER && __CUDA_ARCH__ > 1000", "defined(__CUDA_ARCH__) && OTHER > 2",
		"defined __CUDA_ARCH__", "defined(__CUDA_ARCH_FEAT_SM90_ALL)",
		"__has_include(<x.h>) || __CUDA_ARCH__ == 860"};
	static const char *const differ[] = {"__CUDA_ARCH__ >= 900", "__CUDA_ARCH__ == 800",
		"MAYBE || __CUDA_ARCH__ > 800", "__CUDA_ARCH__ / 100 == 8", "CALL(__CUDA_ARCH__)",
		"(__CUDA_ARCH__ >= 900) == MAYBE", "900 > __CUDA_ARCH__", "MAYBE ? __CUDA_ARCH__ : 1"};
	char header[256];
	(void)state;
	for (size_t i = 0; i < sizeof same / sizeof *same + sizeof differ / sizeof *differ; i++) {
		bool is_same = i < sizeof same / sizeof *same;
		snprintf(header, sizeof header,
			"#define CALL(x) x\n#define OTHER 1\n__device__ inline int work(int x) {\n#if %s\nx++;\n#endif\n"
			"return x;\n}\n",
			is_same ? same[i] : differ[i - sizeof same / sizeof *same]);
		expect(header, OWN KERNEL HOST, false, !is_same, !is_same);
	}
	/* the host is asked, too */
	expect("#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700\nconstexpr int size = 1;\n#endif\n",
		OWN "int main() { return cudaDeviceSynchronize(); }\n", false, false, false);
}

static void test_declarations(void **state)
{
	(void)state;
	expect("#if __CUDA_ARCH__ >= 900\nconstexpr int size = 1;\n#else\nconstexpr int size = 2;\n#endif\n"
	       "__device__ inline int work(int x) { return x + size; }\n",
		OWN KERNEL HOST, false, true, true);
	/* a type that nobody names, beside its template */
	expect("template <int N> struct op { static __device__ int f(int x) { return x; } };\n"
	       "#if __CUDA_ARCH__ >= 900\ntemplate <> struct op<3> {\n"
	       "static __device__ int f(int x) { return x < 3 ? x : 3; }\n};\n#endif\n"
	       "__device__ inline int work(int x) { return x; }\n",
		OWN KERNEL HOST, false, false, false);
	/* and that a kernel's function names */
	expect("template <int N> struct op { static __device__ int f(int x) { return x; } };\n"
	       "#if __CUDA_ARCH__ >= 900\ntemplate <> struct op<3> {\n"
	       "static __device__ int f(int x) { return x < 3 ? x : 3; }\n};\n#endif\n"
	       "__device__ inline int work(int x) { return op<3>::f(x); }\n",
		OWN KERNEL HOST, false, true, true);
}

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	char path[sizeof folder + 16];
	(void)state;
	snprintf(path, sizeof path, "%s/own.cuh", folder);
	return unlink(path) || rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_functions),
		cmocka_unit_test(test_host),
		cmocka_unit_test(test_macros),
		cmocka_unit_test(test_conditions),
		cmocka_unit_test(test_declarations),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
