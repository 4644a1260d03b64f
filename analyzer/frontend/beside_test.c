/* What lies beside the bundled headers, in folders made for the purpose. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/base/path.h"
#include "analyzer/frontend/beside.h"

struct fixture {
	struct arena *arena;
	char folder[64];
	const char *headers;
};

static int set_up(void **state)
{
	static struct fixture fixture;
	fixture = (struct fixture){.arena = arena_new(), .folder = "/tmp/cudalint-beside-XXXXXX"};
	if (!mkdtemp(fixture.folder))
		return -1;
	fixture.headers = path_join(fixture.arena, fixture.folder, "headers");
	*state = &fixture;
	return path_make_folders(fixture.arena, fixture.headers);
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;
	int status = system(arena_printf(fixture->arena, "rm -r '%s'", fixture->folder));
	arena_free(fixture->arena);
	return status;
}

static void put(const struct fixture *fixture, const char *name)
{
	const char *path = path_join(fixture->arena, fixture->folder, name);
	assert_int_equal(path_make_folders(fixture->arena, path_parent(fixture->arena, path)), 0);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fclose(file);
}

static void clang_is_beside(void **state)
{
	struct fixture *fixture = *state;
	const char *before = beside_clang(fixture->arena, fixture->headers);
	assert_true(!before || !path_is_below(before, fixture->folder));
	put(fixture, "clang/include/stddef.h");
	assert_string_equal(beside_clang(fixture->arena, fixture->headers),
		path_join(fixture->arena, fixture->folder, "clang"));
}

/* They are used where the system has none, and no test can take those of the system away. */
static void system_headers_are_for_bare_systems(void **state)
{
	struct fixture *fixture = *state;
	glob_t found = {0};
	bool has_own = path_is_file("/usr/include/gnu-versions.h") &&
		       glob("/usr/include/c++/*/vector", 0, NULL, &found) == 0;
	globfree(&found);
	assert_null(beside_system(fixture->arena, fixture->headers));
	put(fixture, "system/usr/include/stdlib.h");
	const char *system = beside_system(fixture->arena, fixture->headers);
	assert_int_equal(system != NULL, !has_own);
	const char *inside = path_join(fixture->arena, fixture->folder, "system/usr/include/stdlib.h");
	assert_true(beside_is_system(fixture->arena, fixture->headers, inside));
	assert_false(beside_is_system(fixture->arena, fixture->headers, "/usr/include/stdlib.h"));
}

static void program_is_known(void **state)
{
	struct fixture *fixture = *state;
	const char *program = path_program(fixture->arena);
	assert_non_null(program);
	assert_string_equal(path_name(program), "beside_test");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(clang_is_beside, set_up, tear_down),
		cmocka_unit_test_setup_teardown(system_headers_are_for_bare_systems, set_up, tear_down),
		cmocka_unit_test_setup_teardown(program_is_known, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
