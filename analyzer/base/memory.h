/* Memory from the heap, where an arena doesn't serve. Without memory the program ends, with one line and exit
 * status 3, so that nobody has to check. */
#ifndef CUDALINT_BASE_MEMORY_H
#define CUDALINT_BASE_MEMORY_H

#include <stddef.h>
#include <stdnoreturn.h>

noreturn void memory_is_gone(void);

/* Zeroed; to be freed. Of no bytes, too, there is a pointer. */
void *memory_array(size_t count, size_t size);

/* What uthash is to do, which would end the program without a word. To be included before it. */
#define uthash_fatal(message) memory_is_gone()

#endif
