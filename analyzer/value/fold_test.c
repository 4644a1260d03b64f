/* Folding, on source: each case is a variable whose initialiser is folded, or a launch whose extents are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/ir/walk.h"
#include "analyzer/value/fold.h"

struct parsed {
	struct arena *arena;
	struct unit *unit;
};

static struct parsed parse(const char *text)
{
	struct parsed parsed = {.arena = arena_new()};
	struct unit_options options = {.path = "fold.cu",
		.arch = 80,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = text,
		.contents_size = strlen(text)};
	char *error = NULL;
	assert_int_equal(unit_parse(parsed.arena, &options, &parsed.unit, &error), 0);
	if (parsed.unit->error_count)
		fail_msg("line %u: %s", parsed.unit->errors.data[0].place.line,
			parsed.unit->errors.data[0].message);
	return parsed;
}

static void done(struct parsed *parsed)
{
	unit_close(parsed->unit);
	arena_free(parsed->arena);
}

struct search {
	const char *name;
	const struct ir_var *found;
};

static void on_var(void *context, const struct ir_var *var, const struct ir_path *path)
{
	struct search *search = context;
	(void)path;
	if (!strcmp(var->name, search->name))
		search->found = var;
}

static const struct ir_var *find_var(const struct ir_module *module, const char *name)
{
	struct search search = {.name = name};
	const struct ir_visitor visitor = {.var = on_var};
	for (size_t i = 0; i < module->globals.count; i++)
		on_var(&search, module->globals.data[i], NULL);
	for (size_t i = 0; i < module->functions.count; i++)
		ir_walk_function(module->functions.data[i], &visitor, &search);
	return search.found;
}

static void assert_folds(const struct ir_module *module, const char *name, int64_t expected)
{
	int64_t value;
	const struct ir_var *var = find_var(module, name);
	if (!var || !var->init)
		fail_msg("%s is not there", name);
	if (!ir_fold_int(var->init, &value))
		fail_msg("%s is unknown", name);
	if (value != expected)
		fail_msg("%s is %lld, not %lld", name, (long long)value, (long long)expected);
}

static void assert_unknown(const struct ir_module *module, const char *name)
{
	int64_t value;
	const struct ir_var *var = find_var(module, name);
	if (!var || !var->init)
		fail_msg("%s is not there", name);
	if (ir_fold_int(var->init, &value))
		fail_msg("%s is %lld, not unknown", name, (long long)value);
}

static void test_arithmetic(void **state)
{
	(void)state;
	struct parsed parsed = parse("const int sum = 2 + 3 * 4;\n"
				     "const unsigned wraps = 0u - 1u;\n"
				     "const long long widened = 0u - 1u;\n"
				     "const bool mixed = -1 < 0u;\n"
				     "const bool wide = -1LL < 0u;\n"
				     "const int quotient = -7 / 2, left_over = -7 % 2;\n"
				     "const int shifted = -8 >> 1;\n"
				     "const unsigned high = 0x80000000u >> 31;\n"
				     "const int narrowed = (unsigned char)300;\n"
				     "const int sign = (signed char)200;\n"
				     "const int from_real = (int)(2.9 * 2);\n"
				     "const unsigned long long big = ~0ull / 2;\n"
				     "const int size = sizeof(float4) + sizeof(double[3]);\n"
				     "const int chosen = sizeof(int) == 4 ? 1 : 2;\n"
				     "const bool logic = false && sum / 0;\n"
				     "enum { FOUR = 4 }; const int from_enum = FOUR * 2;\n"
				     "const int least = 1 << 31 >> 31;\n");
	const struct ir_module *module = parsed.unit->module;
	assert_folds(module, "sum", 14);
	assert_folds(module, "wraps", 4294967295);
	assert_folds(module, "widened", 4294967295);
	assert_folds(module, "mixed", 0);
	assert_folds(module, "wide", 1);
	assert_folds(module, "quotient", -3);
	assert_folds(module, "left_over", -1);
	assert_folds(module, "shifted", -4);
	assert_folds(module, "high", 1);
	assert_folds(module, "narrowed", 44);
	assert_folds(module, "sign", -56);
	assert_folds(module, "from_real", 5);
	assert_folds(module, "big", INT64_MAX);
	assert_folds(module, "size", 40);
	assert_folds(module, "chosen", 1);
	assert_folds(module, "logic", 0);
	assert_folds(module, "from_enum", 8);
	assert_folds(module, "least", -1);
	done(&parsed);
}

static void test_unknown(void **state)
{
	(void)state;
	struct parsed parsed =
		parse("int mutable_global = 3;\n"
		      "__constant__ int settable = 4;\n"
		      "void take(int *);\n"
		      "void f(int n) {\n"
		      "  int zero = 1 / (n - n), overshift = 1 << 32;\n"
		      "  int from_param = n + 1, from_global = mutable_global, from_constant = settable;\n"
		      "  int assigned = 1; assigned++;\n"
		      "  int taken = 2; take(&taken);\n"
		      "  volatile int moving = 3;\n"
		      "  int a = assigned, b = taken, c = moving;\n"
		      "  int divided = 1 / 0;\n"
		      "}\n");
	const struct ir_module *module = parsed.unit->module;
	static const char *const names[] = {
		"zero", "overshift", "from_param", "from_global", "from_constant", "a", "b", "c", "divided"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_unknown(module, names[i]);
	done(&parsed);
}

static void test_variables_and_calls(void **state)
{
	(void)state;
	struct parsed parsed =
		parse("#include <algorithm>\n"
		      "constexpr int N = 1 << 20;\n"
		      "constexpr int table[3] = {5, 6};\n"
		      "struct shape { int rows, columns; };\n"
		      "const shape tile = {32, 8};\n"
		      "constexpr int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }\n"
		      "static int div_up(int a, int b) { return (a + b - 1) / b; }\n"
		      "int steps(int n) { if (n > 10) return 2; const int k = n * 3; return k; }\n"
		      "template <int B> int twice() { const int t = B * 2; return t; }\n"
		      "void f() {\n"
		      "  int n = N, blocks = div_up(n, 256);\n"
		      "  int least = std::min(n, 7), most = max(3, 9);\n"
		      "  int element = table[1], rest = table[2], beyond = table[0 + 1 * 1];\n"
		      "  int rows = tile.rows * tile.columns;\n"
		      "  int factorial = fact(6), early = steps(11), late = steps(4);\n"
		      "  int up = (int)ceil(1000 / 256.0);\n"
		      "  int doubled = twice<21>();\n"
		      "  const int &alias = n; int through = alias;\n"
		      "  int braces{12}; int copy = braces;\n"
		      "}\n"
		      "__global__ void k() { int warp = warpSize / 2; }\n");
	const struct ir_module *module = parsed.unit->module;
	assert_folds(module, "blocks", 4096);
	assert_folds(module, "least", 7);
	assert_folds(module, "most", 9);
	assert_folds(module, "element", 6);
	assert_folds(module, "rest", 0);
	assert_folds(module, "beyond", 6);
	assert_folds(module, "rows", 256);
	assert_folds(module, "factorial", 720);
	assert_folds(module, "early", 2);
	assert_folds(module, "late", 12);
	assert_folds(module, "up", 4);
	assert_folds(module, "doubled", 42);
	assert_folds(module, "t", 42);
	assert_folds(module, "through", 1 << 20);
	assert_folds(module, "copy", 12);
	assert_folds(module, "warp", 16);
	done(&parsed);
}

/* What declarations of members say, in terms of other members; and what names itself. */
static void test_members(void **state)
{
	(void)state;
	struct parsed parsed = parse(
		"struct shape { int m = 4; int n = m; int size = m * n; };\n"
		"struct pair { static constexpr int unit = 16; int a = this->b, b = unit, c = b + unit; };\n"
		"struct loop { int x = y, y = x; };\n"
		"struct bare { int x; int y = 2; };\n"
		"struct made { int x = 1; made(int n) { x = n; } };\n"
		"template <typename A> struct nest { A a; int k = a.size; int l = 3; };\n"
		"constexpr shape plain{}, given{5}, all{1, 2, 3};\n"
		"const shape kept;\n"
		"extern int later; int early = later + 1; int later = early + 1;\n"
		"const int itself = itself + 1;\n"
		"void f() {\n"
		"  const shape local{}; const pair both{}; const loop round{}; const bare zero{};\n"
		"  const made built(7); const nest<shape> deep{}; shape changed; changed.m = 5;\n"
		"  int a = plain.size, b = given.size, c = all.size, d = local.size, e = kept.size;\n"
		"  int g = both.c, h = zero.x + zero.y, i = deep.l;\n"
		"  int u = round.x, v = built.x, w = changed.size, x = x + 1, y = early, z = itself;\n"
		"}\n");
	const struct ir_module *module = parsed.unit->module;
	static const int64_t values[] = {16, 25, 3, 16, 16};
	static const char *const names[] = {"a", "b", "c", "d", "e"};
	static const char *const unknown[] = {"u", "v", "w", "x", "y", "z"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_folds(module, names[i], values[i]);
	assert_folds(module, "g", 32);
	assert_folds(module, "h", 2);
	assert_folds(module, "i", 3);
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
		assert_unknown(module, unknown[i]);
	done(&parsed);
}

/* Parameters of a kernel as an environment: a name's place in "nu" says which, the context has their values.
 */
static bool value_given(const void *context, const struct ir_expr *expr, int64_t *value)
{
	const char *at = expr->kind == IR_VAR ? strstr("nu", expr->var->name) : NULL;
	if (!at)
		return false;
	*value = ((const int64_t *)context)[*at == 'u'];
	return true;
}

/* What if: the same arithmetic, with what is given in place of what isn't known, also behind calls. */
static void test_environment(void **state)
{
	(void)state;
	static const char text[] = "__device__ int twice(int x) { return 2 * x; }\n"
				   "__global__ void k(int n, unsigned u, int other) {\n"
				   "  int a = n / 2 - 5;\n"
				   "  bool b = n - u > 100;\n" /* unsigned: wraps */
				   "  unsigned char c = n * 100;\n"
				   "  int d = twice(n) + (int)u;\n"
				   "  bool e = n > 2 || other;\n"
				   "  int f = n ? other : 4;\n"
				   "  int g = 9 / (n - 3);\n"
				   "}\n";
	static const struct {
		const char *name;
		int64_t values[2], value;
		bool known;
	} cases[] = {
		{"a", {-7, 0}, -8, true},
		{"b", {1, 2}, 1, true},
		{"b", {200, 2}, 1, true},
		{"b", {5, 2}, 0, true},
		{"c", {3, 0}, 44, true},
		{"d", {4, 0xfffffffe}, 6, true},
		{"e", {3, 0}, 1, true},
		{"e", {2, 0}, 0, false},
		{"f", {0, 0}, 4, true},
		{"f", {1, 0}, 0, false},
		{"g", {6, 0}, 3, true},
		{"g", {3, 0}, 0, false},
	};
	struct parsed parsed = parse(text);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct ir_environment environment = {value_given, cases[i].values};
		const struct ir_var *var = find_var(parsed.unit->module, cases[i].name);
		int64_t value = 0;
		if (ir_fold_int_in(&environment, var->init, &value) != cases[i].known)
			fail_msg("%zu", i);
		if (cases[i].known)
			assert_int_equal(value, cases[i].value);
	}
	done(&parsed);
}

/* "16,16,1" with ? for what is unknown; "none" when the expression isn't understood. */
static const char *block_text(const struct parsed *parsed, size_t launch)
{
	struct ir_dim3 dims;
	assert_true(launch < parsed->unit->module->launches.count);
	const struct ir_expr *block = parsed->unit->module->launches.data[launch]->block;
	if (!ir_fold_dim3(block, &dims))
		return "none";
	char *text = arena_strdup(parsed->arena, "");
	for (int i = 0; i < 3; i++)
		text = dims.known[i] ? arena_printf(parsed->arena, "%s%s%lld", text, i ? "," : "",
					       (long long)dims.value[i])
				     : arena_printf(parsed->arena, "%s%s?", text, i ? "," : "");
	return text;
}

static void test_extents(void **state)
{
	(void)state;
	static const char text[] =
		"__global__ void k();\n"
		"const dim3 fixed(8, 4);\n"
		"dim3 make(int n) { return dim3(n, n / 2); }\n"
		"void f(int n, dim3 given) {\n"
		"  k<<<1, 256>>>();\n"
		"  k<<<1, dim3(16, 16)>>>();\n"
		"  k<<<1, dim3{32, 2, 2}>>>();\n"
		"  k<<<1, fixed>>>();\n"
		"  k<<<1, make(64)>>>();\n"
		"  k<<<1, n>>>();\n"
		"  k<<<1, given>>>();\n"
		"  dim3 filled; filled.x = 16; filled.y = filled.x / 2; k<<<1, filled>>>();\n"
		"  dim3 early(2, 2); k<<<1, early>>>(); early.x = 9;\n"
		"  dim3 branch(4); if (n) branch.y = 2; k<<<1, branch>>>();\n"
		"  dim3 loop(1); for (int i = 0; i < 3; i++) { k<<<1, loop>>>(); loop.x *= 2; }\n"
		"  dim3 picked = sizeof(int) == 4 ? dim3(5) : dim3(6); k<<<1, picked>>>();\n"
		"}\n";
	static const char *const expected[] = {"256,1,1", "16,16,1", "32,2,2", "8,4,1", "64,32,1", "?,1,1",
		"none", "16,8,1", "2,2,1", "4,?,1", "?,1,1", "5,1,1"};
	struct parsed parsed = parse(text);
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		assert_string_equal(block_text(&parsed, i), expected[i]);
	done(&parsed);
}

static void test_total(void **state)
{
	(void)state;
	int64_t total = 0;
	struct ir_dim3 dims = {.value = {16, 16, 2}, .known = {true, true, true}};
	assert_true(ir_dim3_total(&dims, &total));
	assert_int_equal(total, 512);
	dims.value[0] = dims.value[1] = 4294967295;
	assert_false(ir_dim3_total(&dims, &total));
	dims.known[2] = false;
	assert_false(ir_dim3_total(&dims, &total));
}

/* A chain that doubles with each link ends by the budget. */
static void test_budget(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	char *source = arena_strdup(arena, "int v0(int n) { return n; }\n");
	for (int i = 1; i < 60; i++)
		source = arena_printf(
			arena, "%sint v%d(int n) { return v%d(n) + v%d(n); }\n", source, i, i - 1, i - 1);
	source = arena_printf(arena, "%sconst int huge = v59(1);\n", source);
	struct parsed parsed = parse(source);
	assert_unknown(parsed.unit->module, "huge");
	done(&parsed);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_arithmetic),
		cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_variables_and_calls),
		cmocka_unit_test(test_members),
		cmocka_unit_test(test_environment),
		cmocka_unit_test(test_extents),
		cmocka_unit_test(test_total),
		cmocka_unit_test(test_budget),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
