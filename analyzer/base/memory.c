/* Memory from the heap; see memory.h. */
#include "analyzer/base/memory.h"

#include <stdio.h>
#include <stdlib.h>

noreturn void memory_is_gone(void)
{
	fputs("cudalint: out of memory\n", stderr);
	_Exit(3);
}

void *memory_array(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size);
	if (!memory)
		memory_is_gone();
	return memory;
}
