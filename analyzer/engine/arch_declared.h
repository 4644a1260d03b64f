/* The names that code outside of functions declares. */
#ifndef CUDALINT_ENGINE_ARCH_DECLARED_H
#define CUDALINT_ENGINE_ARCH_DECLARED_H

#include "analyzer/engine/arch_word.h"

typedef void arch_declared_visit(void *context, struct arch_word name);

/* Calls `visit` for those of [at, end), outside of braces but for those of namespaces. False: there are more
 * that can't be told from the text. */
bool arch_declared_names(const char *at, const char *end, arch_declared_visit *visit, void *context);

#endif
