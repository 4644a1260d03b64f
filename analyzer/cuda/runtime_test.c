/* The tables of the CUDA API: sorted, with known roles, of functions that the bundled headers declare. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/cuda/runtime.h"
#include "analyzer/frontend/unit.h"

#define CALL(name_, kind_, ...) {.name = #name_, .kind = HOST_##kind_, .roles = __VA_ARGS__},
static const struct cuda_call calls[] = {
#include "analyzer/cuda/driver.def"
#include "analyzer/cuda/runtime.def"
};
enum { COUNT = sizeof calls / sizeof *calls };

static void lines_are_in_order(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT; i++) {
		const struct cuda_call *call = &calls[i];
		assert_int_equal(strspn(call->roles, "sSeEgGxXMNDcdryYnokv24WHqQjABCtITpPzfailLKhuw."),
			strlen(call->roles));
		if (i) {
			int order = strcmp(calls[i - 1].name, call->name);
			if (order > 0 || (!order && strlen(calls[i - 1].roles) >= strlen(call->roles)))
				fail_msg("%s isn't in order", call->name);
		}
		assert_string_equal(cuda_call_of(call->name, strlen(call->roles))->roles, call->roles);
	}
}

static void signatures_are_told_apart(void **state)
{
	(void)state;
	assert_string_equal(cuda_call_of("cudaMemcpy", 4)->roles, "drnk");
	assert_int_equal(cuda_call_of("cudaMemcpy", 4)->kind, HOST_COPY);
	assert_string_equal(cuda_call_of("cudaMemcpyAsync", 4)->roles, "drnks");
	assert_string_equal(cuda_call_of("cudaMallocAsync", 4)->roles, "Pzls");
	assert_string_equal(cuda_call_of("cudaGraphInstantiate", 5)->roles, "Xgww.");
	assert_string_equal(cuda_call_of("cudaLaunchKernelEx", 7)->roles, "jK");
	assert_string_equal(cuda_call_of("cuMemcpyHtoDAsync", 4)->roles, "drns");
	assert_null(cuda_call_of("cudaNoSuchThing", 1));
	assert_null(cuda_call_of("memcpy", 3));
}

static void names_are_declared(void **state)
{
	struct arena *arena = arena_new();
	char *text = arena_strdup(arena, "#include <cuda.h>\nvoid host() {\n");
	(void)state;
	for (size_t i = 0; i < COUNT; i++) {
		if (!i || strcmp(calls[i - 1].name, calls[i].name) != 0)
			text = arena_printf(arena, "%susing ::%s;\n", text, calls[i].name);
	}
	text = arena_printf(arena, "%s}\n", text);
	struct unit_options options = {.path = "calls.cu",
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = text,
		.contents_size = strlen(text)};
	struct unit *unit;
	char *error = NULL;
	assert_int_equal(unit_parse(arena, &options, &unit, &error), 0);
	assert_int_equal(unit->status, UNIT_OK);
	if (unit->error_count)
		fail_msg("%s", unit->errors.data[0].message);
	unit_close(unit);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_in_order),
		cmocka_unit_test(signatures_are_told_apart),
		cmocka_unit_test(names_are_declared),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
