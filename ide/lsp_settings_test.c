/* Settings: what is taken, and what is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "ide/lsp_settings.h"

static struct arena *arena;
static struct lsp_settings settings;
static line_list problems;

static void read_settings(const char *text)
{
	json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
	assert_non_null(value);
	problems = (line_list){0};
	lsp_settings_read(arena, value, &settings, &problems);
	json_decref(value);
}

static void takes_what_is_right(void **state)
{
	(void)state;
	read_settings(
		"{\"select\":[\"CU4\",\"bank-conflict\"],\"ignore\":\"CU401,CU402\",\"arch\":[\"sm_90\",\"80\",\"sm_90\"],\"chip\":\"a100\",\"preview\":true,\"lens\":true,\"debounce\":0,\"flags\":[\"-DX\",\"-I\",\"a "
		"b\"],\"cudaPath\":null,\"timeout\":5,\"allowIncludes\":[\"/opt/x\",\"../y\"],\"trace\":\"off\"}");
	assert_int_equal(problems.count, 0);
	assert_string_equal(settings.select, "CU4,bank-conflict");
	assert_string_equal(settings.ignore, "CU401,CU402");
	assert_int_equal(settings.archs.count, 2);
	assert_int_equal(settings.archs.data[0], 80);
	assert_string_equal(settings.chip, "a100");
	assert_true(settings.preview && settings.lens && !settings.hints && settings.incremental);
	assert_int_equal(settings.debounce_ms, 0);
	assert_int_equal(settings.timeout_s, 5);
	assert_int_equal(settings.flags.count, 3);
	assert_string_equal(settings.flags.data[2], "a b");
	assert_int_equal(settings.allow_includes.count, 2);
	assert_string_equal(settings.allow_includes.data[1], "../y");
	assert_null(settings.cuda_path);
}

/* Each on its own, with the default in its place. */
static void tells_what_is_wrong(void **state)
{
	(void)state;
	static const struct {
		const char *text, *line;
	} cases[] = {
		{"{\"slect\":1}", "setting cudalint.slect: is not known (did you mean 'select'?)"},
		{"{\"select\":{\"a\":1}}", "setting cudalint.select: is not a list of strings"},
		{"{\"select\":[1]}", "setting cudalint.select: is not a list of strings"},
		{"{\"allowIncludes\":{}}", "setting cudalint.allowIncludes: is not a list of strings"},
		{"{\"chip\":7}", "setting cudalint.chip: is not a string"},
		{"{\"lens\":1}", "setting cudalint.lens: is neither true nor false"},
		{"{\"debounce\":-1}", "setting cudalint.debounce: is not a number from 0 to 10000"},
		{"{\"timeout\":0}", "setting cudalint.timeout: is not a number from 1 to 3600"},
		{"{\"jobs\":\"4\"}", "setting cudalint.jobs: is not a number from 1 to 256"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		read_settings(cases[i].text);
		assert_int_equal(problems.count, 1);
		assert_string_equal(problems.data[0], cases[i].line);
		assert_null(settings.select);
		assert_int_equal(settings.timeout_s, 30);
	}
	read_settings("{\"chip\":\"h1000\",\"arch\":\"sm_12345\"}");
	assert_int_equal(problems.count, 2);
	assert_null(settings.chip);
	assert_int_equal(settings.archs.count, 0);
	static const char *const none[] = {"null", "[]", "17", "\"x\"", "{}"};
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		read_settings(none[i]);
		assert_int_equal(problems.count, 0);
		assert_int_equal(settings.debounce_ms, 120);
	}
}

static int set_up(void **state)
{
	(void)state;
	arena = arena_new();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(takes_what_is_right), cmocka_unit_test(tells_what_is_wrong)};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
