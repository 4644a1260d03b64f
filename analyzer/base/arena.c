/* Region memory: a list of blocks, each twice as large as the one before (up to a cap); an allocation bumps a
 * pointer in the newest one. Requests larger than a block get a block of their own.
 *
 * Large blocks are mapped, not allocated, so that they need no zeroing; and the blocks of an arena that has
 * grown are huge pages where there are any: one of 100 MB would else spend more time in page faults than in
 * what it is for. A request with a block of its own may be a sparse table: it gets ordinary pages.
 *
 * Blocks that are freed are kept for the arenas to come, up to a bound: arenas follow each other, one for
 * each kernel that is executed, and to zero what was used costs less than to have it mapped anew. */
#include "analyzer/base/arena.h"
#include "analyzer/base/memory.h"
#include "analyzer/base/sanitized.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#if SANITIZED_ADDRESS
#include <sanitizer/asan_interface.h>
#endif

/* What lies between two allocations, so that a sanitizer sees who goes past the end of one. */
enum { GAP = SANITIZED_ADDRESS ? 16 : 0 };

enum {
	ALIGNMENT = 16,
	FIRST_BLOCK = 16 * 1024,
	MAPPED_BLOCK = 256 * 1024, /* from here on */
	HUGE_PAGE = 2 * 1024 * 1024,
	LARGEST_BLOCK = 2 * HUGE_PAGE
};

struct block {
	struct block *next;
	size_t used, size;
	size_t whole;    /* bytes, with this head */
	bool is_mapped;  /* else it is from calloc */
	bool is_regular; /* of one of the sizes that all arenas have */
	_Alignas(ALIGNMENT) unsigned char data[];
};

struct arena {
	struct block *newest;
	size_t next_size, total;
};

/* A block is out of bounds until parts of it are handed out. */
static void forbid(const void *memory, size_t size)
{
#if SANITIZED_ADDRESS
	ASAN_POISON_MEMORY_REGION(memory, size);
#else
	(void)memory;
	(void)size;
#endif
}

static void permit(const void *memory, size_t size)
{
#if SANITIZED_ADDRESS
	ASAN_UNPOISON_MEMORY_REGION(memory, size);
#else
	(void)memory;
	(void)size;
#endif
}

/* Whether every allocation is to have a block of its own (CUDALINT_ARENA_SINGLE in the environment): then
 * each can fail, and a debugger knows it by the call that made it. Release builds have no such mode. */
static bool is_single(void)
{
#ifdef NDEBUG
	return false;
#else
	static atomic_int mode; /* 0: not asked for yet */
	int known = atomic_load_explicit(&mode, memory_order_relaxed);
	if (!known) {
		known = getenv("CUDALINT_ARENA_SINGLE") ? 1 : 2;
		atomic_store_explicit(&mode, known, memory_order_relaxed);
	}
	return known == 1;
#endif
}

/* ---- blocks that are kept -------------------------------------------------------------------- */

enum { MOST_SPARE = 256 * 1024 * 1024 };

static struct {
	atomic_flag taken; /* by a thread that looks at the rest */
	struct block *first;
	size_t size;
} spare = {.taken = ATOMIC_FLAG_INIT};

static void lock_spare(void)
{
	while (atomic_flag_test_and_set_explicit(&spare.taken, memory_order_acquire))
		;
}

static void unlock_spare(void)
{
	atomic_flag_clear_explicit(&spare.taken, memory_order_release);
}

/* Whether a block is kept: none of a size of its own. Sanitizers are to see what is used too late. */
static bool keep_block(struct block *block)
{
#if SANITIZED_ADDRESS
	(void)block;
	return false;
#else
	if (!block->is_regular)
		return false;
	lock_spare();
	bool fits = spare.size + block->whole <= MOST_SPARE;
	if (fits) {
		block->next = spare.first;
		spare.first = block;
		spare.size += block->whole;
	}
	unlock_spare();
	return fits;
#endif
}

/* A kept block of that size, zeroed; or NULL. */
static struct block *take_spare(size_t size)
{
	lock_spare();
	struct block **at = &spare.first;
	while (*at && (*at)->whole != size)
		at = &(*at)->next;
	struct block *block = *at;
	if (block) {
		*at = block->next;
		spare.size -= size;
	}
	unlock_spare();
	if (block) {
		memset(block->data, 0, block->used);
		block->used = 0;
	}
	return block;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void *map(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return memory == MAP_FAILED ? NULL : memory;
}

/* A mapping of `size` bytes, a multiple of HUGE_PAGE, that is aligned to it; NULL: there is none. */
static void *map_huge(size_t size)
{
	unsigned char *raw = map(size + HUGE_PAGE);
	if (!raw)
		return NULL;
	size_t before = (HUGE_PAGE - (uintptr_t)raw % HUGE_PAGE) % HUGE_PAGE;
	if (before)
		munmap(raw, before);
	munmap(raw + before + size, HUGE_PAGE - before);
#ifdef MADV_HUGEPAGE
	madvise(raw + before, size, MADV_HUGEPAGE); /* where they are switched off nothing is lost */
#endif
	return raw + before;
}

static void free_block(struct block *block)
{
	permit(block->data, block->size);
	if (keep_block(block))
		return;
	if (block->is_mapped)
		munmap(block, block->whole);
	else
		free(block);
}

/* A block with room for `size` bytes. One that is made for them alone lies behind the newest, which still has
 * room for smaller requests. */
static struct block *add_block(struct arena *arena, size_t size)
{
	bool fits = size <= arena->next_size - sizeof(struct block) && !is_single();
	size_t whole = fits ? arena->next_size : size + sizeof(struct block);
	bool maps = whole >= MAPPED_BLOCK, huge = fits && whole == LARGEST_BLOCK;
	struct block *block = fits ? take_spare(whole) : NULL;
	if (!block)
		block = !maps ? calloc(1, whole) : huge ? map_huge(whole) : map(whole);
	if (!block)
		memory_is_gone();
	block->size = whole - sizeof(struct block);
	block->whole = whole;
	block->is_mapped = maps;
	block->is_regular = fits;
	struct block **place = fits || !arena->newest ? &arena->newest : &arena->newest->next;
	block->next = *place;
	*place = block;
	if (fits && arena->next_size < LARGEST_BLOCK)
		arena->next_size *= 2;
	forbid(block->data, block->size);
	return block;
}

struct arena *arena_new(void)
{
	struct arena *arena = memory_array(1, sizeof *arena);
	arena->next_size = FIRST_BLOCK;
	return arena;
}

void arena_free(struct arena *arena)
{
	if (!arena)
		return;
	for (struct block *block = arena->newest, *next; block; block = next) {
		next = block->next;
		free_block(block);
	}
	free(arena);
}

void *arena_alloc(struct arena *arena, size_t size)
{
	if (size > SIZE_MAX / 2)
		memory_is_gone();
	size_t asked = size;
	size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
	struct block *block = arena->newest;
	if (!block || block->size - block->used < size + GAP)
		block = add_block(arena, size + GAP);
	void *memory = block->data + block->used;
	permit(memory, asked);
	block->used += size + GAP;
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
