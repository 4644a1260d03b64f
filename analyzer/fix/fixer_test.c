/* Fixing whole runs, with rules made for the purpose: rounds, fixes that do no good, units that disagree,
 * files that change meanwhile. */
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

#include "analyzer/base/buffer.h"
#include "analyzer/fix/fixer.h"
#include "analyzer/run/cache_test.h"

/* ---- rules ----------------------------------------------------------------------------------- */

static bool is_call_of(const struct ir_expr *call, const char *name)
{
	return call->call->name && strcmp(call->call->name, name) == 0;
}

/* bad() becomes good(), breaks() becomes something that isn't declared, stays() stays. */
static void on_call(struct pass *pass, const struct ir_expr *call)
{
	static const char *const names[][2] = {
		{"bad", "good"}, {"breaks", "nowhere"}, {"stays", " stays"}, {"first", "second"}};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!is_call_of(call, names[i][0]))
			continue;
		struct finding *finding = pass_report(pass, call->range, "%s is called", names[i][0]);
		struct fix *fix = pass_fix(pass, finding, FIX_SAFE, "Call another");
		fix_replace(pass, fix, call->call->name_range, "%s", names[i][1]);
	}
}

/* second(), of another rule, gets a line of its own. */
static void on_second(struct pass *pass, const struct ir_expr *call)
{
	if (!is_call_of(call, "second"))
		return;
	struct finding *finding = pass_report(pass, call->range, "second is called");
	struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "Call the third one");
	fix_replace(pass, fix, call->call->name_range, "\n\nthird");
}

/* drop(x) becomes x: calls inside of each other touch the same text. */
static void on_drop(struct pass *pass, const struct ir_expr *call)
{
	if (!is_call_of(call, "drop"))
		return;
	struct finding *finding = pass_report(pass, call->range, "drop is called");
	struct fix *fix = pass_fix(pass, finding, FIX_SAFE, "Drop it");
	fix_replace(pass, fix, call->range, "%s", pass_text(pass, call->operands[0]->range));
}

/* pick(float) alone is reported. */
static void on_pick(struct pass *pass, const struct ir_expr *call)
{
	if (!is_call_of(call, "pick") || ir_type_value(call->operands[0]->type)->size != 4)
		return;
	struct finding *finding = pass_report(pass, call->range, "pick is called");
	struct fix *fix = pass_fix(pass, finding, FIX_SAFE, "Call good");
	fix_replace(pass, fix, call->call->name_range, "good");
}

static const struct rule parse_error = {.code = "CU001", .name = "parse-error", .severity = SEVERITY_INFO};
static const struct rule calls = {
	.code = "CU991", .name = "calls", .severity = SEVERITY_ERROR, .hooks = {.call = on_call}};
static const struct rule seconds = {
	.code = "CU992", .name = "seconds", .severity = SEVERITY_ERROR, .hooks = {.call = on_second}};
static const struct rule drops = {
	.code = "CU993", .name = "drops", .severity = SEVERITY_ERROR, .hooks = {.call = on_drop}};
static const struct rule picks = {
	.code = "CU994", .name = "picks", .severity = SEVERITY_ERROR, .hooks = {.call = on_pick}};
static const struct rule *const registry[] = {&parse_error, &calls, &seconds, &drops, &picks, NULL};

/* ---- runs ------------------------------------------------------------------------------------ */

struct fixture {
	struct arena *arena;
	char *root; /* a new folder, the working directory */
	struct run_options options;
	struct fix_request request;
	struct run_report report;
	struct fix_report fixes;
	unsigned selections;      /* how often something was selected */
	unsigned change_at;       /* at which of them a.cu is changed from outside; 0: never */
	struct buffer seen_lines; /* "3 5;" for the findings of each selection */
};

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static void expect_file(const char *path, const char *text)
{
	struct buffer read = {0};
	assert_int_equal(buffer_read_file(&read, path, 1 << 20), 0);
	assert_string_equal(read.data, text);
	buffer_free(&read);
}

static void select_all(void *context, const finding_list *findings, finding_list *out)
{
	struct fixture *fixture = context;
	for (size_t i = 0; i < findings->count; i++) {
		vec_push(fixture->arena, out, findings->data[i]);
		buffer_printf(&fixture->seen_lines, "%u ", findings->data[i]->span.start.line);
	}
	buffer_add_text(&fixture->seen_lines, ";");
	if (++fixture->selections == fixture->change_at)
		write_file("a.cu", "// changed\n");
}

static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof *fixture);
	char name[] = "/tmp/cudalint-fixer-XXXXXX";
	fixture->arena = arena_new();
	char *resolved = realpath(mkdtemp(name), NULL);
	fixture->root = arena_strdup(fixture->arena, resolved);
	free(resolved);
	fixture->options = (struct run_options){.cuda_path = "none",
		.select = "ALL",
		.jobs = 2,
		.use_cache = true,
		.cache_dir = make_cache(fixture->arena, fixture->root)};
	fixture->request = (struct fix_request){
		.safety = FIX_UNSAFE, .write = true, .select = select_all, .context = fixture};
	*state = fixture;
	return chdir(fixture->root);
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;
	char *command = arena_printf(fixture->arena, "rm -rf '%s'", fixture->root);
	int result = chdir("/") || system(command);
	buffer_free(&fixture->seen_lines);
	arena_free(fixture->arena);
	free(fixture);
	return result;
}

static void fix(struct fixture *fixture)
{
	assert_int_equal(run_check(fixture->arena, &fixture->options, registry, &fixture->report), 0);
	run_fix(fixture->arena, &fixture->options, registry, &fixture->request, &fixture->report,
		&fixture->fixes);
}

static void expect_problem(const struct fixture *fixture, const char *line)
{
	assert_int_equal(fixture->fixes.problems.count, line ? 1 : 0);
	if (line)
		assert_string_equal(fixture->fixes.problems.data[0], line);
}

/* ---- tests ----------------------------------------------------------------------------------- */

#define DECLARED                                                                                             \
	"void bad(int); void good(int); void breaks(int); void stays(int);\n"                                \
	"void first(int); void second(int); void third(int); int drop(int);\n"

static void test_fixed(void **state)
{
	struct fixture *fixture = *state;
	write_file("a.cu", DECLARED "void f() { bad(1); bad(2); }\n");
	chmod("a.cu", 0640);
	fix(fixture);
	expect_file("a.cu", DECLARED "void f() { good(1); good(2); }\n");
	expect_problem(fixture, NULL);
	assert_int_equal(fixture->fixes.fixed, 2);
	assert_int_equal(fixture->fixes.remaining.count, 0);
	assert_int_equal(fixture->report.findings.count, 0);
	assert_int_equal(fixture->fixes.rules.count, 1);
	assert_int_equal(fixture->fixes.rules.data[0].count, 2);
	struct stat status;
	assert_int_equal(stat("a.cu", &status), 0);
	assert_int_equal(status.st_mode & 07777, 0640);
}

/* What lies outside isn't the user's to change, by whatever link it is reached; what is named itself is. */
static void test_links_outside(void **state)
{
	struct fixture *fixture = *state;
	const char *text = DECLARED "void f() { bad(1); }\n";
	assert_int_equal(mkdir("repo", 0777) | mkdir("repo/.git", 0777) | mkdir("repo/sub", 0777), 0);
	write_file("outside.cu", text);
	write_file("repo/own.cu", text);
	write_file("repo/sub/x.cu", "int unused;\n");
	assert_int_equal(symlink("../outside.cu", "repo/link.cu"), 0);
	assert_int_equal(symlink("../own.cu", "repo/sub/inner.cu"), 0);
	assert_int_equal(symlink("..", "repo/up"), 0);
	const char *const ways[] = {".", "link.cu", "up/outside.cu", "sub/../link.cu"};
	const char *const outside[] = {fixture->root};
	enum { WAYS = sizeof ways / sizeof *ways };
	assert_int_equal(chdir("repo"), 0);
	/* Such a link isn't followed; where that is allowed, nothing is written all the same. */
	for (size_t i = 0; i < 2 * WAYS; i++) {
		bool is_allowed = i >= WAYS;
		fixture->options.paths = &ways[i % WAYS];
		fixture->options.path_count = 1;
		fixture->options.allowed = outside;
		fixture->options.allowed_count = is_allowed;
		fixture->report = (struct run_report){0};
		fixture->fixes = (struct fix_report){0};
		fix(fixture);
		expect_file("../outside.cu", text);
		if (!is_allowed) {
			expect_problem(fixture, NULL);
			continue;
		}
		expect_problem(fixture, arena_printf(fixture->arena,
						"%s/outside.cu: not fixed: the link '%s' that leads to it "
						"points out of the repository",
						fixture->root, i % WAYS == 2 ? "up" : "link.cu"));
	}
	fixture->options.allowed_count = 0;
	expect_file("own.cu", DECLARED "void f() { good(1); }\n");
	const char *const both[] = {".", "../outside.cu"};
	fixture->options.paths = both;
	fixture->options.path_count = 2;
	fixture->report = (struct run_report){0};
	fixture->fixes = (struct fix_report){0};
	fix(fixture);
	expect_problem(fixture, NULL);
	expect_file("../outside.cu", DECLARED "void f() { good(1); }\n");
}

static void test_diff_only(void **state)
{
	struct fixture *fixture = *state;
	const char *text = DECLARED "void f() { bad(1); }\n";
	fixture->request.write = false;
	write_file("a.cu", text);
	fix(fixture);
	expect_file("a.cu", text);
	assert_int_equal(fixture->report.findings.count, 1);
	assert_int_equal(fixture->fixes.files.count, 1);
	assert_string_equal(fixture->fixes.files.data[0].after, DECLARED "void f() { good(1); }\n");
}

static void test_rounds(void **state)
{
	struct fixture *fixture = *state;
	write_file(
		"a.cu", DECLARED "void f() { first(drop(drop(drop(1)))); }\nvoid g() { third(drop(2)); }\n");
	fix(fixture);
	expect_file("a.cu", DECLARED "void f() { \n\nthird(1); }\nvoid g() { third(2); }\n");
	expect_problem(fixture, NULL);
	assert_int_equal(fixture->fixes.remaining.count, 0);
	/* Line 4 stays line 4 for whoever selects, though two lines have come in front of it. */
	assert_null(strstr(fixture->seen_lines.data, "6"));
}

static void test_safe_alone(void **state)
{
	struct fixture *fixture = *state;
	fixture->request.safety = FIX_SAFE;
	write_file("a.cu", DECLARED "void f() { first(1); }\n");
	fix(fixture);
	expect_file("a.cu", DECLARED "void f() { second(1); }\n");
	assert_int_equal(fixture->fixes.remaining.count, 1);
}

static void test_breaks(void **state)
{
	struct fixture *fixture = *state;
	write_file("a.cu", DECLARED "void f() { bad(1); breaks(1); }\n");
	write_file("b.cu", DECLARED "void f() { bad(1); }\n");
	fix(fixture);
	expect_file("a.cu", DECLARED "void f() { bad(1); breaks(1); }\n");
	expect_file("b.cu", DECLARED "void f() { good(1); }\n");
	expect_problem(fixture, "a.cu: fixes taken back: with them, a.cu does not parse");
	assert_int_equal(fixture->fixes.fixed, 1);
	assert_int_equal(fixture->fixes.remaining.count, 2);
	assert_false(fixture->fixes.failed);
}

static void test_stays(void **state)
{
	struct fixture *fixture = *state;
	write_file("a.cu", DECLARED "void f() { stays(1); }\n");
	fix(fixture);
	expect_file("a.cu", DECLARED "void f() { stays(1); }\n");
	expect_problem(fixture, "a.cu: fixes taken back: CU991 is still found in line 3");
}

/* A second round that breaks costs the second round. */
static void test_breaks_later(void **state)
{
	struct fixture *fixture = *state;
	write_file("a.cu", "void first(int); void second(int);\nvoid f() { first(1); }\n");
	fix(fixture); /* third() isn't declared */
	expect_file("a.cu", "void first(int); void second(int);\nvoid f() { second(1); }\n");
	expect_problem(fixture, "a.cu: fixes taken back: with them, a.cu does not parse");
	assert_int_equal(fixture->fixes.fixed, 1);
}

static void test_header(void **state)
{
	struct fixture *fixture = *state;
	write_file("h.cuh", DECLARED "inline void f() { bad(1); }\n");
	write_file("a.cu", "#include \"h.cuh\"\nvoid a() { bad(2); }\n");
	write_file("b.cu", "#include \"h.cuh\"\nvoid b() { bad(3); }\n");
	fix(fixture);
	expect_file("h.cuh", DECLARED "inline void f() { good(1); }\n");
	expect_file("a.cu", "#include \"h.cuh\"\nvoid a() { good(2); }\n");
	expect_file("b.cu", "#include \"h.cuh\"\nvoid b() { good(3); }\n");
	expect_problem(fixture, NULL);
	assert_int_equal(fixture->fixes.fixed, 3);
	assert_int_equal(fixture->report.findings.count, 0);
}

static void test_header_disputed(void **state)
{
	struct fixture *fixture = *state;
	const char *text = DECLARED "inline void f() {\n#if MODE\nbad(1);\n#endif\n}\n";
	write_file("h.cuh", text);
	write_file("a.cu", "#define MODE 1\n#include \"h.cuh\"\nvoid a() { bad(2); }\n");
	write_file("b.cu", "#define MODE 0\n#include \"h.cuh\"\n");
	fix(fixture);
	expect_file("h.cuh", text);
	expect_file("a.cu", "#define MODE 1\n#include \"h.cuh\"\nvoid a() { good(2); }\n");
	expect_problem(fixture, "h.cuh: 1 x CU991 not fixed: b.cu includes the file and has no such finding");
}

/* What a header breaks is found in the unit that includes it. */
static void test_header_breaks(void **state)
{
	struct fixture *fixture = *state;
	const char *text = "void breaks(int);\ninline void f() { breaks(1); }\n";
	write_file("h.cuh", text);
	write_file("a.cu", "void nowhere(int);\n#include \"h.cuh\"\n");
	write_file("b.cu", "#include \"h.cuh\"\n");
	fix(fixture);
	expect_file("h.cuh", text);
	expect_problem(fixture, "h.cuh: fixes taken back: with them, b.cu does not parse");
}

static void test_instantiations(void **state)
{
	struct fixture *fixture = *state;
	const char *text = "void pick(float); void pick(double); void good(float); void good(double);\n"
			   "template <class T> void one(T x) { pick(x); }\n"
			   "template <class T> void two(T x) { pick(x); }\n"
			   "void f() { one(1.0f); one(1.0); two(1.0f); }\n";
	write_file("a.cu", text);
	fix(fixture);
	expect_file("a.cu", "void pick(float); void pick(double); void good(float); void good(double);\n"
			    "template <class T> void one(T x) { pick(x); }\n"
			    "template <class T> void two(T x) { good(x); }\n"
			    "void f() { one(1.0f); one(1.0); two(1.0f); }\n");
	assert_int_equal(fixture->fixes.fixed, 1);
	assert_int_equal(fixture->fixes.remaining.count, 1);
}

static void test_changed_before(void **state)
{
	struct fixture *fixture = *state;
	fixture->change_at = 1;
	write_file("a.cu", DECLARED "void f() { bad(1); }\n");
	fix(fixture);
	expect_file("a.cu", "// changed\n");
	expect_problem(fixture, "a.cu: not fixed: it has changed since it was read");
	assert_int_equal(fixture->fixes.fixed, 0);
}

static void test_changed_later(void **state)
{
	struct fixture *fixture = *state;
	fixture->change_at = 2;
	write_file("a.cu", DECLARED "void f() { bad(1); }\n");
	write_file("b.cu", DECLARED "void f() { bad(1); }\n");
	fix(fixture);
	expect_file("a.cu", "// changed\n");
	expect_file("b.cu", DECLARED "void f() { good(1); }\n");
	expect_problem(fixture, "a.cu: not fixed: it has changed in the meantime");
	assert_true(fixture->fixes.failed);
	assert_int_equal(fixture->fixes.fixed, 1);
	assert_int_equal(fixture->fixes.remaining.count, 1);
	assert_int_equal(fixture->report.findings.count, 1);
}

static void test_links(void **state)
{
	struct fixture *fixture = *state;
	struct stat status;
	mkdir("real", 0777);
	write_file("real/a.cu", DECLARED "void f() { bad(1); }\n");
	assert_int_equal(symlink("real/a.cu", "a.cu"), 0);
	fix(fixture);
	expect_file("real/a.cu", DECLARED "void f() { good(1); }\n");
	assert_int_equal(lstat("a.cu", &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	assert_int_equal(fixture->fixes.fixed, 1);
}

/* Bytes of all kinds around a fix stay as they are, and respelled lines aren't touched. */
static void test_bytes(void **state)
{
	struct fixture *fixture = *state;
	write_file(
		"a.cu", "\xef\xbb\xbfvoid bad(int); void good(int);\r\nvoid f() { /* \xe4\xff */ bad(1); }");
	write_file("b.cu", DECLARED "__global__ void k(int);\n"
				    "void f() { k<< <1, 1>> >(1); bad(1);\n bad(2); }\n");
	fix(fixture);
	expect_file(
		"a.cu", "\xef\xbb\xbfvoid bad(int); void good(int);\r\nvoid f() { /* \xe4\xff */ good(1); }");
	expect_file("b.cu", DECLARED "__global__ void k(int);\n"
				     "void f() { k<< <1, 1>> >(1); bad(1);\n good(2); }\n");
}

static void test_line_ends(void **state)
{
	struct fixture *fixture = *state;
	write_file(
		"a.cu", "void first(int); void second(int); void third(int);\r\nvoid f() { first(1); }\r\n");
	write_file("b.cu", "void second(int); void third(int);\r\nvoid f() { second(1); }");
	fix(fixture);
	expect_file("a.cu",
		"void first(int); void second(int); void third(int);\r\nvoid f() { \r\n\r\nthird(1); }\r\n");
	expect_file("b.cu", "void second(int); void third(int);\r\nvoid f() { \r\n\r\nthird(1); }");
}

static void test_macros(void **state)
{
	struct fixture *fixture = *state;
	write_file("a.cu", DECLARED "#define CALL(x) bad(x)\n#define RUN(x) x\n#define TWICE(x) x; x\n"
				    "void f() { CALL(1); RUN(bad(2)); TWICE(bad(3)); }\n");
	fix(fixture);
	expect_file("a.cu", DECLARED "#define CALL(x) bad(x)\n#define RUN(x) x\n#define TWICE(x) x; x\n"
				     "void f() { CALL(1); RUN(good(2)); TWICE(good(3)); }\n");
	assert_int_equal(fixture->fixes.remaining.count, 1);
}

/* A run that was cut short doesn't know enough. */
static void test_stopped(void **state)
{
	struct fixture *fixture = *state;
	const char *text = DECLARED "void f() { bad(1); }\n";
	write_file("a.cu", text);
	assert_int_equal(run_check(fixture->arena, &fixture->options, registry, &fixture->report), 0);
	fixture->report.stopped_by = 2;
	run_fix(fixture->arena, &fixture->options, registry, &fixture->request, &fixture->report,
		&fixture->fixes);
	expect_file("a.cu", text);
	expect_problem(fixture, "interrupted: nothing was fixed");
	assert_int_equal(fixture->fixes.remaining.count, 1);
}

static void test_stdin(void **state)
{
	struct fixture *fixture = *state;
	static const char *const paths[] = {"-"};
	fixture->options.paths = paths;
	fixture->options.path_count = 1;
	fixture->options.stdin_name = "a.cu";
	fixture->options.stdin_text = DECLARED "void f() { bad(1); }\n";
	fixture->options.stdin_size = strlen(fixture->options.stdin_text);
	write_file("a.cu", "// on disk\n");
	fix(fixture);
	expect_file("a.cu", "// on disk\n");
	assert_int_equal(fixture->fixes.files.count, 1);
	assert_string_equal(fixture->fixes.files.data[0].after, DECLARED "void f() { good(1); }\n");
	assert_int_equal(fixture->report.findings.count, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {TEST(test_fixed), TEST(test_links_outside), TEST(test_diff_only),
		TEST(test_rounds), TEST(test_safe_alone), TEST(test_breaks), TEST(test_stays),
		TEST(test_breaks_later), TEST(test_header), TEST(test_header_disputed),
		TEST(test_header_breaks), TEST(test_instantiations), TEST(test_changed_before),
		TEST(test_changed_later), TEST(test_links), TEST(test_bytes), TEST(test_line_ends),
		TEST(test_macros), TEST(test_stdin), TEST(test_stopped)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
