/* libclang's diagnostics: which of its errors are errors in CUDA, too. */
#ifndef CUDALINT_FRONTEND_DIAGNOSTICS_H
#define CUDALINT_FRONTEND_DIAGNOSTICS_H

#include "analyzer/frontend/lower/lower.h"
#include "analyzer/frontend/unit.h"

/* Whether a diagnostic is an error in CUDA, too. */
bool diagnostics_counts(CXDiagnostic diagnostic);

/* Whether there is one that is. */
bool diagnostics_any(CXTranslationUnit tu);

/* Collects the errors that count, names the functions they lie in and sets the unit's status. */
void diagnostics_collect(struct lower *lower, struct unit *unit);

#endif
