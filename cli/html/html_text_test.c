/* Text in HTML: what could be markup, what hides, and what is no text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "cli/html/html.h"

typedef void writer(FILE *stream, const char *text);

static void code(FILE *stream, const char *text)
{
	html_code(stream, text, strlen(text));
}

static void check(writer *write, const char *text, const char *expected)
{
	char *out = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&out, &size);
	assert_non_null(stream);
	write(stream, text);
	fclose(stream);
	assert_string_equal(out, expected);
	free(out);
}

static void escapes_markup(void **state)
{
	(void)state;
	check(html_text, "<a b=\"c\" d='e'>&amp;", "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;");
	check(code, "</script>", "&lt;/script&gt;");
}

static void shows_what_hides(void **state)
{
	(void)state;
	check(html_text, "a\tb\x7f\x1b", "a&#x2409;b[U+007F]&#x241b;");
	check(code, "a\tb\x01", "a\tb<i class=\"u\">&#x2401;</i>");
	check(code, "\xe2\x80\xae\xef\xbb\xbf", "<i class=\"u\">[U+202E]</i><i class=\"u\">[U+FEFF]</i>");
	check(html_text, "\xf3\xa0\x81\x81 \xc2\xad", "[U+E0041] [U+00AD]");
	check(html_text, "\xff\xc3", "[xFF][xC3]");
	check(html_text, "\xe6\xbc\xa2 \xf0\x9f\x98\x80 \xc3\xa4", "\xe6\xbc\xa2 \xf0\x9f\x98\x80 \xc3\xa4");
}

static void marks_code_in_messages(void **state)
{
	(void)state;
	check(html_message, "`a<b>` of `c", "<code>a&lt;b&gt;</code> of `c");
	check(html_message, "``", "<code></code>");
	check(html_plain, "`a<b>` of `c", "a&lt;b&gt; of c");
	check(html_plain, "`", "");
}

static void keeps_ids_plain(void **state)
{
	(void)state;
	check(html_id, "0a1b-2", "0a1b-2");
	check(html_id, "\" onload=\"x\xff", "_22_20onload_3D_22x_FF");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(escapes_markup),
		cmocka_unit_test(shows_what_hides),
		cmocka_unit_test(marks_code_in_messages),
		cmocka_unit_test(keeps_ids_plain),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
