/* URIs and paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "ide/protocol/lsp_uri.h"

static void is_path(const char *uri, const char *expected)
{
	struct arena *arena = arena_new();
	const char *path = lsp_uri_path(arena, uri);
	if (expected)
		assert_string_equal(path ? path : "(none)", expected);
	else
		assert_null(path);
	arena_free(arena);
}

static void reads_uris(void **state)
{
	(void)state;
	is_path("file:///a/b.cu", "/a/b.cu");
	is_path("FILE:///a/b.cu", "/a/b.cu");
	is_path("file:/a/b.cu", "/a/b.cu");
	is_path("file://localhost/a/b.cu", "/a/b.cu");
	is_path("file:///a%20b/%C3%A9.cu", "/a b/\xc3\xa9.cu");
	is_path("file:///a/%E0%A0%80%f0%9f%98%80", "/a/\xe0\xa0\x80\xf0\x9f\x98\x80");
	is_path("file:///a/./c/../b.cu", "/a/b.cu");
	is_path("file:///a%2Fb.cu", "/a/b.cu");
	is_path("file:///a/100%.cu", "/a/100%.cu");
	is_path("file:///a/%zz%4", "/a/%zz%4");
	is_path("file:///a/b.cu?x=1#L3", "/a/b.cu");
	is_path("file:///a%3Fb%23.cu", "/a?b#.cu");
	is_path("file:///c:/x.cu", NULL);
	is_path("file:///./c:/x.cu", NULL);
	is_path("file:///C%3A/x.cu", NULL);
	is_path("file://server/share/x.cu", NULL);
	is_path("file:///a%00b", NULL);
	is_path("file:relative.cu", NULL);
	is_path("untitled:Untitled-1", NULL);
	is_path("", NULL);
}

static void makes_uris(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	assert_string_equal(lsp_uri_of(arena, "/a/b-c_d.e~f.cu"), "file:///a/b-c_d.e~f.cu");
	assert_string_equal(lsp_uri_of(arena, "/a b/\xc3\xa9#?%.cu"), "file:///a%20b/%C3%A9%23%3F%25.cu");
	for (int byte = 1; byte < 256; byte++) {
		char path[] = {'/', 'x', (char)byte, 'y', '\0'};
		if (byte != '/')
			assert_string_equal(lsp_uri_path(arena, lsp_uri_of(arena, path)), path);
	}
	arena_free(arena);
}

static void stands_in(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	assert_string_equal(lsp_uri_stand_in(arena, "/w", "untitled:Untitled-1"), "/w/Untitled-1.cu");
	assert_string_equal(lsp_uri_stand_in(arena, "/w", "untitled:/else/where/new.cuh"), "/w/new.cuh");
	assert_string_equal(lsp_uri_stand_in(arena, "/w", "git:/a/b.cu?%7B%22ref%22%7D"), "/w/b.cu");
	assert_string_equal(lsp_uri_stand_in(arena, "/w", "untitled:"), "/w/untitled.cu");
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_uris), cmocka_unit_test(makes_uris), cmocka_unit_test(stands_in)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
