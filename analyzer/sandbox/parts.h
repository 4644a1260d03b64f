/* The two parts of the sandbox. */
#ifndef CUDALINT_SANDBOX_PARTS_H
#define CUDALINT_SANDBOX_PARTS_H

#include "analyzer/sandbox/sandbox.h"

/* Whether the system has it. */
bool sandbox_has_files(void);
bool sandbox_has_calls(void);

/* Whether it holds from now on. Files first: the second part takes away the calls for it. */
bool sandbox_limit_files(const struct sandbox_rights *rights);
bool sandbox_limit_calls(const struct sandbox_rights *rights);

#endif
