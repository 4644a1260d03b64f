/* Suppressions: each case is a file in which "@CU201" marks lines with a finding, and "!" before it that it
 * has to be silenced; what else is reported is compared as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "analyzer/suppress/suppress.h"

static const struct rule unused = {.code = "CU002", .name = "unused-suppression"};
static const struct rule invalid = {.code = "CU003", .name = "invalid-suppression"};
static const struct rule bank = {.code = "CU201", .name = "bank-conflict"};
static const struct rule optin = {.code = "CU202", .name = "shared-memory-needs-optin"};
static const struct rule warp = {.code = "CU401", .name = "maskless-warp-intrinsic"};
static const struct rule launch = {.code = "CU701", .name = "unchecked-launch"}; /* off */
static const struct rule *const registry[] = {&unused, &invalid, &bank, &optin, &warp, &launch, NULL};
static const struct rule *const enabled[] = {&unused, &invalid, &bank, &optin, &warp, NULL};

static void add_marked(struct arena *arena, const char *text, finding_list *out)
{
	uint32_t line = 1;
	for (const char *at = text; *at; at++) {
		line += *at == '\n';
		if (*at != '@')
			continue;
		struct finding *finding = ARENA_NEW(arena, struct finding);
		finding->code = arena_strndup(arena, at + 1, 5);
		for (const struct rule *const *rule = registry; *rule; rule++) {
			if (!strcmp((*rule)->code, finding->code))
				finding->rule = (*rule)->name;
		}
		finding->span = (struct span){"a.cu", {line, 1, 0}, {line, 1, 0}};
		finding->message = at > text && at[-1] == '!' ? "silenced" : "shown";
		vec_push(arena, out, finding);
	}
}

/* Checks the marks and returns what else was reported: "line:column code message" joined by newlines, then
 * the text after all fixes if there are any. */
static const char *check(struct arena *arena, const char *text, bool complete)
{
	finding_list list = {0};
	add_marked(arena, text, &list);
	size_t count = list.count, silenced = 0;
	struct suppressions *set = suppress_new(arena, registry, enabled);
	suppress_add_file(set, "a.cu", text, strlen(text), true);
	size_t result = suppress_apply(set, &list, complete);
	const char *log = "", *fixed = NULL;
	for (size_t i = 0; i < list.count; i++) {
		const struct finding *finding = list.data[i];
		silenced += finding->suppressed;
		if (i < count && finding->suppressed != !strcmp(finding->message, "silenced"))
			fail_msg("%s on line %u should be %s in\n%s", finding->code, finding->span.start.line,
				finding->message, text);
		if (i < count || finding->suppressed)
			continue;
		log = arena_printf(arena, "%s%u:%u %s %s\n", log, finding->span.start.line,
			finding->span.start.column, finding->code, finding->message);
		if (finding->fixes.count) {
			const struct edit *edit = &finding->fixes.data[0].edits.data[0];
			fixed = arena_printf(arena, "%.*s%s", (int)edit->start, text, text + edit->end);
		}
	}
	assert_int_equal(result, silenced);
	return fixed ? arena_printf(arena, "%s=> %s", log, fixed) : log;
}

static const struct {
	const char *text, *log;
} cases[] = {
	/* where */
	{"!@CU201 // cudalint: ignore[CU201] reason\n@CU201", ""},
	{"// cudalint: ignore[CU201]\n!@CU201\n@CU201", ""},
	{"// cudalint: ignore[CU201] a reason\n// that goes on\n!@CU201\n@CU201", ""},
	{"// cudalint: ignore[CU201]\n/* cudalint: ignore[CU401] */\n!@CU201 !@CU401\n@CU201", ""},
	{"x /* cudalint: ignore[CU201] */ !@CU201\n@CU201", ""},
	{"/*\n * cudalint: ignore[CU201]\n */\n!@CU201\n", ""},
	{"@CU201\n// cudalint: disable[CU2]\n!@CU202\n// cudalint: enable[CU2]\n@CU201", ""},
	{"// cudalint: disable[CU201, CU202]\n!@CU201!@CU202\n// cudalint: enable[CU2]\n@CU201", ""},
	{"!@CU201\n!@CU201 // cudalint: file-ignore[bank-conflict] reason\n@CU202", ""},
	{"#define X \\\n !@CU201 \\\n  x /* cudalint: ignore[CU201] */\n@CU201", ""},
	{"// cudalint: ignore[CU201]\n#define X \\\n !@CU201 \\\n !@CU201\n@CU201", ""},
	{"// cudalint: ignore[CU201]\nx(\\\n !@CU201,\\\n !@CU201)\n@CU201", ""},
	{"x(!@CU201,\\\n !@CU201) // cudalint: ignore[CU201]\n@CU201", ""},
	/* what */
	{"!@CU201 !@CU202 @CU401 // cudalint: ignore[CU2]", ""},
	{"!@CU201 !@CU401 // cudalint: ignore[all]", ""},
	{"!@CU201 @CU401 // cudalint: ignore[cudalint-bank-conflict]", ""},
	{"\"// cudalint: ignore[CU201]\" @CU201", ""},
	{"// cudalint: launch f grid=1 block=2\n", ""},
	{"// see cudalint: the tool that ignores\n// about cudalint: see there", ""},
	/* clang-tidy's */
	{"!@CU201 !@CU401 // NOLINT", ""},
	{"!@CU201 @CU401 // NOLINT(cudalint-bank-conflict)", ""},
	{"!@CU201 // NOLINT(bugprone-*, cudalint-bank*): reason", ""},
	{"!@CU201 !@CU202 @CU401 // NOLINT(CU2)", ""},
	{"!@CU201 @CU202 // NOLINT(cudalint-*,-cudalint-shared*)", ""},
	{"@CU201 // NOLINT(bugprone-foo)", ""},
	{"@CU201 // NOLINT()", ""},
	{"!@CU201 // NOLINT(*)", ""},
	{"// NOLINTNEXTLINE\n!@CU201\n@CU201", ""},
	{"// NOLINTNEXTLINE(cudalint-CU201)\n!@CU201\n@CU201", ""},
	{"// NOLINTBEGIN\n!@CU201\n// NOLINTEND\n@CU201", ""},
	{"// NOLINTBEGIN(cudalint-*)\n!@CU201\n// NOLINTEND(cudalint-*)\n@CU201", ""},
	{"// NOLINTBEGIN(foo)\n// NOLINTBEGIN\n// xNOLINT NOLINTER\n!@CU201", ""},
	/* unused */
	{"x; // cudalint: ignore[CU201] reason\ny;",
		"1:7 CU002 unused suppression: 'cudalint: ignore[CU201]' silences nothing\n=> x;\ny;"},
	{"a\n\t// cudalint: ignore[CU201]\r\nb",
		"2:5 CU002 unused suppression: 'cudalint: ignore[CU201]' silences nothing\n=> a\nb"},
	{"x /* cudalint: ignore[CU201] */ y",
		"1:6 CU002 unused suppression: 'cudalint: ignore[CU201]' silences nothing\n=> x  y"},
	{"!@CU201 // cudalint: ignore[CU201, CU401]",
		"1:36 CU002 unused suppression: 'CU401' silences nothing here\n"
		"=> !@CU201 // cudalint: ignore[CU201]"},
	{"!@CU201 // cudalint: ignore[CU401, CU201]",
		"1:29 CU002 unused suppression: 'CU401' silences nothing here\n"
		"=> !@CU201 // cudalint: ignore[CU201]"},
	{"x // text cudalint: ignore[CU201] reason",
		"1:11 CU002 unused suppression: 'cudalint: ignore[CU201]' silences nothing\n"
		"=> x // text"},
	{"x // NOLINT(cudalint-bank-conflict)",
		"1:6 CU002 unused suppression: 'NOLINT(cudalint-bank-conflict)' silences nothing\n"
		"=> x"},
	{"x // NOLINT(cudalint-bank-conflict, foo)",
		"1:13 CU002 unused suppression: 'cudalint-bank-conflict' silences nothing here\n"
		"=> x // NOLINT(foo)"},
	{"x // NOLINT\ny // NOLINT(cudalint-*)\nz // cudalint: ignore[CU701]\n// cudalint: file-ignore[ALL]",
		""},
	{"x // cudalint: ignore[CU201] r cudalint: ignore[CU002]", ""},
	{"x // cudalint: ignore[CU002]",
		"1:6 CU002 unused suppression: 'cudalint: ignore[CU002]' silences nothing\n=> x"},
	/* wrong */
	{"@CU201 // cudalint: ignore[CU211]",
		"1:28 CU003 this version has no rule 'CU211' to suppress; did you mean 'CU201'?\n"},
	{"@CU201 // cudalint: ignore[CU301]", "1:28 CU003 this version has no rule 'CU301' to suppress\n"},
	{"// cudalint: ignore[bank-conflit]\n",
		"1:21 CU003 unknown rule 'bank-conflit' in a suppression; did you mean 'bank-conflict'?\n"},
	{"// cudalint: ignore[CU951]\n", ""},
	{"// NOLINT(cudalint-bank-conflit)\n",
		"1:11 CU003 unknown rule 'cudalint-bank-conflit' in a suppression; did you mean "
		"'cudalint-bank-conflict'?\n"},
	{"@CU201 // cudalint: ignore",
		"1:11 CU003 'ignore' names no rule: write 'ignore[CODE]' with the codes it is for\n"},
	{"@CU201 // cudalint: ignore[]",
		"1:11 CU003 'ignore' names no rule: write 'ignore[CODE]' with the codes it is for\n"},
	{"!@CU201 // cudalint: ignore[CU201",
		"1:12 CU003 the list of 'ignore' is not closed: ']' is missing\n"},
	{"// cudalint: ignroe[CU201]\n", "1:4 CU003 unknown directive 'ignroe'; did you mean 'ignore'?\n"},
	{"// cudalint: enable[CU201]\n", "1:21 CU003 'enable[CU201]' without a 'disable[CU201]' before it\n"},
	{"// cudalint: disable[CU201]\n!@CU201",
		"1:22 CU003 'disable[CU201]' without an 'enable[CU201]': it reaches to the end of the file; "
		"'file-ignore[CU201]' says so\n"},
	{"// NOLINTEND(cudalint-bank-conflict)",
		"1:14 CU003 NOLINTEND of 'cudalint-bank-conflict' without a NOLINTBEGIN\n"},
	{"// cudalint: ignore[CU211] cudalint: ignore[CU003]", ""},
};

static void covers_what_it_says(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const char *log = check(arena, cases[i].text, true);
		if (strcmp(log, cases[i].log) != 0)
			fail_msg("in\n%s\nexpected\n%s\ngot\n%s", cases[i].text, cases[i].log, log);
	}
	arena_free(arena);
}

static void unused_needs_the_whole_unit(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	assert_string_equal(check(arena, "x // cudalint: ignore[CU201]", false), "");
	arena_free(arena);
}

static void covers_macros(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	const char *text = "// cudalint: ignore[CU201]\nUSE\n";
	struct finding finding = {.code = "CU201",
		.rule = "bank-conflict",
		.span = {"m.h", {9, 1, 0}, {9, 1, 0}},
		.has_expansion = true,
		.expansion = {"a.cu", {2, 1, 0}, {2, 4, 0}}};
	finding_list list = {0};
	vec_push(arena, &list, &finding);
	struct suppressions *set = suppress_new(arena, registry, enabled);
	suppress_add_file(set, "a.cu", text, strlen(text), true);
	assert_int_equal(suppress_apply(set, &list, true), 1);
	assert_string_equal(finding.suppressor.path, "a.cu");
	assert_int_equal(finding.suppressor.offset, 20);
	arena_free(arena);
}

static void another_unit_can_use_it(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	const char *header = "x // cudalint: ignore[CU201]\n";
	finding_list all = {0};
	for (int unit = 0; unit < 2; unit++) {
		finding_list list = {0};
		if (unit == 1)
			add_marked(arena, "@CU201", &list);
		struct suppressions *set = suppress_new(arena, registry, enabled);
		suppress_add_file(set, "a.cu", header, strlen(header), unit == 0);
		suppress_apply(set, &list, true);
		for (size_t i = 0; i < list.count; i++)
			vec_push(arena, &all, list.data[i]);
	}
	assert_int_equal(all.count, 2);
	suppress_drop_used(&all);
	assert_int_equal(all.count, 1);
	assert_true(all.data[0]->suppressed);
	arena_free(arena);
}

static void survives_any_bytes(void **state)
{
	(void)state;
	static const char *const pieces[] = {"// ", "/* ", "*/", "cudalint: ", "ignore", "disable", "enable",
		"file-ignore", "[", "]", "CU201", "CU002", ",", "NOLINT", "NOLINTBEGIN", "NOLINTEND", "(",
		")", "cudalint-*", "-", "\n", "\\\n", "#define ", "\xff", " ", "@CU201", "NEXTLINE"};
	srand(1);
	for (int turn = 0; turn < 20000; turn++) {
		struct arena *arena = arena_new();
		const char *text = "";
		for (int i = rand() % 14; i > 0; i--)
			text = arena_printf(arena, "%s%s", text,
				pieces[(size_t)rand() % (sizeof pieces / sizeof pieces[0])]);
		finding_list list = {0};
		add_marked(arena, text, &list);
		char *exact = malloc(strlen(text) + 1);
		assert_non_null(exact);
		memcpy(exact, text, strlen(text));
		struct suppressions *set = suppress_new(arena, registry, enabled);
		suppress_add_file(set, "a.cu", exact, strlen(text), true);
		suppress_apply(set, &list, true);
		for (size_t i = 0; i < list.count; i++) {
			assert_non_null(list.data[i]->message);
			for (size_t k = 0; k < list.data[i]->fixes.count; k++)
				assert_true(list.data[i]->fixes.data[k].edits.data[0].end <= strlen(text));
		}
		suppress_drop_used(&list);
		free(exact);
		arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(covers_what_it_says),
		cmocka_unit_test(unused_needs_the_whole_unit),
		cmocka_unit_test(covers_macros),
		cmocka_unit_test(another_unit_can_use_it),
		cmocka_unit_test(survives_any_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
