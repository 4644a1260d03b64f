/* Which rules are on: cases of --select, --extend-select and --ignore, and which word decides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/config/select.h"

static const struct rule parse_error = {.code = "CU001", .name = "parse-error"};
static const struct rule strict = {.code = "CU102", .name = "misaligned-access", .strict_only = true};
static const struct rule maskless = {.code = "CU401", .name = "maskless-warp-intrinsic"};
static const struct rule mask = {.code = "CU405", .name = "suspicious-mask"};
static const struct rule fresh = {.code = "CU416", .name = "wait-behind-barrier", .preview = true};
static const struct rule *const registry[] = {&parse_error, &strict, &maskless, &mask, &fresh, NULL};

/* The first of the words that means nothing, as a message; NULL: none. */
static const char *problem_of(struct arena *arena, const select_list *words)
{
	const char *problem = NULL;
	for (size_t i = 0; i < words->count && !problem; i++)
		select_is_word(arena, registry, words->data[i].word, &problem);
	return problem;
}

static void check(
	const char *select, const char *ignore, const char *extend, bool preview, const char *expected)
{
	struct arena *arena = arena_new();
	select_list words = {0};
	select_override_list(arena, registry, select ? select : "recommended", true, &words);
	select_override_list(arena, registry, extend, true, &words);
	select_override_list(arena, registry, ignore, false, &words);
	const struct rule **rules = select_rules(arena, registry, &words, preview);
	char *codes = arena_strdup(arena, "");
	for (; *rules; rules++)
		codes = arena_printf(arena, "%s%s%s", codes, *codes ? " " : "", (*rules)->code + 2);
	const char *problem = problem_of(arena, &words);
	assert_string_equal(problem ? problem : codes, expected);
	arena_free(arena);
}

static const char *decider(const select_list *words, const struct rule *rule)
{
	const struct select_word *word = select_decides(registry, words, false, rule);
	return word ? word->word : "";
}

static void test_later_words_outrank_their_equals(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	select_list words = {0};
	select_override_list(arena, registry, "recommended", true, &words);
	select_override_list(arena, registry, "CU401,CU4", false, &words);
	assert_string_equal(decider(&words, &maskless), "CU401");
	select_override_list(arena, registry, "Maskless-Warp-Intrinsic", true, &words);
	assert_string_equal(decider(&words, &maskless), "Maskless-Warp-Intrinsic");
	assert_string_equal(decider(&words, &mask), "CU4");
	assert_string_equal(decider(&words, &parse_error), "recommended");
	assert_string_equal(decider(&words, &strict), "");
	arena_free(arena);
}

static void test_selections(void **state)
{
	(void)state;
	check(NULL, NULL, NULL, false, "001 401 405");
	check(NULL, NULL, NULL, true, "001 401 405 416");
	check("ALL", NULL, NULL, false, "001 102 401 405 416");
	check("strict", NULL, NULL, false, "001 102 401 405");
	check("CU4", NULL, NULL, false, "401 405");
	check("cu40", NULL, NULL, false, "401 405");
	check("CU4", NULL, NULL, true, "401 405 416");
	check("CU416", NULL, NULL, false, "416");
	check("suspicious-mask, CU001", NULL, NULL, false, "001 405");
	check(NULL, "CU4", NULL, false, "001");
	check(NULL, "CU4", "CU401", false, "001 401");
	check("ALL", "CU4", "CU40", false, "001 102 401 405");
	check("CU4", "CU40", NULL, true, "416");
	check("CU401", "CU401", NULL, false, "");
	check("CU401", "ALL", NULL, false, "401");
	check(NULL, NULL, "misaligned-access", false, "001 102 401 405");
	check(NULL, "ALL", NULL, false, "");
	check("", NULL, NULL, false, "");
}

static const struct rule mixed = {.code = "CU408", .name = "intra-warp-spin-lock", .strict_infos = true};

/* A rule whose infos are strict is on by default, without them. */
static void test_strict_infos(void **state)
{
	static const struct rule *const mixed_registry[] = {&mixed, NULL};
	static const struct {
		const char *select, *extend;
		bool without;
	} cases[] = {{"recommended", NULL, true}, {"strict", NULL, false}, {"recommended", "CU408", false},
		{"CU4", NULL, false}, {"recommended", "strict", false}, {"ALL", NULL, false}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena *arena = arena_new();
		select_list words = {0};
		select_override_list(arena, mixed_registry, cases[i].select, true, &words);
		select_override_list(arena, mixed_registry, cases[i].extend, true, &words);
		const struct rule **rules = select_rules(arena, mixed_registry, &words, false);
		assert_non_null(rules[0]);
		assert_int_equal(rules[0]->without_infos, cases[i].without);
		arena_free(arena);
	}
}

static void test_unknown_words(void **state)
{
	(void)state;
	check("CU999", NULL, NULL, false, "unknown rule 'CU999' ('cudalint rules' lists them)");
	check("CU9", NULL, NULL, false, "unknown rule 'CU9' ('cudalint rules' lists them)");
	check(NULL, "suspicous-mask", NULL, false,
		"unknown rule 'suspicous-mask' (did you mean 'suspicious-mask'?)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_selections),
		cmocka_unit_test(test_strict_infos),
		cmocka_unit_test(test_unknown_words),
		cmocka_unit_test(test_later_words_outrank_their_equals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
