/* Tests of what is shown of a page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cli/page/page_view.h"

#include <string.h>

static const char page[] =
	"# some-rule (CU999)\n\n## Example\nOne:\n\n```cuda bad\na(); // CU999: is called\n```\n\n"
	"Fixed:\n\n```cuda fixed\nb();\n```\n\nOther:\n\n```cuda bad\nc(); // CU999 error proven: is\n```\n\n"
	"None:\n\n```cuda good\nd(); // see CU999\n```\n\n## References\n- a book\n";

static void shows_the_first_example(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	assert_string_equal(page_for_reading(arena, page, "CU999", false),
		"# some-rule (CU999)\n\n## Example\nOne:\n\n```cuda bad\na();\n```\n\n"
		"Fixed:\n\n```cuda fixed\nb();\n```\n\n"
		"2 more examples: `cudalint explain CU999 --all-examples`\n\n## References\n- a book\n");
	arena_free(arena);
}

static void shows_all_without_marks(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	const char *shown = page_for_reading(arena, page, "CU999", true);
	assert_non_null(strstr(shown, "\nc();\n"));
	assert_non_null(strstr(shown, "\nd(); // see CU999\n"));
	assert_null(strstr(shown, "more example"));
	arena_free(arena);
}

static void lists_options_before_the_references(void **state)
{
	(void)state;
	static const struct rule_option options[] = {{"min-ways", OPTION_INT, "2", "smallest ratio"}, {0}};
	const struct rule with = {.options = options}, without = {0};
	static const char section[] = "## Options\n- `min-ways` (default 2): smallest ratio\n\n";
	struct arena *arena = arena_new();
	const char *shown = page_with_options(arena, &with, page);
	const char *found = strstr(shown, section);
	assert_non_null(found);
	assert_int_equal(strncmp(found + strlen(section), "## References", 13), 0);
	assert_non_null(strstr(page_with_options(arena, &with, "# short\n"), section));
	assert_string_equal(page_with_options(arena, &without, page), page);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shows_the_first_example),
		cmocka_unit_test(shows_all_without_marks),
		cmocka_unit_test(lists_options_before_the_references),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
