/* Region memory: everything that belongs to one unit (or one run) is allocated here and freed at once.
 *
 * An arena never returns NULL: out of memory ends the program with one line, so callers need no checks.
 * Memory comes back zeroed and aligned to 16 bytes. */
#ifndef CUDALINT_BASE_ARENA_H
#define CUDALINT_BASE_ARENA_H

#include <stddef.h>
#include <stdarg.h>

#include "analyzer/base/format.h"

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *arena);

void *arena_alloc(struct arena *arena, size_t size);
char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t length);
char *arena_printf(struct arena *arena, const char *format, ...) FORMAT_PRINTF(2, 3);
char *arena_vprintf(struct arena *arena, const char *format, va_list args) FORMAT_PRINTF(2, 0);

/* Bytes handed out so far; for --timing and tests. */
size_t arena_used(const struct arena *arena);

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count) ((type *)arena_alloc((arena), sizeof(type) * (count)))

#endif
