/* Snippets without includes: what is put in front of each, and that it parses then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/frontend/unit.h"

struct snippet {
	const char *text;
	const char *told; /* the lines in front, with " | " between; "" for a unit that is left alone */
	size_t errors;    /* that remain */
};

static void check(const struct snippet *snippet)
{
	struct arena *arena = arena_new();
	struct unit *unit = NULL;
	char *error = NULL;
	const struct unit_options options = {.path = "snippet.cu",
		.contents = snippet->text,
		.contents_size = strlen(snippet->text),
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE};
	if (unit_parse(arena, &options, &unit, &error))
		fail_msg("%s", error);
	struct buffer told = {0};
	for (size_t i = 0; i < unit->omitted.count; i++)
		buffer_printf(&told, "%s%s", i ? " | " : "", unit->omitted.data[i]);
	for (size_t i = 0; i < unit->errors.count && unit->error_count != snippet->errors; i++)
		print_error("%s\n", unit->errors.data[i].message);
	if (strcmp(told.data ? told.data : "", snippet->told) != 0)
		print_error("%s: %s\n", snippet->text, told.data ? told.data : "nothing");
	assert_string_equal(told.data ? told.data : "", snippet->told);
	assert_int_equal(unit->error_count, snippet->errors);
	bool is_whole = !snippet->errors && !*snippet->told && !unit->invented.count;
	assert_int_equal(unit->status, is_whole ? UNIT_OK : UNIT_DEGRADED);
	buffer_free(&told);
	unit_close(unit);
	arena_free(arena);
}

static void check_all(const struct snippet *snippets, size_t count)
{
	for (size_t i = 0; i < count; i++)
		check(&snippets[i]);
}

static void namespaces(void **state)
{
	(void)state;
	static const struct snippet snippets[] = {
		{"__device__ void f(cuda::atomic<int, cuda::thread_scope_block> *a) { ++*a; }",
			"#include <cuda/atomic>", 0},
		{"__global__ void k(cuda::std::binary_semaphore *s) { s->acquire(); }",
			"#include <cuda/std/semaphore>", 0},
		{"__device__ int f(cuda::std::array<int, 4> a) { return a[0]; }", "#include <cuda/std/array>",
			0},
		{"#include <cuda/atomic>\n"
		 "__device__ cuda::atomic<int> a;\n"
		 "__global__ void k(cuda::latch<cuda::thread_scope_block> *l) { l->count_down(); }",
			"#include <cuda/latch>", 0},
		{"namespace cg = cooperative_groups;\n"
		 "__device__ int f(int v) {\n"
		 "	return cg::reduce(cg::tiled_partition<32>(cg::this_thread_block()), v, "
		 "cg::plus<int>()); }",
			"#include <cooperative_groups.h> | #include <cooperative_groups/reduce.h>", 0},
		{"using namespace nvcuda;\n"
		 "__global__ void k() { wmma::fragment<wmma::accumulator, 16, 16, 16, float> c; }",
			"#include <mma.h>", 0},
		{"using namespace cuda;\n"
		 "__device__ void f(atomic<int, thread_scope_device> &a) { a = 1; }",
			"#include <cuda/atomic>", 0},
	};
	check_all(snippets, sizeof snippets / sizeof *snippets);
}

static void bare_names(void **state)
{
	(void)state;
	static const struct snippet snippets[] = {
		{"__device__ void f(atomic<bool> &flag) { flag.store(true, memory_order_release); }",
			"#include <cuda/atomic> | using cuda::atomic; | using cuda::memory_order_release;",
			0},
		{"__device__ unsigned f() { return cg::coalesced_threads().size(); }",
			"#include <cooperative_groups.h> | namespace cg = cooperative_groups;", 0},
		{"__device__ unsigned f() { return __popc(__activemask() & __lanemask_lt()); }",
			"unsigned __lanemask_lt();", 0},
		{"#define WITH(x) atomic_ref<int>(x)\n"
		 "__device__ void f(int &x) { WITH(x)++; }",
			"#include <cuda/atomic> | using cuda::atomic_ref;", 0},
	};
	check_all(snippets, sizeof snippets / sizeof *snippets);
}

static void left_alone(void **state)
{
	(void)state;
	static const struct snippet snippets[] = {
		{"namespace mine { template <typename T> struct atomic { T v; }; }\n"
		 "__device__ void f(mine::atomic<int> &a) { a.v = 1; }",
			"", 0},
		/* what no header of CUDA declares is invented: repair.h */
		{"__device__ void f() { unheard_of(); }", "", 0},
		{"namespace mine {}\n__device__ int f() { return mine::atomic; }", "", 0},
		{"__device__ void f(cuda::atomic<int> &a) { a = unheard_of; }", "#include <cuda/atomic>", 0},
	};
	check_all(snippets, sizeof snippets / sizeof *snippets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(namespaces),
		cmocka_unit_test(bare_names),
		cmocka_unit_test(left_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
