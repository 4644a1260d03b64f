/* The files that libclang read for a unit; see reads.h. */
#ifndef CUDALINT_FRONTEND_UNIT_READS_H
#define CUDALINT_FRONTEND_UNIT_READS_H

#include <clang-c/Index.h>

#include "analyzer/frontend/unit.h"

/* Adds the files of a parse, less those inside a precompiled header. Its `includes` tell which of them
 * were given to libclang otherwise than they are on disk. */
void unit_reads_add(CXTranslationUnit tu, const struct unit *unit, struct reads *reads);

#endif
