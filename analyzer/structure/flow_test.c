/* Following values back, and who is elected. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/structure/uniform/elect.h"

/* Every call of use() is one question: whether its argument depends on the call of source(), or (elected)
 * whether one lane alone makes it. `yes` counts those that do. */
struct expected {
	const char *text;
	unsigned yes, no;
};

struct unit_walk {
	struct ir_flow *flow;
	struct ir_uniformity *uniformity; /* NULL: ask about source() */
	const struct ir_expr *source;
	const struct ir_function *function;
	unsigned yes, no;
};

static void find_source(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct unit_walk *walk = context;
	(void)path;
	if (ir_is_call(expr, "source"))
		walk->source = expr;
}

static void ask(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct unit_walk *walk = context;
	if (!ir_is_call(expr, "use"))
		return;
	bool yes = walk->uniformity ? ir_is_elected(walk->uniformity, walk->flow, walk->function, path)
				    : ir_depends(walk->flow, expr->operands[0], walk->source);
	walk->yes += yes;
	walk->no += !yes;
}

static void check(const struct expected *expected, bool elected)
{
	struct arena *arena = arena_new();
	const char *text =
		arena_printf(arena, "__device__ int source(); __device__ void use(int);\n%s", expected->text);
	struct unit_options options = {.path = "flow.cu",
		.arch = 80,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = text,
		.contents_size = strlen(text)};
	struct unit *unit;
	char *error = NULL;
	assert_int_equal(unit_parse(arena, &options, &unit, &error), 0);
	assert_int_equal(unit->status, UNIT_OK);
	struct unit_walk walk = {.flow = ir_flow_new(arena, unit->module),
		.uniformity = elected ? ir_uniformity_new(arena, unit->module) : NULL};
	const struct ir_visitor finder = {.expr = find_source}, asker = {.expr = ask};
	for (size_t pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < unit->module->functions.count; i++) {
			walk.function = unit->module->functions.data[i];
			ir_walk_function(walk.function, pass ? &asker : &finder, &walk);
		}
	if (walk.yes != expected->yes || walk.no != expected->no)
		fail_msg("%s: %u yes, %u no", expected->text, walk.yes, walk.no);
	unit_close(unit);
	arena_free(arena);
}

static void values_are_followed(void **state)
{
	static const struct expected cases[] = {
		{"__global__ void k(int n) { int a = source(), b = a + 1, c = n; use(b); use(c); }", 1, 1},
		{"__global__ void k() { int a, b = 0; a = source(); b += a; use(a); use(b); }", 2, 0},
		{"__device__ int f() { return source(); } __global__ void k() { use(f()); use(1); }", 1, 1},
		{"__device__ void f(int x, int y) { use(x); use(y); }__global__ void k() { f(source(), 2); }",
			1, 1},
		{"__device__ void f(int &x, int *y) { x = source(); *y = 1; }__global__ void k() { int a, b; "
		 "f(a, &b); use(a); use(b); }",
			1, 1},
		{"struct S { int x, y; }; __global__ void k() { S s = {source(), 1}; use(s.x); }", 1, 0},
		{"struct S { int x; __device__ S() : x(source()) {} __device__ void f() { use(x); } "
		 "};__global__ void k() { S s; s.f(); }",
			1, 0},
		{"__global__ void k(int n) { int a[4]; a[1] = source(); int &b = a[2]; use(b); use(n); }", 1,
			1},
		{"__global__ void k(int n) { int a = n, b = a; a = b; b = a; use(a); source(); }", 0, 1},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check(&cases[i], false);
}

static void lanes_are_elected(void **state)
{
	static const struct expected cases[] = {
		{"__global__ void k(int n) { if (threadIdx.x == n) use(1); use(2); }", 1, 1},
		{"__global__ void k(int n) { if (threadIdx.x != n || n < 0) return; use(1); }", 1, 0},
		{"__global__ void k(int n) { if (!(threadIdx.x & 31) && n) use(1); else use(2); }", 1, 1},
		{"__global__ void k(const int *p, int n) { if (p[threadIdx.x] == n) use(1); }", 0, 1},
		{"__global__ void k(int n) { if (n == 3) use(1); }", 0, 1},
		{"__global__ void k(int n) { if (threadIdx.x < n) use(1); }", 0, 1},
		{"__device__ bool first(int n) { return threadIdx.x == n; }__device__ void f(bool b) { if "
		 "(b) use(1); }__global__ void k(int n) { if (first(n)) use(2); f(first(n)); }",
			2, 0},
		{"__device__ void f() { use(1); } __global__ void k(int n) { if (threadIdx.x == n) f(); }", 1,
			0},
		{"__device__ void f() { use(1); }__global__ void k(int n) { if (threadIdx.x == n) f(); if "
		 "(threadIdx.x > n) f(); }",
			0, 1},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check(&cases[i], true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_followed),
		cmocka_unit_test(lanes_are_elected),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
