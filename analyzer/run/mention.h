/* Names in texts, for finding the units that may have to do with a name without parsing all of them. */
#ifndef CUDALINT_RUN_MENTION_H
#define CUDALINT_RUN_MENTION_H

#include "analyzer/base/lines.h"
#include "analyzer/frontend/unit.h"

struct mention;

/* Looks for these names, as whole words; they outlive it. */
struct mention *mention_new(struct arena *arena, const char *const *names, size_t count);

/* Adds the names that a text uses like functions: before a parenthesis, or arguments of a template or of a
 * launch. */
void mention_called(struct arena *arena, const char *text, line_list *names);

/* Adds the names of the kernels that a text defines or declares. */
void mention_kernels(struct arena *arena, const char *text, line_list *names);

/* Whether one stands in a text. */
bool mention_in_text(const struct mention *mention, const char *text);

/* Whether a text that has to do with kernels defines a function of such a name. */
bool mention_is_defined(const struct mention *mention, const char *text);

/* Whether one stands in a unit's file, or in one of the user's headers that it includes; every file is read
 * once. */
bool mention_in_unit(struct mention *mention, const struct unit_options *unit);

#endif
