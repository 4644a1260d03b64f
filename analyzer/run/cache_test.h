/* A cache for tests of whole runs: results of their own, precompiled headers that all tests share. Include
 * after cmocka.h.
 */
#ifndef CUDALINT_RUN_CACHE_TEST_H
#define CUDALINT_RUN_CACHE_TEST_H

#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/base/arena.h"

/* A new folder below `root`. */
static const char *make_cache(struct arena *arena, const char *root)
{
	const char *cache = arena_printf(arena, "%s/cache", root);
	mkdir(CUDALINT_TEST_CACHE, 0777);
	mkdir(CUDALINT_TEST_CACHE "/pch", 0777);
	assert_int_equal(mkdir(cache, 0777), 0);
	assert_int_equal(symlink(CUDALINT_TEST_CACHE "/pch", arena_printf(arena, "%s/pch", cache)), 0);
	return cache;
}

#endif
