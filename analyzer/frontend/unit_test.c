/* The front end against real parses: golden dumps of the IR (testdata/ir), the bundled headers' own sources
 * (testdata/headers), and inputs that no one would write on purpose. CUDALINT_UPDATE=1 rewrites the golden
 * files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analyzer/base/buffer.h"
#include "analyzer/frontend/parsed_test.h"
#include "analyzer/ir/print.h"

static char cache[] = "/tmp/cudalint-unit-test-XXXXXX";

typedef VEC(char *) name_list;

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static name_list sources(struct arena *arena, const char *folder)
{
	name_list names = {0};
	DIR *dir = opendir(folder);
	assert_non_null(dir);
	for (struct dirent *entry; (entry = readdir(dir));) {
		size_t length = strlen(entry->d_name);
		if (length > 3 && strcmp(entry->d_name + length - 3, ".cu") == 0)
			vec_push(arena, &names, arena_printf(arena, "%s/%s", folder, entry->d_name));
	}
	closedir(dir);
	assert_true(names.count > 0);
	qsort(names.data, names.count, sizeof *names.data, by_name);
	return names;
}

static void golden_dumps(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	assert_int_equal(chdir(CUDALINT_TESTDATA), 0);
	name_list names = sources(arena, "ir");
	for (size_t i = 0; i < names.count; i++) {
		struct parsed parsed =
			parse((struct unit_options){.path = names.data[i], .cache_dir = cache});
		char *text = NULL;
		size_t size = 0;
		FILE *stream = open_memstream(&text, &size);
		ir_print_module(stream, parsed.unit->module);
		fclose(stream);
		char *path = arena_strdup(arena, names.data[i]);
		memcpy(path + strlen(path) - 2, "ir", 2);
		if (getenv("CUDALINT_UPDATE")) {
			FILE *file = fopen(path, "w");
			assert_non_null(file);
			fputs(text, file);
			fclose(file);
		}
		struct buffer expected = {0};
		assert_int_equal(buffer_read_file(&expected, path, 1 << 20), 0);
		assert_string_equal(text, expected.data);
		buffer_free(&expected);
		free(text);
		done(&parsed);
	}
	arena_free(arena);
}

/* Every bundled header under the oldest and the newest language that nvcc takes them with. */
static void bundled_headers(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	name_list names = sources(arena, CUDALINT_TESTDATA "/headers");
	static const char *const standards[] = {"-std=c++17", "-std=c++20"};
	for (size_t i = 0; i < names.count; i++) {
		for (size_t k = 0; k < sizeof standards / sizeof *standards; k++) {
			struct parsed parsed = parse((struct unit_options){.path = names.data[i],
				.flags = &standards[k],
				.flag_count = 1,
				.cache_dir = cache});
			for (size_t e = 0; e < parsed.unit->errors.count; e++)
				print_error("%s:%u: %s\n", names.data[i],
					parsed.unit->errors.data[e].place.line,
					parsed.unit->errors.data[e].message);
			assert_int_equal(parsed.unit->error_count, 0);
			done(&parsed);
		}
	}
	arena_free(arena);
}

static void status_of_inputs(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		size_t size;
		enum unit_status status;
	} cases[] = {
		{"", 0, UNIT_OK},
		{"__global__ void k() {}\n", 23, UNIT_OK},
		{"\0\1\2\377\376 binary \0", 14, UNIT_FAILED},
		{"}}}} ((( ;; 3 + \n", 17, UNIT_FAILED},
		{"__global__ void k() { nothing(1); }\n", 36, UNIT_DEGRADED},
		{"// \xff\xfe\n__global__ void k() {}\n", 29, UNIT_OK},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct parsed parsed = parse_text(cases[i].text, cases[i].size);
		if (parsed.unit->status != cases[i].status)
			fail_msg("case %zu: status %d", i, (int)parsed.unit->status);
		done(&parsed);
	}
}

static void damage_is_named(void **state)
{
	(void)state;
	static const char text[] =
		"#include \"not_there.h\"\n"
		"__device__ int fine(int x) { return x; }\n"
		"template <typename T> __global__ void broken(T *p) { int y = (1 +; p[0] = 1; }\n"
		"void host(int *p) { broken<<<1, 32>>>(p); }\n";
	struct parsed parsed = parse_text(text, sizeof text - 1);
	assert_int_equal(parsed.unit->status, UNIT_DEGRADED);
	assert_int_equal(parsed.unit->missing_includes.count, 1);
	assert_string_equal(parsed.unit->missing_includes.data[0], "not_there.h");
	assert_int_equal(parsed.unit->damaged.count, 1);
	assert_string_equal(parsed.unit->damaged.data[0], "broken<int>");
	done(&parsed);
}

/* Code that is compiled only where the build defines a macro. */
static void guarded_code(void **state)
{
	(void)state;
	static const char text[] =
		"#include <stdio.h>\n#ifdef USE_CUDA\n#if 1\n"
		"__global__ void k(float *p) { p[0] = 1; }\n#endif\n#endif /* USE_CUDA */\n";
	struct parsed parsed = parse_text(text, sizeof text - 1);
	assert_string_equal(parsed.unit->guard, "USE_CUDA");
	assert_int_equal(parsed.unit->module->functions.count, 1);
	done(&parsed);
	static const char other[] = "#ifdef NO_CUDA\nvoid f();\n#else\n__device__ int x;\n#endif\n";
	parsed = parse_text(other, sizeof other - 1);
	assert_null(parsed.unit->guard);
	done(&parsed);
}

/* Shared variables are of static duration: lambdas need no capture for them. */
static void shared_in_lambdas(void **state)
{
	(void)state;
	static const char text[] =
		"extern __shared__ float all[];\n"
		"template <class T, int N> __global__ void k(T *out, int n) {\n"
		"	__shared__ T tile[N];\n"
		"	__shared__ alignas(16) T aligned[4];\n"
		"	static __shared__ int kept;\n"
		"	extern __shared__ double rest[];\n"
		"	auto store = [=](int i) { tile[i] = 1; aligned[i & 3] = 2; };\n"
		"	auto by_name = [n](int i) { atomicAdd(&kept, n); rest[i] = all[i]; };\n"
		"	store(threadIdx.x);\n"
		"	by_name(threadIdx.x);\n"
		"	out[0] = tile[1] + aligned[2];\n"
		"}\n"
		"template __global__ void k<float, 32>(float *, int);\n";
	struct parsed parsed = parse_text(text, sizeof text - 1);
	assert_int_equal(parsed.unit->status, UNIT_OK);
	done(&parsed);
}

/* What nvcc takes and clang alone doesn't. */
static void nvcc_spellings(void **state)
{
	(void)state;
	static const char text[] =
		"#include <iostream>\n"
		"template <typename T> struct box { T value; };\n"
		"template <typename T> std::ostream &operator<< (std::ostream &out, const box<T> &b) { "
		"return out << b.value; }\n"
		"template std::ostream &operator<< <int>(std::ostream &, const box<int> &);\n"
		"__global__ void k(int *p, box<box<box<int> > > b)\n"
		"{\n"
		"	extern __shared__ alignas(16) float dynamic[];\n"
		"	__shared__ alignas(128) float fixed[4];\n"
		"	dynamic[0] = fixed[0];\n"
		"	asm volatile(\"st.u32 [%1], %0; // \\\"(\\\" \" ::\"r\"((1) + 2) \"l\"(p) : "
		"\"memory\");\n"
		"}\n"
		"#define FORMAT \"%d\"\n"
		"#define LAUNCH(block) k << <7, block >> > (0, {})\n"
		"int main()\n"
		"{\n"
		"	k << <1, 32 >> > (0, {});\n"
		"	k<<<dim3(2, 2), 64>> >(0, {});\n"
		"	k << <3, box<int>{96}.value>>>(0, {});\n"
		"	LAUNCH(128);\n"
		"	printf(\"<< <\"FORMAT\">> >\\n\", 8 >> 2 /* << < */);\n"
		"}\n";
	struct parsed parsed = parse_text(text, sizeof text - 1);
	for (size_t i = 0; i < parsed.unit->errors.count; i++)
		print_error("%u: %s\n", parsed.unit->errors.data[i].place.line,
			parsed.unit->errors.data[i].message);
	assert_int_equal(parsed.unit->status, UNIT_OK);
	assert_int_equal(parsed.unit->module->launches.count, 4);
	done(&parsed);
}

/* Launches of kernel templates and overloads by kernels are CUDA, though clang finds no function for them. */
static void nested_launches(void **state)
{
	(void)state;
	static const char text[] =
		"template <int N> __global__ void child(int *p) { p[0] = N; }\n"
		"__global__ void two(int *p) {}\n"
		"__global__ void two(int *p, int q) {}\n"
		"__global__ void parent(int *p) { child<5><<<2, 64>>>(p); two<<<4, 32>>>(p); }\n";
	struct parsed parsed = parse_text(text, sizeof text - 1);
	assert_int_equal(parsed.unit->status, UNIT_OK);
	done(&parsed);
	static const char wrong[] = "__global__ void two(int *p) {}\n"
				    "__global__ void two(int *p, int q) {}\n"
				    "void host(float *p) { two<<<4, 32>>>(p); }\n";
	parsed = parse_text(wrong, sizeof wrong - 1);
	assert_int_equal(parsed.unit->status, UNIT_DEGRADED);
	done(&parsed);
}

/* A precompiled header holds more than the unit includes: names from there are not in its way. */
static void no_surplus_names(void **state)
{
	(void)state;
	static const char text[] =
		"#include <iostream>\n"
		"#include <cuda.h>\n"
		"using namespace std;\n"
		"struct half { short bits; };\n"
		"int thread, accumulate;\n"
		"template <typename T> struct deque { T data; };\n"
		"__global__ void k(half *h) { h->bits = 1; }\n"
		"int main() { deque<int> d; d.data = thread + accumulate; cout << d.data; }\n";
	struct parsed parsed = parse_text(text, sizeof text - 1);
	for (size_t i = 0; i < parsed.unit->errors.count; i++)
		print_error("%u: %s\n", parsed.unit->errors.data[i].place.line,
			parsed.unit->errors.data[i].message);
	assert_int_equal(parsed.unit->status, UNIT_OK);
	done(&parsed);
}

/* What stands in for deep nesting: a chain of else-ifs and a sum, each far over the depth limit. */
static void deep_nesting(void **state)
{
	(void)state;
	struct buffer text = {0};
	buffer_add_text(&text, "__global__ void k(int *p, int n) { p[0] = n");
	for (int i = 0; i < 800; i++)
		buffer_add_text(&text, " + (n");
	for (int i = 0; i < 800; i++)
		buffer_add_text(&text, ")");
	buffer_add_text(&text, ";\n");
	for (int i = 0; i < 800; i++)
		buffer_printf(&text, "if (n == %d) p[1] = %d; else ", i, i);
	buffer_add_text(&text, "p[2] = 0;\n}\n");
	struct parsed parsed = parse_text(text.data, text.size);
	assert_int_equal(parsed.unit->module->functions.count, 1);
	done(&parsed);
	buffer_free(&text);
}

static void precompiled_headers(void **state)
{
	(void)state;
	struct unit_options options = {.path = CUDALINT_TESTDATA "/ir/host.cu", .cache_dir = cache};
	struct parsed first = parse(options);
	assert_true(first.unit->used_pch);
	size_t functions = first.unit->module->functions.count;
	done(&first);
	options.cache_dir = "/proc/nowhere";
	struct parsed plain = parse(options);
	assert_false(plain.unit->used_pch);
	assert_int_equal(plain.unit->module->functions.count, functions);
	assert_int_equal(plain.unit->status, UNIT_OK);
	done(&plain);
}

struct asked {
	size_t count;
	struct unit_headers last;
};

static void note_asked(void *context, const struct unit_headers *wanted)
{
	struct asked *asked = context;
	asked->count++;
	asked->last = *wanted;
}

/* Who may not make one says what it would be, and parses without; made as that says, it serves. */
static void precompiled_elsewhere(void **state)
{
	(void)state;
	char folder[] = "/tmp/cudalint-pch-test-XXXXXX", command[64];
	assert_non_null(mkdtemp(folder));
	struct asked asked = {0};
	struct unit_options options = {.path = CUDALINT_TESTDATA "/ir/host.cu",
		.cache_dir = folder,
		.ask_headers = note_asked,
		.ask_context = &asked};
	struct parsed first = parse(options);
	assert_false(first.unit->used_pch);
	assert_int_equal(asked.count, 1);
	assert_false(asked.last.again);
	struct unit_options make = options;
	make.headers_dir = CUDALINT_SOURCE_HEADERS;
	make.ask_headers = NULL;
	pid_t maker = fork();
	if (maker == 0)
		_exit(unit_make_headers(first.arena, &make, &asked.last) ? 0 : 1);
	int status = -1;
	assert_int_equal(waitpid(maker, &status, 0), maker);
	assert_int_equal(status, 0);
	struct parsed next = parse(options);
	assert_true(next.unit->used_pch);
	assert_int_equal(asked.count, 1);
	assert_int_equal(next.unit->module->functions.count, first.unit->module->functions.count);
	done(&next);
	done(&first);
	snprintf(command, sizeof command, "rm -rf %s", folder);
	assert_int_equal(system(command), 0);
}

static size_t count_precompiled(void)
{
	struct arena *arena = arena_new();
	size_t count = 0;
	DIR *dir = opendir(arena_printf(arena, "%s/pch", cache));
	assert_non_null(dir);
	for (struct dirent *entry; (entry = readdir(dir));) {
		const char *dot = strchr(entry->d_name, '.');
		count += dot && strcmp(dot, ".pch") == 0;
	}
	closedir(dir);
	arena_free(arena);
	return count;
}

/* Also older and newer ones than libclang knows; all from one precompiled header. */
static void architectures(void **state)
{
	(void)state;
	static const int archs[] = {90, 70, 80, 89, 100, 120};
	size_t before = 0;
	for (size_t i = 0; i < sizeof archs / sizeof *archs; i++) {
		char text[200];
		int size = snprintf(text, sizeof text,
			"#if __CUDA_ARCH__ != %d0\n#error wrong architecture\n#endif\n"
			"__global__ void k() { __syncthreads(); }\n",
			archs[i]);
		struct parsed parsed = parse((struct unit_options){.path = "text.cu",
			.contents = text,
			.contents_size = (size_t)size,
			.arch = archs[i],
			.cache_dir = cache});
		assert_int_equal(parsed.unit->status, UNIT_OK);
		assert_true(parsed.unit->used_pch);
		done(&parsed);
		before = i ? before : count_precompiled();
	}
	assert_int_equal(count_precompiled(), before);
}

/* The folder stays small, and a file that is no precompiled header is made anew. */
static void precompiled_folder(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	char folder[] = "/tmp/cudalint-pch-test-XXXXXX";
	assert_non_null(mkdtemp(folder));
	const char *pch = arena_printf(arena, "%s/pch", folder);
	assert_int_equal(mkdir(pch, 0777), 0);
	struct unit_options options = {.path = CUDALINT_TESTDATA "/ir/host.cu", .cache_dir = folder};
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < 30; i++) {
			FILE *file = fopen(arena_printf(arena, "%s/%016x.pch", pch, i), "w");
			assert_non_null(file);
			fputs("old", file);
			fclose(file);
		}
		struct parsed parsed = parse(options);
		assert_true(parsed.unit->used_pch);
		assert_int_equal(parsed.unit->status, UNIT_OK);
		done(&parsed);
		size_t count = 0;
		DIR *dir = opendir(pch);
		assert_non_null(dir);
		for (struct dirent *entry; (entry = readdir(dir));) {
			const char *path = arena_printf(arena, "%s/%s", pch, entry->d_name);
			const char *dot = strchr(entry->d_name, '.');
			bool is_pch = dot && dot > entry->d_name && strcmp(dot, ".pch") == 0;
			count += is_pch;
			if (is_pch) { /* the next round finds rubbish */
				FILE *file = fopen(path, "w");
				assert_non_null(file);
				fputs("CPCH rubbish", file);
				fclose(file);
			}
		}
		closedir(dir);
		assert_true(count > 0 && count < 30);
	}
	DIR *dir = opendir(pch);
	for (struct dirent *entry; dir && (entry = readdir(dir));)
		unlink(arena_printf(arena, "%s/%s", pch, entry->d_name));
	closedir(dir);
	rmdir(pch);
	assert_int_equal(rmdir(folder), 0);
	arena_free(arena);
}

static int make_cache(void **state)
{
	(void)state;
	return mkdtemp(cache) ? 0 : -1;
}

static int remove_cache(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	char *folder = arena_printf(arena, "%s/pch", cache);
	DIR *dir = opendir(folder);
	for (struct dirent *entry; dir && (entry = readdir(dir));)
		unlink(arena_printf(arena, "%s/%s", folder, entry->d_name));
	if (dir)
		closedir(dir);
	rmdir(folder);
	rmdir(cache);
	arena_free(arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(golden_dumps),
		cmocka_unit_test(bundled_headers),
		cmocka_unit_test(status_of_inputs),
		cmocka_unit_test(damage_is_named),
		cmocka_unit_test(shared_in_lambdas),
		cmocka_unit_test(guarded_code),
		cmocka_unit_test(nvcc_spellings),
		cmocka_unit_test(nested_launches),
		cmocka_unit_test(no_surplus_names),
		cmocka_unit_test(deep_nesting),
		cmocka_unit_test(precompiled_headers),
		cmocka_unit_test(precompiled_elsewhere),
		cmocka_unit_test(architectures),
		cmocka_unit_test(precompiled_folder),
	};
	return cmocka_run_group_tests(tests, make_cache, remove_cache);
}
