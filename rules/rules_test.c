/* The pages are the tests: every block of a rule's page runs with that rule alone, and its findings are
 * compared with what the page expects, in both directions. One test per rule; arguments choose rules by code
 * or name. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/format.h"
#include "analyzer/finding/apply.h"
#include "analyzer/run/run.h"
#include "rules/block_lint.h"
#include "rules/registry.h"

/* Precompiled headers, for this run of the tests only. */

/* One block being run. */
struct trial {
	struct arena *arena;
	const struct rule *rule;
	const struct page *page;
	const struct block *block;
	bool must_grade; /* every page's first bad block says how severe and how sure its findings are */
	struct unit_result result;
	struct buffer *problems; /* lines for the reader */
	bool *matched;           /* per expectation */
};

FORMAT_PRINTF(3, 4)
static void complain(struct trial *trial, unsigned line, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	buffer_printf(trial->problems, "  %s:%u: (%s block) %s\n", trial->page->path,
		trial->block->page_line + (line ? line - 1 : 0), block_kind_name(trial->block->kind),
		arena_vprintf(trial->arena, format, args));
	va_end(args);
}

static bool is_listed(const char *list, const char *code)
{
	return list && strstr(list, code);
}

/* Whether a block that has nothing to find must show that it was looked at: CU004 tells where it wasn't. */
static bool must_be_whole(const struct block *block)
{
	return block->kind == BLOCK_GOOD && !block->is_partial && !block->is_broken;
}

/* The rule itself and those of with=, in the registry's order. */
static const struct rule **chosen_rules(const struct trial *trial)
{
	size_t count = 0;
	while (rules_registry[count])
		count++;
	const struct rule **rules = ARENA_ARRAY(trial->arena, const struct rule *, count + 1);
	size_t used = 0;
	for (size_t i = 0; i < count; i++)
		if (rules_registry[i] == trial->rule ||
			is_listed(trial->block->with, rules_registry[i]->code) ||
			(must_be_whole(trial->block) && !strcmp(rules_registry[i]->code, "CU004")))
			rules[used++] = rules_registry[i];
	return rules;
}

static bool run_block(struct trial *trial, const char *text)
{
	char *error = NULL;
	if (!block_lint(trial->arena, trial->block, text, chosen_rules(trial), CUDALINT_TEST_CACHE,
		    &trial->result, &error))
		return true;
	complain(trial, 0, "%s", error);
	return false;
}

static void check_parse(struct trial *trial)
{
	const struct unit_result *result = &trial->result;
	if (trial->block->is_broken) {
		if (result->status == UNIT_OK)
			complain(trial, 0, "is said to be broken, but parses");
		return;
	}
	if (result->status == UNIT_OK)
		return;
	complain(trial, 0, "does not parse: %zu errors", result->parse_errors);
	for (size_t i = 0; i < result->notes.count; i++)
		complain(trial, 0, "%s", result->notes.data[i]);
}

static bool is_word(const char *expected, const char *actual)
{
	return !expected || strcmp(expected, actual) == 0;
}

static void check_grade(
	struct trial *trial, const struct expectation *expectation, const struct finding *finding)
{
	const char *severity = severity_name(finding->severity);
	const char *confidence = confidence_name(finding->confidence);
	if (trial->must_grade && (!expectation->severity || !expectation->confidence))
		complain(trial, expectation->line, "must say that %s is %s %s", finding->code, severity,
			confidence);
	if (!is_word(expectation->severity, severity) || !is_word(expectation->confidence, confidence))
		complain(trial, expectation->line, "%s is %s %s, the page says %s %s", finding->code,
			severity, confidence, expectation->severity,
			expectation->confidence ? expectation->confidence : "");
}

static bool is_expected(struct trial *trial, const struct finding *finding)
{
	const struct block *block = trial->block;
	for (size_t i = 0; i < block->expected.count; i++) {
		const struct expectation *expectation = &block->expected.data[i];
		if (trial->matched[i] || expectation->line != finding->span.start.line ||
			strcmp(expectation->code, finding->code) != 0)
			continue;
		if (!strstr(finding->message, expectation->part))
			continue;
		trial->matched[i] = true;
		check_grade(trial, expectation, finding);
		return true;
	}
	return false;
}

/* Every finding expected, every expectation found. For todo blocks the other way round: nothing may be found
 * yet. */
static void check_findings(struct trial *trial)
{
	const struct block *block = trial->block;
	bool is_todo = block->kind == BLOCK_TODO;
	trial->matched = ARENA_ARRAY(trial->arena, bool, block->expected.count + 1);
	for (size_t i = 0; i < trial->result.findings.count; i++) {
		const struct finding *finding = trial->result.findings.data[i];
		if (finding->suppressed || strcmp(finding->code, trial->rule->code) != 0)
			continue;
		if (is_expected(trial, finding)) {
			if (is_todo)
				complain(trial, finding->span.start.line,
					"is found now: make the block a bad one");
		} else
			complain(trial, finding->span.start.line, "unexpected %s at column %u: %s",
				finding->code, finding->span.start.column, finding->message);
	}
	for (size_t i = 0; i < block->expected.count; i++) {
		const struct expectation *expectation = &block->expected.data[i];
		if (trial->matched[i])
			continue;
		if (is_todo)
			print_message("  %s:%u: todo: %s: %s\n", trial->page->path,
				block->page_line + expectation->line - 1, expectation->code,
				expectation->part);
		else
			complain(trial, expectation->line, "missing %s: %s", expectation->code,
				expectation->part);
	}
}

/* A kernel that was given up is silent for no good reason. */
static void check_whole(struct trial *trial)
{
	for (size_t i = 0; must_be_whole(trial->block) && i < trial->result.findings.count; i++) {
		const struct finding *finding = trial->result.findings.data[i];
		if (strcmp(finding->code, "CU004") == 0 && strcmp(trial->rule->code, "CU004") != 0)
			complain(trial, finding->span.start.line, "%s", finding->message);
	}
}

/* The first line in which two texts differ, for the reader. */
static void complain_difference(struct trial *trial, const char *expected, const char *actual)
{
	unsigned line = 1;
	while (*expected && *expected == *actual) {
		line += *expected == '\n';
		expected++;
		actual++;
	}
	while (expected[-1] != '\n' && line > 0 && actual[-1] == expected[-1] && expected[-1]) {
		expected--;
		actual--;
	}
	complain(trial, line, "the fixes give\n    %.*s\n  where the page says\n    %.*s",
		(int)strcspn(actual, "\n"), actual, (int)strcspn(expected, "\n"), expected);
}

/* A fixed block is what the bad one before it becomes. */
static void check_fixed(struct trial *bad, const struct block *fixed)
{
	const char *text = bad->block->text;
	fix_list fixes = {0};
	struct buffer out = {0};
	fixes_gather(bad->arena, &bad->result.findings, FIX_UNSAFE, &fixes);
	const char *path = bad->result.path;
	fixes_apply(&out, path, text, strlen(text), &fixes, NULL);
	if (strcmp(out.data, fixed->text) != 0) {
		struct trial trial = *bad;
		trial.block = fixed;
		/* One newline before each text lets the search for a line's start stop there. */
		complain_difference(&trial, arena_printf(bad->arena, "\n%s", fixed->text) + 1,
			arena_printf(bad->arena, "\n%s", out.data) + 1);
	}
	buffer_free(&out);
}

/* Fixes are made as often as there are any: what comes of it parses, has no finding with a fix left, and that
 * soon. */
static void check_last_fix(struct trial *bad)
{
	enum { ROUNDS = 10 };
	struct trial trial = *bad;
	struct buffer text = {0};
	buffer_add_text(&text, bad->block->text);
	for (int round = 0; round <= ROUNDS; round++) {
		fix_list fixes = {0};
		struct buffer fixed = {0};
		fixes_gather(trial.arena, &trial.result.findings, FIX_UNSAFE, &fixes);
		if (!fixes.count)
			break;
		size_t made = fixes_apply(&fixed, trial.result.path, text.data, text.size, &fixes, NULL);
		buffer_free(&text);
		text = fixed;
		if (round == ROUNDS || !made) {
			complain(bad, 0, "there are always more fixes");
			break;
		}
		if (!run_block(&trial, arena_strdup(trial.arena, text.data)))
			break;
		if (trial.result.status > bad->result.status ||
			trial.result.parse_errors > bad->result.parse_errors)
			complain(bad, 0, "does not parse with its fixes:\n%s", text.data);
	}
	buffer_free(&text);
}

static void check_block(struct trial *trial, const struct block *next)
{
	const struct block *block = trial->block;
	for (size_t i = 0; i < block->expected.count; i++)
		if (strcmp(block->expected.data[i].code, trial->rule->code) != 0)
			complain(trial, block->expected.data[i].line, "expects %s on the page of %s",
				block->expected.data[i].code, trial->rule->code);
	if (block->expected.count && (block->kind == BLOCK_GOOD || block->kind == BLOCK_FIXED))
		complain(trial, block->expected.data[0].line, "expects a finding");
	if (!block->expected.count && block->kind == BLOCK_BAD)
		complain(trial, 0, "expects no finding");
	if (!run_block(trial, block->text))
		return;
	check_parse(trial);
	check_findings(trial);
	check_whole(trial);
	if (block->kind == BLOCK_BAD && next && next->kind == BLOCK_FIXED)
		check_fixed(trial, next);
	check_last_fix(trial);
}

/* rules/FOLDER/maskless_warp_intrinsic.md for maskless-warp-intrinsic; NULL when there is none. */
static const char *page_path(struct arena *arena, const struct rule *rule)
{
	char *name = arena_strdup(arena, rule->name);
	for (char *c = name; *c; c++)
		if (*c == '-')
			*c = '_';
	glob_t matches;
	const char *path = NULL;
	if (!glob(arena_printf(arena, CUDALINT_SOURCE_DIR "/rules/*/%s.md", name), 0, NULL, &matches))
		path = arena_strdup(arena, matches.gl_pathv[0]);
	globfree(&matches);
	return path;
}

static void check_page(struct arena *arena, const struct rule *rule, struct buffer *problems)
{
	const char *path = page_path(arena, rule);
	struct page page;
	if (!path) {
		buffer_printf(problems, "  %s %s has no page\n", rule->code, rule->name);
		return;
	}
	if (!page_read(arena, path, &page)) {
		buffer_printf(problems, "  %s: %s\n", path, page.error);
		return;
	}
	page.path = path + strlen(CUDALINT_SOURCE_DIR "/");
	size_t count = page.blocks.count, kinds[4] = {0};
	for (size_t i = 0; i < count; i++) {
		const struct block *block = &page.blocks.data[i];
		struct trial trial = {.arena = arena,
			.rule = rule,
			.page = &page,
			.block = block,
			.must_grade = block->kind == BLOCK_BAD && !kinds[BLOCK_BAD],
			.problems = problems};
		kinds[block->kind]++;
		check_block(&trial, i + 1 < count ? block + 1 : NULL);
	}
	if (!kinds[BLOCK_BAD] || !kinds[BLOCK_GOOD])
		buffer_printf(problems, "  %s: needs a bad and a good block\n", page.path);
}

static void test_page(void **state)
{
	struct arena *arena = arena_new();
	struct buffer problems = {0};
	check_page(arena, *state, &problems);
	arena_free(arena);
	if (problems.size)
		print_error("%s", problems.data);
	bool failed = problems.size > 0;
	buffer_free(&problems);
	assert_false(failed);
}

static bool is_wanted(const struct rule *rule, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], rule->code) || !strcmp(argv[i], rule->name))
			return true;
	return argc < 2;
}

int main(int argc, char **argv)
{
	struct arena *arena = arena_new();
	VEC(struct CMUnitTest) tests = {0};
	for (size_t i = 0; rules_registry[i]; i++) {
		const struct rule *rule = rules_registry[i];
		struct CMUnitTest test = {.name = arena_printf(arena, "%s %s", rule->code, rule->name),
			.test_func = test_page,
			.initial_state = (void *)(uintptr_t)rule};
		if (is_wanted(rule, argc, argv))
			vec_push(arena, &tests, test);
	}
	int failed = _cmocka_run_group_tests("pages", tests.data, tests.count, NULL, NULL);
	arena_free(arena);
	return failed ? 1 : 0;
}
