/* Parses that are kept for a file whose text changes: libclang parses the new text with what it has of the
 * old one, its headers precompiled.
 *
 * That pays for headers that take long. For others, a parse from the beginning is faster: what all files
 * include is precompiled anyway, and with headers of its own precompiled, libclang has to be asked for every
 * declaration there is. So both are tried, and the faster one stays.
 *
 * A parse is found again by everything that it was made with but the texts. While a unit is open, its parse
 * isn't in the pool; unit_close() puts it back. */
#ifndef CUDALINT_FRONTEND_UNIT_POOL_H
#define CUDALINT_FRONTEND_UNIT_POOL_H

#include <clang-c/Index.h>
#include <stdbool.h>

struct unit_pool;

/* Whether parses are kept now, instead of made from the beginning. */
bool unit_pool_keeps(const struct unit_pool *pool);

/* What all kept parses share. Visits of theirs see the declarations of precompiled headers, too: of those
 * that libclang precompiled itself it would else show the file's own once, and not in the next text. */
CXIndex unit_pool_index(const struct unit_pool *pool);

/* How long a parse took: one from the beginning, which includes headers that aren't precompiled or not, or
 * one brought up to date. */
void unit_pool_note_parse(struct unit_pool *pool, double ms, bool has_headers);
void unit_pool_note_update(struct unit_pool *pool, double ms);

/* Takes out the parse of that key; NULL: there is none. */
CXTranslationUnit unit_pool_take(struct unit_pool *pool, unsigned long long key);

/* Puts a parse in. The one that was put in first goes when there are too many. */
void unit_pool_put(struct unit_pool *pool, unsigned long long key, CXTranslationUnit parse);

/* The key of a parse. */
unsigned long long unit_pool_key(const char *path, const char *const *args, size_t arg_count);

#endif
