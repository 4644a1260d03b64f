/* Kept parses; see unit_pool.h. */
#include "analyzer/frontend/unit_pool.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "analyzer/base/buffer.h"
#include "analyzer/frontend/unit.h"

/* A file for two groups of targets and the host, each with and without what it leaves out. */
enum { MOST_KEPT = 6 };

/* A parse that is shorter isn't worth the try; and what is gained has to be seen. */
static const double slow_ms = 150, gain = 0.8;

struct kept_parse {
	unsigned long long key;
	CXTranslationUnit parse;
};

struct unit_pool {
	CXIndex index;
	struct kept_parse kept[MOST_KEPT]; /* in the order in which they were put in */
	size_t count;
	bool keeps, has_tried;
	double parse_ms; /* the last one from the beginning */
};

struct unit_pool *unit_pool_new(struct arena *arena)
{
	struct unit_pool *pool = ARENA_NEW(arena, struct unit_pool);
	pool->index = clang_createIndex(0, 0);
	return pool;
}

void unit_pool_free(struct unit_pool *pool)
{
	for (size_t i = 0; i < pool->count; i++)
		clang_disposeTranslationUnit(pool->kept[i].parse);
	clang_disposeIndex(pool->index);
}

bool unit_pool_keeps(const struct unit_pool *pool)
{
	return pool->keeps;
}

void unit_pool_note_parse(struct unit_pool *pool, double ms, bool has_headers)
{
	pool->parse_ms = ms;
	if (ms > slow_ms && has_headers && !pool->has_tried)
		pool->keeps = pool->has_tried = true;
}

void unit_pool_note_update(struct unit_pool *pool, double ms)
{
	if (ms > gain * pool->parse_ms)
		pool->keeps = false;
}

CXIndex unit_pool_index(const struct unit_pool *pool)
{
	return pool->index;
}

static void remove_at(struct unit_pool *pool, size_t index)
{
	memmove(pool->kept + index, pool->kept + index + 1, (pool->count - index - 1) * sizeof *pool->kept);
	pool->count--;
}

CXTranslationUnit unit_pool_take(struct unit_pool *pool, unsigned long long key)
{
	for (size_t i = 0; i < pool->count; i++) {
		CXTranslationUnit parse = pool->kept[i].parse;
		if (pool->kept[i].key != key)
			continue;
		remove_at(pool, i);
		return parse;
	}
	return NULL;
}

void unit_pool_put(struct unit_pool *pool, unsigned long long key, CXTranslationUnit parse)
{
	if (pool->count == MOST_KEPT) {
		clang_disposeTranslationUnit(pool->kept[0].parse);
		remove_at(pool, 0);
	}
	pool->kept[pool->count++] = (struct kept_parse){key, parse};
}

unsigned long long unit_pool_key(const char *path, const char *const *args, size_t arg_count)
{
	struct buffer text = {0};
	buffer_add_text(&text, path);
	for (size_t i = 0; i < arg_count; i++)
		buffer_printf(&text, "\n%s", args[i]);
	unsigned long long key = XXH64(text.data, text.size, 0);
	buffer_free(&text);
	return key;
}
