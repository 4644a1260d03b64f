/* Conversions: the host walk, constant folding and the compiler of this test agree on every value. Each case
 * is a type and an expression; the value goes into a variable of that type in all ways there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/host/host.h"
#include "analyzer/value/fold.h"
#include "analyzer/value/rounding.h"

typedef unsigned char byte;
typedef signed char sbyte;
typedef unsigned short ushort_;
typedef unsigned int word;
typedef long long wide;
typedef unsigned long long uwide;
typedef _Bool truth;

/* The types of the source under test have the same names. */
#define NAMES                                                                                                \
	"#include <cuda_runtime.h>\n"                                                                        \
	"typedef unsigned char byte; typedef signed char sbyte; typedef unsigned short ushort_;\n"           \
	"typedef unsigned int word; typedef long long wide; typedef unsigned long long uwide;\n"             \
	"typedef bool truth;\n"

#define CASE(type, expr)                                                                                     \
	{                                                                                                    \
#type, #expr, (int64_t)(type)(expr)                                                          \
	}

/* One expression as every type. */
#define ALL(expr)                                                                                            \
	CASE(byte, expr), CASE(sbyte, expr), CASE(short, expr), CASE(ushort_, expr), CASE(int, expr),        \
		CASE(word, expr), CASE(wide, expr), CASE(uwide, expr), CASE(truth, expr)

static const struct conversion {
	const char *type, *expr;
	int64_t value;
} cases[] = {
	ALL(255 + 1 + 32),
	ALL(0u - 1u),
	ALL(-1),
	ALL(3.0f + 0.5f),
	ALL(-7 / 2),
	ALL(-7 % 3),
	ALL(1ull << 40 | 5),
	ALL(0x80000000u),
	ALL(-2147483647 - 1),
	ALL(3000000000u / 7),
	ALL((word)-5 / 2),
	ALL((word)-5 >> 1),
	ALL((uwide)-5 >> 1),
	ALL((uwide)-5 / 3),
	ALL((wide)-5 >> 1),
	ALL(~0),
	ALL(~0u),
	ALL(!5),
	ALL((byte)300),
	ALL((sbyte)200),
	ALL((short)40000),
	ALL((byte)200 + (byte)100),
	ALL((word)1 << 31),
	ALL((sbyte)-1 & 0xff),
	ALL((byte)~5),
	ALL(-(word)3),
	ALL(0.9 + 0.2),
	ALL(16777217.0f == 16777216.0f),
	ALL(1 / 3.0f < 1 / 3.0),
	ALL(1 ? 3 : 2.5),
	ALL((truth)0.25),
	ALL((truth)256),
	ALL(65536u * 65537u),
	ALL((int)3.99),
	ALL((int)-3.99),
	CASE(wide, -3.99),
	CASE(int, -3.99),
	CASE(short, -1.5f),
	CASE(int, 1e9),
	CASE(wide, 1e15),
	CASE(int, 2147483647 / -1),
	CASE(int, (int)(1e6f * 0.1f)),
};

enum { CASES = sizeof cases / sizeof *cases };

static char *source(struct arena *arena)
{
	static const char form[] =
		"%sstatic %s give%zu() { return %s; }\n"
		"static void take%zu(int *q, %s v) { cudaMemset(q, %zu, v); }\n"
		"struct S%zu { %s m = %s; %s n; };\n"
		"void run%zu(int *q) {\n"
		"  const %s constant = %s; cudaMemset(q, %zu, constant);\n"
		"  %s first = %s; cudaMemset(q, %zu, first);\n"
		"  %s later; later = %s; cudaMemset(q, %zu, later);\n"
		"  %s braces{(%s)(%s)}; cudaMemset(q, %zu, braces);\n"
		"  cudaMemset(q, %zu, (%s)(%s)); cudaMemset(q, %zu, give%zu()); take%zu(q, %s);\n"
		"  S%zu s; s.n = %s; cudaMemset(q, %zu, s.m); cudaMemset(q, %zu, s.n);\n"
		"  %s array[2] = {0, (%s)(%s)}; cudaMemset(q, %zu, array[1]);\n"
		"}\n";
	char *text = arena_strdup(arena, NAMES);
	for (size_t i = 0; i < CASES; i++) {
		const char *t = cases[i].type, *e = cases[i].expr;
		text = arena_printf(arena, form, text, t, i, e, i, t, i, i, t, e, t, i, t, e, i, t, e, i, t,
			e, i, t, t, e, i, i, t, e, i, i, i, e, i, e, i, i, t, t, e, i);
	}
	return text;
}

enum { WAYS = 10 };

static struct unit *parse(struct arena *arena, const char *text)
{
	struct unit *unit;
	char *error = NULL;
	struct unit_options options = {.path = "convert.cu",
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = text,
		.contents_size = strlen(text)};
	if (unit_parse(arena, &options, &unit, &error))
		fail_msg("%s", error);
	if (unit->status != UNIT_OK)
		fail_msg("%s", unit->errors.count ? unit->errors.data[0].message : "not parsed");
	return unit;
}

/* The size of a cudaMemset, as the walk has it, and as folding has it where it knows it. The byte that is
 * set is the number of the case. */
static bool check(const struct host_op *op)
{
	int64_t number, which, folded;
	if (!op->expr || op->expr->kind != IR_CALL || strcmp(op->expr->call->name, "cudaMemset") != 0)
		return false;
	assert_true(ir_fold_int(op->expr->operands[1], &which));
	const struct conversion *conversion = &cases[which];
	bool is_known = host_sum_is_number(op->accesses[0].size, &number);
	if (!is_known || number != conversion->value)
		fail_msg("%s of %s is %lld, the walk says %lld (%d)", conversion->type, conversion->expr,
			(long long)conversion->value, is_known ? (long long)number : 0, is_known);
	if (ir_fold_int(op->expr->operands[2], &folded) && folded != conversion->value)
		fail_msg("%s of %s is %lld, folded %lld", conversion->type, conversion->expr,
			(long long)conversion->value, (long long)folded);
	const struct ir_expr *size = ir_strip_casts(op->expr->operands[2]);
	bool is_constant = size->kind == IR_VAR && strcmp(size->var->name, "constant") == 0;
	if (is_constant && !ir_fold_int(size, &folded))
		fail_msg("%s of %s isn't folded", conversion->type, conversion->expr);
	return true;
}

static void agree(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct unit *unit = parse(arena, source(arena));
	const struct host_options options = {.cuda_version = 13000};
	struct host_traces traces =
		host_walk(arena, unit->module, ir_query_new(arena, unit->module), &options);
	size_t checked = 0;
	for (size_t i = 0; i < traces.count; i++)
		for (size_t k = 0; k < traces.data[i]->ops.count; k++)
			checked += check(traces.data[i]->ops.data[k]);
	assert_int_equal(checked, CASES * WAYS);
	unit_close(unit);
	arena_free(arena);
}

/* What is done to a variable in place: each line ends in one cudaMemset of what it then holds. */
static const struct {
	const char *code;
	int64_t value;
} steps[] = {
	{"byte v = 255; v++; cudaMemset(q, 0, v);", 0},
	{"byte v = 0; --v; cudaMemset(q, 0, v);", 255},
	{"byte v = 255; cudaMemset(q, 0, ++v);", 0},
	{"byte v = 255; cudaMemset(q, 0, v++);", 255},
	{"byte v = 255; cudaMemset(q, 0, v + 1);", 256},
	{"byte v = 200; v += 100; cudaMemset(q, 0, v);", 44},
	{"byte v = 200; cudaMemset(q, 0, v += 100);", 44},
	{"byte v = 3; v *= 100; cudaMemset(q, 0, v);", 44},
	{"byte v = 3; v <<= 7; cudaMemset(q, 0, v);", 128},
	{"sbyte v = 127; v++; cudaMemset(q, 0, v);", -128},
	{"word v = 0; v--; cudaMemset(q, 0, v);", 4294967295},
	{"word v = 5; v -= 7; cudaMemset(q, 0, v);", 4294967294},
	{"word v = 5; cudaMemset(q, 0, v - 7 > 0);", 1},
	{"int v = -1; word w = 1; cudaMemset(q, 0, v < w);", 0},
	{"int v = -1; wide w = 1; cudaMemset(q, 0, v < w);", 1},
	{"int v = 7; v *= 0.5f; cudaMemset(q, 0, v);", 3},
	{"int v = 7; v /= 2.0; cudaMemset(q, 0, v);", 3},
	{"int v = 10; v -= 0.5; cudaMemset(q, 0, v);", 9},
	{"float v = 7; v /= 2; cudaMemset(q, 0, (int)(v * 2));", 7},
	{"int v = 7; float w = v / 2; cudaMemset(q, 0, (int)(w * 2));", 6},
	{"float v = 16777217; cudaMemset(q, 0, (int)v);", 16777216},
	{"truth v = 5; v += 3; cudaMemset(q, 0, v);", 1},
	{"uwide v = ~0ull; cudaMemset(q, 0, v / 2 > 5);", 1},
	{"word v = 1; cudaMemset(q, 0, v << 31 >> 31);", 1},
	{"int v = 1; byte w = (v = 300); cudaMemset(q, 0, w);", 44},
	{"short v = true ? -1 : 65535u; cudaMemset(q, 0, v);", -1},
	{"wide v = true ? -1 : 65535u; cudaMemset(q, 0, v);", 4294967295},
	{"const byte v = 300; byte w = v; cudaMemset(q, 0, w);", 44},
	{"static const byte v = 300; cudaMemset(q, 0, v);", 44},
	{"enum E : byte { A = 250 }; E v = (E)(A + 10); cudaMemset(q, 0, v);", 4},
};

static void change_in_place(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		struct unit *unit =
			parse(arena, arena_printf(arena, NAMES "void run(int *q) { %s }\n", steps[i].code));
		const struct host_options options = {.cuda_version = 13000};
		struct host_traces traces =
			host_walk(arena, unit->module, ir_query_new(arena, unit->module), &options);
		int64_t number;
		assert_int_equal(traces.count, 1);
		bool is_known = host_sum_is_number(traces.data[0]->ops.data[0]->accesses[0].size, &number);
		if (!is_known || number != steps[i].value)
			fail_msg("%s: %lld (%d)", steps[i].code, is_known ? (long long)number : 0, is_known);
		unit_close(unit);
	}
	arena_free(arena);
}

/* Grids and blocks, after the conversions on the way to them: computed as the host goes, and folded. */
static void launches(void **state)
{
	(void)state;
	static const char text[] = NAMES
		"__global__ void k(int *p);\n"
		"void run(int *q) { byte b = 255; b = b + 1 + 32; int h = 7; h = h * 0.5f; k<<<h, b>>>(q);\n"
		"{ const byte b = 255 + 1 + 32; const int h = 7 * 0.5f; k<<<h, b>>>(q); }\n"
		"{ word w = 0; w = w - 1; w >>= 30; dim3 g(w, 1); sbyte c = 100; c += 188; k<<<g, c>>>(q); } }\n";
	struct arena *arena = arena_new();
	struct unit *unit = parse(arena, text);
	const struct host_options options = {.cuda_version = 13000};
	struct host_traces traces =
		host_walk(arena, unit->module, ir_query_new(arena, unit->module), &options);
	size_t checked = 0;
	for (size_t i = 0; i < traces.data[0]->ops.count; i++) {
		const struct host_launch *launch = traces.data[0]->ops.data[i]->launch;
		int64_t grid, block;
		if (!launch)
			continue;
		assert_true(host_sum_is_number(launch->grid[0], &grid));
		assert_true(host_sum_is_number(launch->block[0], &block));
		assert_int_equal(grid, 3);
		assert_int_equal(block, 32);
		checked++;
	}
	assert_int_equal(checked, 3);
	int64_t folded;
	const struct ir_launch *constant = unit->module->launches.data[1];
	const struct ir_expr *x = ir_dim3_part(constant->block, 0);
	assert_true(x && ir_fold_int(x, &folded));
	assert_int_equal(folded, 32);
	unit_close(unit);
	arena_free(arena);
}

/* What no type can hold, and what isn't defined, isn't known: neither to the walk nor to folding. */
static void unknown(void **state)
{
	(void)state;
	static const char *const exprs[] = {"(-9223372036854775807LL - 1) / v",
		"(-9223372036854775807LL - 1) % v", "(-2147483647 - 1) / v", "(-2147483647 - 1) % v",
		"1 / (v + 1)", "1 % (v + 1)", "1 << (v + 33)", "1 >> v", "1 << v", "(int)1e30",
		"(int)(1e10f * v)", "1.0 / (v + 1)"};
	struct arena *arena = arena_new();
	for (size_t i = 0; i < sizeof exprs / sizeof *exprs; i++) {
		struct unit *unit = parse(arena,
			arena_printf(arena,
				NAMES "void run(int *q) { int v = 1; v = v - 2; cudaMemset(q, 0, %s);\n"
				      "{ const int v = -1; cudaMemset(q, 0, %s); } }\n",
				exprs[i], exprs[i]));
		const struct host_options options = {.cuda_version = 13000};
		struct host_traces traces =
			host_walk(arena, unit->module, ir_query_new(arena, unit->module), &options);
		for (size_t k = 0; k < 2; k++) {
			const struct host_op *op = traces.data[0]->ops.data[k];
			int64_t number;
			if (host_sum_is_number(op->accesses[0].size, NULL) ||
				ir_fold_int(op->expr->operands[2], &number))
				fail_msg("%s is known", exprs[i]);
		}
		unit_close(unit);
	}
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(agree), cmocka_unit_test(change_in_place),
		cmocka_unit_test(launches), cmocka_unit_test(unknown)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
