/* Region memory: a list of blocks, each twice as large as the one before (up to a cap); an allocation bumps a
 * pointer in the newest one. Requests larger than a block get a block of their own. */
#include "analyzer/base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16, FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 1024 * 1024 };

struct block {
	struct block *next;
	size_t used, size;
	_Alignas(ALIGNMENT) unsigned char data[];
};

struct arena {
	struct block *newest;
	size_t next_size, total;
};

static void out_of_memory(void)
{
	fputs("cudalint: out of memory\n", stderr);
	_Exit(3);
}

static void add_block(struct arena *arena, size_t at_least)
{
	size_t size = arena->next_size > at_least ? arena->next_size : at_least;
	if (size > SIZE_MAX - sizeof(struct block))
		out_of_memory();
	struct block *block = calloc(1, sizeof(struct block) + size);
	if (!block)
		out_of_memory();
	block->size = size;
	block->next = arena->newest;
	arena->newest = block;
	if (arena->next_size < LARGEST_BLOCK)
		arena->next_size *= 2;
}

struct arena *arena_new(void)
{
	struct arena *arena = calloc(1, sizeof *arena);
	if (!arena)
		out_of_memory();
	arena->next_size = FIRST_BLOCK;
	return arena;
}

void arena_free(struct arena *arena)
{
	if (!arena)
		return;
	for (struct block *block = arena->newest, *next; block; block = next) {
		next = block->next;
		free(block);
	}
	free(arena);
}

void *arena_alloc(struct arena *arena, size_t size)
{
	if (size > SIZE_MAX - ALIGNMENT)
		out_of_memory();
	size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
	if (!arena->newest || arena->newest->size - arena->newest->used < size)
		add_block(arena, size);
	struct block *block = arena->newest;
	void *memory = block->data + block->used;
	block->used += size;
	arena->total += size;
	return memory;
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
	char *copy = arena_alloc(arena, length + 1);
	memcpy(copy, text, length);
	return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
	return arena_strndup(arena, text, strlen(text));
}

char *arena_vprintf(struct arena *arena, const char *format, va_list args)
{
	va_list again;
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	char *text = arena_alloc(arena, (size_t)(length < 0 ? 0 : length) + 1);
	if (length > 0)
		vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	return text;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = arena_vprintf(arena, format, args);
	va_end(args);
	return text;
}

size_t arena_used(const struct arena *arena)
{
	return arena->total;
}
