/* Walking, printing and querying, on source that the front end lowers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/base/buffer.h"
#include "analyzer/frontend/unit.h"
#include "analyzer/ir/print.h"
#include "analyzer/ir/query.h"
#include "analyzer/ir/walk.h"

static const char source[] = "__device__ int leaf(int x) { return __ffs(x); }\n"
			     "__device__ int middle(int x) { return leaf(x) + leaf(x + 1); }\n"
			     "__global__ void k(int *out, int n) {\n"
			     "  __shared__ int s[32];\n"
			     "  for (int i = 0; i < n; i++)\n"
			     "    if (i & 1)\n"
			     "      s[i] = middle(i);\n"
			     "    else\n"
			     "      do { n--; } while (n > 3);\n"
			     "  __syncthreads();\n"
			     "  out[threadIdx.x] = s[0];\n"
			     "}\n"
			     "__device__ int unused(int x) { return middle(x); }\n"
			     "void host(int *p) {\n"
			     "  auto run = [=] { k<<<2, 64>>>(p, 5); };\n"
			     "  run();\n"
			     "  k<<<1, 32>>>(p, 3);\n"
			     "}\n";

struct fixture {
	struct arena *arena;
	struct unit *unit;
	const struct ir_module *module;
};

static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof *fixture);
	fixture->arena = arena_new();
	struct unit_options options = {.path = "ir.cu",
		.arch = 80,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = source,
		.contents_size = strlen(source)};
	char *error = NULL;
	if (unit_parse(fixture->arena, &options, &fixture->unit, &error))
		return -1;
	fixture->module = fixture->unit->module;
	*state = fixture;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;
	unit_close(fixture->unit);
	arena_free(fixture->arena);
	free(fixture);
	return 0;
}

static const struct ir_function *function_named(const struct fixture *fixture, const char *name)
{
	for (size_t i = 0; i < fixture->module->functions.count; i++)
		if (!strcmp(fixture->module->functions.data[i]->name, name))
			return fixture->module->functions.data[i];
	fail_msg("no function %s", name);
	return NULL;
}

/* ---- walking --------------------------------------------------------------------------------- */

struct trace {
	struct buffer text;
	size_t deepest;
	bool heads_match;
};

static size_t depth_of(const struct ir_path *path)
{
	size_t depth = 0;
	for (; path; path = path->up)
		depth++;
	return depth;
}

static void trace_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	static const char letters[] = "BxdIFrWDSCDRbcgLATeu";
	struct trace *trace = context;
	buffer_add(&trace->text, &letters[stmt->kind], 1);
	trace->heads_match &= path->stmt == stmt && !path->expr;
	if (depth_of(path) > trace->deepest)
		trace->deepest = depth_of(path);
}

static void trace_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct trace *trace = context;
	trace->heads_match &= path->expr == expr && !path->stmt;
	if (expr->kind == IR_CALL)
		buffer_printf(&trace->text, "(%s)", ir_callee_name(expr));
}

static void trace_var(void *context, const struct ir_var *var, const struct ir_path *path)
{
	struct trace *trace = context;
	trace->heads_match &= path->stmt && path->stmt->kind == IR_DECL;
	buffer_printf(&trace->text, "<%s>", var->name);
}

static void test_walk_order(void **state)
{
	const struct ir_visitor visitor = {.stmt = trace_stmt, .expr = trace_expr, .var = trace_var};
	struct trace trace = {.heads_match = true};
	ir_walk_function(function_named(*state, "k"), &visitor, &trace);
	assert_string_equal(trace.text.data, "Bd<s>Fd<i>Ix(middle)DBxx(__syncthreads)x");
	assert_true(trace.heads_match);
	buffer_free(&trace.text);
}

static void test_walk_lambdas(void **state)
{
	struct ir_visitor visitor = {.stmt = trace_stmt};
	struct trace outside = {.heads_match = true}, inside = outside;
	ir_walk_function(function_named(*state, "host"), &visitor, &outside);
	visitor.enter_lambdas = true;
	ir_walk_function(function_named(*state, "host"), &visitor, &inside);
	assert_string_equal(outside.text.data, "Bdxx");
	assert_string_equal(inside.text.data, "BdBxxx");
	buffer_free(&outside.text);
	buffer_free(&inside.text);
}

/* A tree deeper than any limit is walked as far as is safe. */
static void test_walk_depth(void **state)
{
	struct fixture *fixture = *state;
	enum { DEPTH = 100000 };
	struct ir_stmt *stmts = ARENA_ARRAY(fixture->arena, struct ir_stmt, DEPTH);
	for (size_t i = 0; i < DEPTH; i++)
		stmts[i] = (struct ir_stmt){.kind = IR_BLOCK, .body = i + 1 < DEPTH ? &stmts[i + 1] : NULL};
	const struct ir_visitor visitor = {.stmt = trace_stmt};
	struct trace trace = {.heads_match = true};
	ir_walk_stmt(stmts, &visitor, &trace, NULL);
	assert_true(trace.text.size > 1000 && trace.text.size < DEPTH);
	buffer_free(&trace.text);
}

/* ---- querying -------------------------------------------------------------------------------- */

static bool finds_bit(const struct ir_expr *call)
{
	return ir_cuda(call)->math == CUDA_MATH_FFS;
}

static bool is_barrier(const struct ir_expr *call)
{
	return ir_cuda(call)->op == CUDA_BLOCK_BARRIER;
}

static void test_query(void **state)
{
	struct fixture *fixture = *state;
	const struct ir_query *query = ir_query_new(fixture->arena, fixture->module);
	const struct ir_function *leaf = function_named(fixture, "leaf"),
				 *middle = function_named(fixture, "middle");
	const struct ir_function *kernel = function_named(fixture, "k"),
				 *unused = function_named(fixture, "unused");
	assert_int_equal(ir_callers(query, leaf).count, 2);
	assert_ptr_equal(ir_callers(query, leaf).data[0]->caller, middle);
	assert_int_equal(ir_callers(query, middle).count, 2);
	assert_int_equal(ir_callers(query, kernel).count, 0);
	assert_int_equal(ir_callees(query, middle).count, 2);
	assert_int_equal(ir_launches_of(query, kernel).count, 2);
	assert_true(ir_is_kernel_code(query, leaf));
	assert_true(ir_is_kernel_code(query, kernel));
	assert_false(ir_is_kernel_code(query, unused));
	assert_false(ir_is_kernel_code(query, function_named(fixture, "host")));
	const struct ir_call_site *site = ir_reached_call(query, kernel, finds_bit);
	assert_non_null(site);
	assert_ptr_equal(site->caller, leaf);
	assert_null(ir_reached_call(query, leaf, is_barrier));
}

/* ---- printing -------------------------------------------------------------------------------- */

static void test_print(void **state)
{
	struct fixture *fixture = *state;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	ir_print_module(out, fixture->module);
	fclose(out);
	static const char *const parts[] = {"file ir.cu (main)\n", "__global__ k -> void",
		"shared s: int[32]", "launch chevron k in host", "do-while n > 3", "__device__ leaf -> int",
		"else:", "lambda "};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (!strstr(text, parts[i]))
			fail_msg("'%s' is not in\n%s", parts[i], text);
	free(text);
}

static void test_strip(void **state)
{
	(void)state;
	struct ir_type type = {.kind = IR_TYPE_INT},
		       reference = {.kind = IR_TYPE_REFERENCE, .element = &type};
	struct ir_expr leaf = {.kind = IR_INT, .type = &type};
	struct ir_expr *leaf_operand = &leaf;
	struct ir_expr written = {
		.kind = IR_CAST, .type = &type, .operands = &leaf_operand, .operand_count = 1};
	struct ir_expr *written_operand = &written;
	struct ir_expr implied = {.kind = IR_CAST,
		.is_implicit = true,
		.type = &type,
		.operands = &written_operand,
		.operand_count = 1};
	assert_ptr_equal(ir_strip(&implied), &written);
	assert_ptr_equal(ir_strip_casts(&implied), &leaf);
	assert_ptr_equal(ir_type_value(&reference), &type);
	assert_false(ir_is_call(&leaf, "f"));
	assert_false(ir_is_call(NULL, "f"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_walk_order, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_walk_lambdas, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_walk_depth, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_query, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_print, set_up, tear_down),
		cmocka_unit_test(test_strip),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
