/* The host walk against real parses: golden traces of small programs (testdata/host), each checked by hand.
 * CUDALINT_UPDATE=1 writes the golden files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/host/host.h"
#include "analyzer/host/order.h"

static char cache[] = "/tmp/cudalint-host-test-XXXXXX";

static struct unit *parse(struct arena *arena, const char *path, const char *text)
{
	struct unit *unit;
	char *error = NULL;
	struct unit_options options = {.path = path,
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = cache,
		.contents = text,
		.contents_size = text ? strlen(text) : 0};
	if (unit_parse(arena, &options, &unit, &error))
		fail_msg("%s: %s", path, error);
	if (unit->status != UNIT_OK)
		fail_msg("%s: %s", path, unit->errors.count ? unit->errors.data[0].message : "not parsed");
	return unit;
}

static char *traces_of(struct arena *arena, const char *path)
{
	char *text = NULL;
	size_t size;
	FILE *stream = open_memstream(&text, &size);
	assert_non_null(stream);
	struct unit *unit = parse(arena, path, NULL);
	const struct host_options options = {.cuda_version = 13000};
	struct host_traces traces =
		host_walk(arena, unit->module, ir_query_new(arena, unit->module), &options);
	for (size_t i = 0; i < traces.count; i++) {
		host_order_new(traces.data[i]);
		host_print(traces.data[i], stream);
	}
	fclose(stream);
	unit_close(unit);
	return text;
}

static void check_golden(const char *path)
{
	struct arena *arena = arena_new();
	char *text = traces_of(arena, path), *expected = NULL;
	const char *golden = arena_printf(arena, "%.*s.host", (int)strlen(path) - 3, path);
	if (getenv("CUDALINT_UPDATE")) {
		FILE *out = fopen(golden, "w");
		assert_non_null(out);
		fputs(text, out);
		fclose(out);
	}
	FILE *in = fopen(golden, "r");
	if (!in)
		fail_msg("%s is missing", golden);
	size_t size = 0;
	ssize_t length = getdelim(&expected, &size, '\0', in);
	fclose(in);
	assert_true(length > 0);
	assert_string_equal(text, expected);
	free(expected);
	free(text);
	arena_free(arena);
}

static void golden_traces(void **state)
{
	(void)state;
	assert_int_equal(chdir(CUDALINT_TESTDATA), 0);
	DIR *dir = opendir("host");
	assert_non_null(dir);
	unsigned count = 0;
	for (struct dirent *entry; (entry = readdir(dir));) {
		char path[300];
		size_t length = strlen(entry->d_name);
		if (length < 4 || strcmp(entry->d_name + length - 3, ".cu") != 0)
			continue;
		snprintf(path, sizeof path, "host/%s", entry->d_name);
		check_golden(path);
		count++;
	}
	closedir(dir);
	assert_true(count >= 3);
}

int main(void)
{
	if (!mkdtemp(cache))
		return 1;
	const struct CMUnitTest tests[] = {cmocka_unit_test(golden_traces)};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	char command[sizeof cache + 8];
	snprintf(command, sizeof command, "rm -r %s", cache);
	return system(command) ? 1 : failed;
}
