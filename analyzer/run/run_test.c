/* Linting one file with small rules made for the purpose: hooks, places, fixes, targets, suppressions, parse
 * state. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/base/buffer.h"
#include "analyzer/finding/apply.h"
#include "analyzer/run/run.h"

/* Reports every call of a function named bad, with a fix that makes it good. */
static void report_bad(struct pass *pass, const struct ir_expr *call)
{
	if (strcmp(call->call->name, "bad") != 0)
		return;
	struct finding *finding = pass_report(pass, call->range, "bad is called");
	struct fix *fix = pass_fix(pass, finding, FIX_SAFE, "Call good");
	fix_replace(pass, fix, call->call->name_range, "good");
}

/* Reports every call of a function named old, for targets from sm_70 on. */
static void report_old(struct pass *pass, const struct ir_expr *call)
{
	if (strcmp(call->call->name, "old") != 0)
		return;
	struct finding *finding = pass_report(pass, call->range, "old is called");
	finding_limit_archs(finding, 70, 0);
	pass_related(pass, finding, call->range, "here");
}

/* Writes down which hooks were called, as a finding at the end. */
static void trace_unit(struct pass *pass)
{
	pass->state = ARENA_NEW(pass->arena, struct buffer);
}

static void trace_variable(struct pass *pass, const struct ir_var *var)
{
	buffer_printf(pass->state, "var %s;", var->name);
}

static void trace_function(struct pass *pass, const struct ir_function *function)
{
	buffer_printf(pass->state, "%s{", function->name);
}

static void trace_function_end(struct pass *pass, const struct ir_function *function)
{
	(void)function;
	buffer_add_text(pass->state, "}");
}

static void trace_launch(struct pass *pass, const struct ir_launch *launch)
{
	buffer_printf(pass->state, "launch %s;", launch->kernel ? launch->kernel->name : "?");
}

static void trace_assembly(struct pass *pass, const struct ir_stmt *stmt)
{
	buffer_printf(pass->state, "asm %s;", stmt->assembly->text);
}

static void trace_end(struct pass *pass)
{
	struct buffer *text = pass->state;
	pass_report(pass, (struct ir_range){0}, "%s", text->data);
	buffer_free(text);
}

static const struct rule parse_error = {.code = "CU001", .name = "parse-error", .severity = SEVERITY_INFO};
static const struct rule bad_call = {
	.code = "CU998", .name = "bad-call", .severity = SEVERITY_ERROR, .hooks = {.call = report_bad}};
static const struct rule old_call = {
	.code = "CU997", .name = "old-call", .severity = SEVERITY_WARNING, .hooks = {.call = report_old}};
static const struct rule tracer = {.code = "CU996",
	.name = "tracer",
	.hooks = {.unit = trace_unit,
		.variable = trace_variable,
		.function = trace_function,
		.function_end = trace_function_end,
		.launch = trace_launch,
		.assembly = trace_assembly,
		.unit_end = trace_end}};

static const struct rule *const calls[] = {&parse_error, &bad_call, &old_call, NULL};
static const struct rule *const traced[] = {&tracer, NULL};

static struct unit_result lint_within(
	struct arena *arena, const struct rule *const *rules, const char *text, double late_after_ms)
{
	static const int archs[] = {60, 80, 90};
	struct run_unit_input input = {
		.late_after_ms = late_after_ms,
		.parse = {.path = "t.cu",
			.headers_dir = CUDALINT_SOURCE_HEADERS,
			.cache_dir = CUDALINT_TEST_CACHE,
			.contents = text,
			.contents_size = strlen(text)},
		.target = {.archs = archs, .arch_count = 3, .cuda_version = 13000},
		.rules = rules,
	};
	struct unit_result result;
	char *error = NULL;
	if (run_one(arena, &input, &result, &error))
		fail_msg("%s", error);
	return result;
}

static struct unit_result lint(struct arena *arena, const struct rule *const *rules, const char *text)
{
	return lint_within(arena, rules, text, 0);
}

/* "CU998 3:5 60,80,90; ..." of all findings. */
static const char *summary(struct arena *arena, const struct unit_result *result)
{
	char *text = arena_strdup(arena, "");
	for (size_t i = 0; i < result->findings.count; i++) {
		const struct finding *finding = result->findings.data[i];
		text = arena_printf(arena, "%s%s%s %u:%u", text, i ? "; " : "", finding->code,
			finding->span.start.line, finding->span.start.column);
		for (size_t k = 0; k < finding->archs.count; k++)
			text = arena_printf(arena, "%s%s%d", text, k ? "," : " ", finding->archs.data[k]);
		if (finding->suppressed)
			text = arena_printf(arena, "%s suppressed", text);
	}
	return text;
}

static void test_hooks(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct unit_result result = lint(arena, traced,
		"__device__ int g;\n"
		"__global__ void k() { asm(\"exit;\"); }\n"
		"int main() { int x = 0; auto f = [=] { return x; }; f(); k<<<1, 1>>>(); }\n");
	assert_int_equal(result.findings.count, 1);
	const char *message = result.findings.data[0]->message;
	assert_non_null(strstr(message, "var g;"));
	assert_non_null(strstr(message, "k{asm exit;;}"));
	assert_non_null(strstr(message, "main{var x;var f;launch k;}"));
	assert_int_equal(result.kernels, 1);
	assert_int_equal(result.functions, 3);
	arena_free(arena);
}

static void test_places_and_fixes(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	const char *text = "void bad(int); void good(int);\n"
			   "#define CALL(x) bad(x)\n"
			   "#define RUN(e) do { e; } while (0)\n"
			   "void f() {\n"
			   "  bad(1); /* \xc3\xa4 */ bad(2);\n"
			   "  CALL(3);\n"
			   "  RUN(bad(4));\n"
			   "}\n";
	struct unit_result result = lint(arena, calls, text);
	assert_string_equal(summary(arena, &result),
		"CU998 2:17 60,80,90; CU998 5:3 60,80,90; CU998 5:19 60,80,90; CU998 7:7 60,80,90");
	assert_true(result.findings.data[0]->has_expansion);
	assert_int_equal(result.findings.data[0]->expansion.start.line, 6);
	assert_int_equal(result.findings.data[0]->fixes.count, 0);
	assert_string_equal(result.findings.data[1]->function, "f");
	assert_string_equal(result.findings.data[1]->side, "host");
	fix_list fixes = {0};
	struct buffer out = {0};
	fixes_gather(arena, &result.findings, FIX_SAFE, &fixes);
	assert_int_equal(fixes_apply(&out, "t.cu", text, strlen(text), &fixes, NULL), 3);
	assert_non_null(
		strstr(out.data, "  good(1); /* \xc3\xa4 */ good(2);\n  CALL(3);\n  RUN(good(4));\n"));
	buffer_free(&out);
	arena_free(arena);
}

static void test_instances_are_one(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct unit_result result = lint(arena, calls,
		"__device__ void bad(int);\n"
		"template <int N> __global__ void k() { bad(N); }\n"
		"void f() { k<1><<<1, 1>>>(); k<2><<<1, 1>>>(); }\n");
	assert_string_equal(summary(arena, &result), "CU998 2:40 60,80,90");
	assert_int_equal(result.findings.data[0]->instances, 2);
	assert_non_null(result.findings.data[0]->kernel);
	arena_free(arena);
}

static void test_targets(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct unit_result result = lint(arena, calls,
		"__device__ void old(); __device__ void bad();\n"
		"__global__ void k() {\n"
		"  old();\n"
		"#if __CUDA_ARCH__ >= 800\n"
		"  bad();\n"
		"#else\n"
		"  old(); bad();\n"
		"#endif\n"
		"}\n");
	assert_string_equal(summary(arena, &result), "CU997 3:3 80,90; CU998 5:3 80,90; CU998 7:10 60");
	arena_free(arena);
}

static void test_host_pass(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct unit_result result = lint(arena, calls,
		"__host__ __device__ void bad();\n"
		"__host__ __device__ void both() {\n"
		"#ifdef __CUDA_ARCH__\n"
		"  bad();\n"
		"#endif\n"
		"}\n"
		"void host() {\n"
		"#ifdef __CUDA_ARCH__\n"
		"  bad();\n"
		"#else\n"
		"  bad();\n"
		"#endif\n"
		"}\n");
	assert_string_equal(summary(arena, &result), "CU998 4:3 60,80,90; CU998 11:3 60,80,90");
	arena_free(arena);
}

static void test_suppression(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct unit_result result = lint(arena, calls,
		"void bad();\n"
		"void f() {\n"
		"  bad(); // cudalint: ignore[CU998] it is good here\n"
		"  bad();\n"
		"}\n");
	assert_string_equal(summary(arena, &result), "CU998 3:3 60,80,90 suppressed; CU998 4:3 60,80,90");
	assert_int_equal(result.suppressed, 1);
	arena_free(arena);
}

static void test_parse_state(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct unit_result result = lint(arena, calls,
		"#include \"nowhere.h\"\n"
		"void bad();\n"
		"void broken() { int x = ; bad(); }\n"
		"void whole() { bad(); }\n");
	assert_int_equal(result.status, UNIT_DEGRADED);
	assert_int_equal(result.parse_errors, 2);
	assert_true(result.notes.count >= 2);
	const struct finding *finding = result.findings.data[0];
	assert_string_equal(finding->code, "CU001");
	assert_int_equal(finding->severity, SEVERITY_INFO);
	assert_int_equal(finding->span.start.line, 1);
	assert_non_null(strstr(finding->message, "2 parse errors"));
	assert_non_null(strstr(finding->message, "`broken`"));
	assert_non_null(strstr(finding->message, "nowhere.h"));
	assert_int_equal(result.findings.data[result.findings.count - 1]->span.start.line, 4);
	arena_free(arena);
}

static void test_unreadable(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	static const int archs[] = {80};
	struct run_unit_input input = {.parse = {.path = "/nowhere/at/all.cu",
					       .headers_dir = CUDALINT_SOURCE_HEADERS,
					       .cache_dir = CUDALINT_TEST_CACHE},
		.target = {.archs = archs, .arch_count = 1},
		.rules = calls};
	struct unit_result result;
	char *error = NULL;
	assert_int_equal(run_one(arena, &input, &result, &error), -1);
	assert_string_equal(result.io_error, "/nowhere/at/all.cu: No such file or directory");
	input.parse.path = "/";
	assert_int_equal(run_one(arena, &input, &result, &error), -1);
	assert_string_equal(result.io_error, "/: Is a directory");
	input.parse.path = "large.cu";
	input.parse.contents = calloc(1, 6000000);
	input.parse.contents_size = 6000000;
	assert_int_equal(run_one(arena, &input, &result, &error), -1);
	assert_null(result.io_error);
	assert_string_equal(result.findings.data[0]->code, "CU001");
	assert_int_equal(result.findings.data[0]->severity, SEVERITY_ERROR);
	free((void *)(uintptr_t)input.parse.contents);
	arena_free(arena);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	(void)report;
	pass_report(pass, pass->function->name_range, "executed");
}

/* From a moment on no kernel is executed any more, and those are named; what else is found stands. */
static void test_time_is_over(void **state)
{
	static const struct rule executes = {.code = "CU996",
		.name = "executes",
		.severity = SEVERITY_WARNING,
		.summary = "Test",
		.hooks = {.execution = on_execution}};
	static const struct rule *const rules[] = {&parse_error, &bad_call, &executes, NULL};
	static const char text[] = "void bad();\n__global__ void first(int *p) { p[0] = 1; }\n"
				   "__global__ void second(int *p) {\n#if __CUDA_ARCH__ >= 900\np[0] = 2;\n"
				   "#endif\n}\nvoid f() { bad(); }\n";
	struct arena *arena = arena_new();
	(void)state;
	struct unit_result result = lint_within(arena, rules, text, 1e-6);
	assert_string_equal(summary(arena, &result), "CU001 1:1; CU998 8:12 90");
	assert_int_equal(result.findings.data[0]->severity, SEVERITY_ERROR);
	assert_string_equal(result.findings.data[0]->message,
		"the time that this file may take was nearly used up: `first` and `second` were not executed, "
		"and it was not looked at for all targets and the host");
	assert_int_equal(result.executed, 0);
	result = lint_within(arena, rules, text, 1e9);
	assert_int_equal(result.executed, 2);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_time_is_over),
		cmocka_unit_test(test_hooks),
		cmocka_unit_test(test_places_and_fixes),
		cmocka_unit_test(test_instances_are_one),
		cmocka_unit_test(test_targets),
		cmocka_unit_test(test_host_pass),
		cmocka_unit_test(test_suppression),
		cmocka_unit_test(test_parse_state),
		cmocka_unit_test(test_unreadable),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
