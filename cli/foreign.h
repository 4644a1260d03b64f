/* Options of other linters, and what stands for them here: whoever comes from one types them by habit. */
#ifndef CUDALINT_CLI_FOREIGN_H
#define CUDALINT_CLI_FOREIGN_H

#include <stddef.h>

/* What to say instead of the option of that name (without its hyphens, of so many bytes), for a sentence as
 * "unknown option '--checks': here it is --select=LIST"; NULL: no linter known here has it. */
const char *foreign_option(const char *name, size_t length);

/* The same for a word that begins with a single hyphen: flags of compilers. */
const char *foreign_flag(const char *word);

#endif
