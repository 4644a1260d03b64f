/* Every command gives its table, and what is taken from the tables for menus is what the commands take. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/base/buffer.h"
#include "cli/cli.h"
#include "cli/command/check_options.h"
#include "cli/surface/surface.h"

/* The commands are the program's, in main.c; these stand for them. */
const struct command commands[] = {
	{"check", "Lint", cmd_check},
	{"model", "Show the hardware tables", cmd_rules},
	{"config", "Show and check what is configured", cmd_config},
	{"version", "Show the version", cmd_version},
	{"baseline", NULL, NULL},
	{NULL, NULL, NULL},
};

static void test_collected(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	surface_list list = {0};
	surface_collect(arena, &list);
	static const char *const titles[] = {"cudalint check", "cudalint rules", "cudalint rules",
		"cudalint config show", "cudalint config check", "cudalint config init",
		"cudalint config schema", "cudalint version"};
	assert_int_equal(list.count, 8);
	for (size_t i = 0; i < list.count; i++) {
		assert_string_equal(list.data[i].title, titles[i]);
		assert_int_equal(list.data[i].argp != NULL, i != 7);
	}
	arena_free(arena);
}

static const struct argp_option *option_named(const struct argp_option *row, const char *name)
{
	while (!row->name || strcmp(row->name, name) != 0)
		row++;
	return row;
}

/* "full concise ...": the words of an option of check. */
static const char *words_of(struct arena *arena, const char *name)
{
	surface_list list = {0};
	surface_collect(arena, &list);
	struct surface_value value =
		surface_option_value(arena, option_named(list.data[0].argp->options, name));
	const char *text = "";
	for (size_t i = 0; i < value.words.count; i++)
		text = arena_printf(arena, "%s%s%s", text, i ? " " : "", value.words.data[i]);
	return text;
}

static void test_values(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	assert_string_equal(words_of(arena, "color"), "auto always never");
	assert_string_equal(words_of(arena, "fail-on"), "error warning info never");
	assert_string_equal(words_of(arena, "min-severity"), "error warning info");
	assert_string_equal(words_of(arena, "cuda-path"), "none");
	assert_non_null(strstr(words_of(arena, "arch"), "sm_90"));
	assert_non_null(strstr(words_of(arena, "select"), "maskless-warp-intrinsic"));
	assert_string_equal(words_of(arena, "launch"), "");
	arena_free(arena);
}

/* Each format that is offered is one that check takes, and there are no others. */
static void test_formats(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	surface_list list = {0};
	surface_collect(arena, &list);
	struct surface_value value =
		surface_option_value(arena, option_named(list.data[0].argp->options, "format"));
	assert_int_equal(value.words.count, FORMAT_COUNT);
	for (size_t i = 0; i < value.words.count; i++) {
		struct check_options options = {.arena = arena};
		char *word = arena_strdup(arena, value.words.data[i]);
		assert_int_equal(check_options_set(&options, 'f', word), 0);
	}
	arena_free(arena);
}

static void test_short(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	assert_string_equal(surface_short(arena, "Show this help"), "Show this help");
	assert_string_equal(surface_short(arena, "Lints. Then more"), "Lints");
	assert_string_equal(surface_short(arena, "text (default); repeatable"), "text (default)");
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_collected), cmocka_unit_test(test_values),
		cmocka_unit_test(test_formats), cmocka_unit_test(test_short)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
