/* Golden files: what a function prints of every FOLDER/X.cu of the test data, compared with
 * FOLDER/X.EXTENSION. CUDALINT_UPDATE=1 writes the files. For tests: include after cmocka.h. */
#ifndef CUDALINT_BASE_GOLDEN_TEST_H
#define CUDALINT_BASE_GOLDEN_TEST_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/base/arena.h"

typedef void golden_print(FILE *stream, struct arena *arena, const char *path);

static void golden_check(const char *path, const char *extension, golden_print *print)
{
	struct arena *arena = arena_new();
	char *text = NULL, *expected = NULL;
	size_t size = 0, expected_size = 0;
	FILE *stream = open_memstream(&text, &size);
	assert_non_null(stream);
	print(stream, arena, path);
	fclose(stream);
	const char *golden = arena_printf(arena, "%.*s.%s", (int)strlen(path) - 3, path, extension);
	if (getenv("CUDALINT_UPDATE")) {
		FILE *out = fopen(golden, "w");
		assert_non_null(out);
		fputs(text, out);
		fclose(out);
	}
	FILE *in = fopen(golden, "r");
	if (!in)
		fail_msg("%s is missing", golden);
	ssize_t length = getdelim(&expected, &expected_size, '\0', in);
	fclose(in);
	assert_true(length > 0);
	assert_string_equal(text, expected);
	free(expected);
	free(text);
	arena_free(arena);
}

/* Checks all of a folder, which must have at least so many. */
static void golden_folder(const char *folder, const char *extension, golden_print *print, unsigned least)
{
	assert_int_equal(chdir(CUDALINT_TESTDATA), 0);
	DIR *dir = opendir(folder);
	assert_non_null(dir);
	unsigned count = 0;
	for (struct dirent *entry; (entry = readdir(dir));) {
		char path[400];
		size_t length = strlen(entry->d_name);
		if (length < 4 || strcmp(entry->d_name + length - 3, ".cu") != 0)
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		golden_check(path, extension, print);
		count++;
	}
	closedir(dir);
	assert_true(count >= least);
}

#endif
