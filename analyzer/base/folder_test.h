/* Tests in a new folder: made, written to, deleted. Include after cmocka.h. */
#ifndef CUDALINT_BASE_FOLDER_TEST_H
#define CUDALINT_BASE_FOLDER_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/base/arena.h"

/* Its absolute path, without links. */
static inline char *folder_make(struct arena *arena)
{
	char name[] = "/tmp/cudalint-test-XXXXXX";
	assert_non_null(mkdtemp(name));
	char *resolved = realpath(name, NULL), *path = arena_strdup(arena, resolved);
	free(resolved);
	return path;
}

/* Also where it is the working directory. */
static inline int folder_delete(struct arena *arena, const char *path)
{
	return chdir("/") || system(arena_printf(arena, "rm -rf '%s'", path));
}

/* Folders on the way are made. */
static inline void folder_write(struct arena *arena, const char *path, const char *text)
{
	char *copy = arena_strdup(arena, path);
	for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(copy, 0777);
		*slash = '/';
	}
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

#endif
